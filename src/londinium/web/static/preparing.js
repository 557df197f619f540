// @ts-check
/** Says how far the rules are compiled, as long as they are. */
import { bindFresh } from "./fresh.js";

bindFresh();
