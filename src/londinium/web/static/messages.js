// @ts-check
/**
 * What the server says, and what it is told. The server's side of it is web/live/messages.py and table/commands.py, and a test
 * compares the two field by field: `kind` and `do` name the message.
 *
 * @typedef {{
 *   label: string, gain?: string, bubble?: string, ghosts?: Object<string, string>, key?: string, costs?: string, together?: string,
 *   size?: number, most?: number, sums?: string[], keeps?: boolean, asks?: boolean
 * }} Offer
 *   A legal move: its words, the bubble, what it would change on the board, the printed value that is its key, the power it uses up,
 *   how much it takes of several that are chosen together and how often it may be among them (`sums` says what they come to), whether
 *   it only keeps what one has, and whether the page asks before it is made.
 * @typedef {{keep: number, add: string}} Lines  How a list goes on: the first `keep` items stay, these follow.
 * @typedef {{
 *   kind: "state", version: number, title: string, turn?: boolean, over?: boolean, set?: Object<string, string>, drop?: string[],
 *   lists?: Object<string, Lines>, offers?: Object<string, Offer>, unread?: number, now?: number,
 *   pause?: number, sounds?: string[]
 * }} State
 * @typedef {{kind: "ack", id: string}} Ack
 * @typedef {{kind: "refused", id: string, markup: string}} Refused
 * @typedef {{kind: "why", move: string, markup: string, ghosts?: Object<string, string>, rule?: string}} Why
 * @typedef {{kind: "hint", move: string, markup: string, ghosts?: Object<string, string>}} Hint
 * @typedef {{kind: "news", words: string[]}} News
 * @typedef {{kind: "go", address: string}} Go
 * @typedef {{kind: "pong"}} Pong
 * @typedef {State | Ack | Refused | Why | Hint | News | Go | Pong} Said
 *
 * Commands happen exactly once: the connection gives each an id.
 * @typedef {{do: "move", version: number, move: string}} Move
 * @typedef {{do: "take-back", version: number}} TakeBack
 * @typedef {{do: "join", name: string}} Join
 * @typedef {{do: "say", text: string, name?: string}} Say
 * @typedef {{do: "leave", bot?: string}} Leave
 * @typedef {{do: "return"}} Return
 * @typedef {{do: "replace", seat: number, bot?: string}} Replace
 * @typedef {{do: "renew-link"}} RenewLink
 * @typedef {{do: "invite", seat: number}} Invite
 * @typedef {{do: "hint", version: number}} AskHint
 * @typedef {{do: "seek", open: boolean}} Seek
 * @typedef {{do: "chat", on: boolean}} SwitchChat
 * @typedef {{do: "rematch"}} Rematch
 * @typedef {Move | TakeBack | Join | Say | Leave | Return | Replace | RenewLink | Invite | AskHint | Seek | SwitchChat | Rematch} Command
 *
 * Questions may get lost.
 * @typedef {{do: "why", move: string}} AskWhy
 * @typedef {{do: "ping"}} Ping
 * @typedef {AskWhy | Ping} Question
 */
export {};
