// @ts-check
/** The pages of the daily challenge. */
import { countDown, noteDays } from "./days.js";
import { bindShare } from "./share.js";

noteDays();
countDown();
bindShare();
