// Put into a page before its own scripts: its socket goes nowhere, and says what a test lets it say.
window.puppet = { sockets: [], sent: [], skipped: 0, deaf: false };

window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  readyState = 0;
  constructor() {
    super();
    puppet.sockets.push(this);
    setTimeout(() => {
      this.readyState = 1;
      this.dispatchEvent(new Event("open"));
    });
  }
  send(text) {
    const told = JSON.parse(text);
    puppet.sent.push(told);
    // A server that is there says so.
    if (told.do === "ping" && !puppet.deaf) setTimeout(() => puppet.tell({ kind: "pong" }));
  }
  close() {}
};

// What the server would say.
puppet.tell = (said) => puppet.sockets.at(-1).dispatchEvent(new MessageEvent("message", { data: JSON.stringify(said) }));

// Let time pass for whoever asks how late it is.
const clock = performance.now.bind(performance);
performance.now = () => clock() + puppet.skipped;
