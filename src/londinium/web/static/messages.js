// @ts-check
/**
 * What the server says and what it is told; the server's side of it is web/messages.py.
 *
 * @typedef {{label: string, gain?: string, bubble?: string, ghosts?: Object<string, string>, final?: boolean}} Offer
 *   A legal move: its words, the bubble, what it would change on the board, and whether it is past taking back.
 * @typedef {{keep: number, add: string}} Lines  How a list goes on: so many items stay, these follow.
 * @typedef {{
 *   kind: "state", version: number, title: string, turn?: boolean, over?: boolean, set?: Object<string, string>, drop?: string[],
 *   lists?: Object<string, Lines>, offers?: Object<string, Offer>, unread?: number, now?: number
 * }} State
 * @typedef {{kind: "ack", id: string}} Ack
 * @typedef {{kind: "refused", id: string, markup: string}} Refused
 * @typedef {{kind: "why", move: string, markup: string, ghosts?: Object<string, string>, rule?: string}} Why
 * @typedef {{kind: "hint", move: string, markup: string, ghosts?: Object<string, string>, rule?: undefined}} Hint
 * @typedef {{kind: "go", address: string}} Go
 * @typedef {{kind: "pong"}} Pong
 * @typedef {State | Ack | Refused | Why | Hint | Go | Pong} Said
 *
 * @typedef {{do: string, id?: string, [fact: string]: unknown}} Command
 */
export {};
