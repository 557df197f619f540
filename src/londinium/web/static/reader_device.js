// @ts-check
/** The device of a replay's reader: begun when there is an analysis to make, with the setting that every table has. */
import { Device } from "./device.js";
import { bindSettings } from "./settings.js";

export function readerDevice() {
  const device = new Device();
  bindSettings((name, value) => {
    if (name === "device" && !value) device.end();
    return value;
  });
  return device;
}
