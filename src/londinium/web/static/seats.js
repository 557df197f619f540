// @ts-check
/** The page of free seats: the list shows what is so now. */
import { bindFresh } from "./fresh.js";

bindFresh();
