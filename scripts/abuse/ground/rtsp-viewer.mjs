/** A player of the RTSP proxy: signs in with an account's name and password, and takes the packets over its connection. */
import { connect } from "node:net";
import { Refused } from "../told-to-wait.mjs";

export class RtspViewer {
  bytes = 0;
  isClosed = false;
  #socket;
  #text = "";
  #waiting = null;
  #sequence = 0;
  #headers;

  /** Resolves when packets arrive. */
  static async play(port, streamId, username, password) {
    const viewer = new RtspViewer(port, username, password);
    try {
      await viewer.#begin(port, streamId);
      return viewer;
    } catch (error) {
      viewer.close();
      throw error;
    }
  }

  async #begin(port, streamId) {
    const base = `rtsp://127.0.0.1:${port}/service/streams/${streamId}/live`;
    const described = await this.#ask("DESCRIBE", base, "Accept: application/sdp");
    const control = /^m=video[\s\S]*?^a=control:(\S+)/m.exec(described)?.[1] ?? "";
    const track = control.startsWith("rtsp:") ? control : `${base}/${control}`;
    const set = await this.#ask("SETUP", track, "Transport: RTP/AVP/TCP;unicast;interleaved=0-1");
    const session = /^Session: ([^;\s]+)/im.exec(set)?.[1] ?? "";
    await this.#ask("PLAY", base, `Session: ${session}`);
  }

  constructor(port, username, password) {
    this.#headers = `Authorization: Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.on("data", (chunk) => {
      this.bytes += chunk.length;
      if (!this.#waiting) return;
      this.#text += chunk.toString("latin1");
      const end = this.#text.indexOf("\r\n\r\n");
      const length = Number(/^Content-Length: (\d+)/im.exec(this.#text)?.[1] ?? 0);
      if (end < 0 || this.#text.length < end + 4 + length) return;
      const { resolve, reject } = this.#waiting;
      this.#waiting = null;
      if (this.#text.startsWith("RTSP/1.0 200")) resolve(this.#text);
      else reject(refusalOf(this.#text));
    });
    this.#socket.on("error", () => undefined);
    this.#socket.on("close", () => {
      this.isClosed = true;
      this.#waiting?.reject(new Error("RTSP: closed"));
    });
  }

  #ask(method, url, line) {
    this.#text = "";
    this.#sequence += 1;
    const head = `${method} ${url} RTSP/1.0\r\nCSeq: ${this.#sequence}\r\n${this.#headers}\r\n${line}\r\n\r\n`;
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(head);
    });
  }

  close() {
    this.#socket.destroy();
  }
}

function refusalOf(text) {
  const [head] = text.split("\r\n");
  const retryAfter = /^Retry-After: (\S+)/im.exec(text)?.[1];
  return new Refused(head, Number(head.split(" ")[1]), retryAfter);
}
