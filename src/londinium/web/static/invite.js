// @ts-check
/** The page of invitations: links to copy and to share, and who has come by now. */
import { bindFresh } from "./fresh.js";
import "./links.js";
import { bindShare } from "./share.js";

bindShare();
bindFresh();
