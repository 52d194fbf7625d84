// The websocket to the stand-in: questions with numbered answers, events, and coming back after a break.

export class Line {
  constructor({ onEvent, onOpen, onLost }) {
    Object.assign(this, { onEvent, onOpen, onLost });
    this.number = 0;
    this.waiting = new Map();
    this.pause = 250;
    this.connect();
  }

  connect() {
    const secure = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${secure}//${location.host}/page/live`);
    this.socket.onopen = () => { this.pause = 250; this.onOpen(); };
    this.socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
    this.socket.onclose = () => {
      for (const { reject } of this.waiting.values()) reject(new Error("The playground has gone away."));
      this.waiting.clear();
      this.onLost();
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(this.pause * 2, 4000);
    };
  }

  receive(said) {
    if (said.answer === undefined || said.kind) { this.onEvent(said); return; }
    const { resolve, reject } = this.waiting.get(said.answer);
    this.waiting.delete(said.answer);
    if (said.error) reject(new Error(said.error)); else resolve(said);
  }

  // Ask the stand-in to do something; rejects with its sentence if that is not possible.
  ask(what, fields = {}) {
    const number = ++this.number;
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) { reject(new Error("The playground is not running.")); return; }
      this.waiting.set(number, { resolve, reject });
      this.socket.send(JSON.stringify({ do: what, number, ...fields }));
    });
  }
}
