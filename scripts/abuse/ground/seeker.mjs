/** A viewer that goes from one recorded picture to the next: one session, one socket, one order for each. */
import { WebSocket } from "ws";
import { msUntil } from "./waiting.mjs";

const HEADER_BYTES = 24;
const WAIT_MS = 20_000;

export class Seeker {
  #web;
  #generation = 0;
  #onFirst = () => undefined;

  static async open(recorder, streamId, startMs) {
    const token = (await recorder.signIn()).value.id;
    const body = { streamId, startTime: startMs, transport: "websocket", format: "fmp4" };
    const { id } = await recorder.must("POST", "/service/low-bandwidth/streams", { token, body });
    let path = "";
    const isOpen = async () => {
      const answer = await recorder.must("GET", `/service/low-bandwidth/streams/${id}`, { token });
      if (answer.state === "ready") path = answer.socket;
      return path !== "";
    };
    if ((await msUntil(isOpen, WAIT_MS)) === null) throw new Error("media socket: never ready");
    const seeker = new Seeker();
    await seeker.#connect(new URL(path, recorder.url.replace("http:", "ws:")), token);
    return seeker;
  }

  #connect(address, token) {
    const headers = { authorization: `Bearer ${token}` };
    this.#web = new WebSocket(address, "proscenium.media.v1", { headers });
    this.#web.on("message", (data, isBinary) => {
      if (isBinary && data.length > HEADER_BYTES && data.readUInt32LE(4) === this.#generation)
        this.#onFirst({ wallMs: data.readDoubleLE(16), kind: data.readUInt8(0) });
    });
    return new Promise((resolve, reject) => {
      this.#web.on("open", resolve);
      this.#web.on("error", reject);
    });
  }

  /** Resolves with the ms until the first coded picture of that moment, and its date; null: none came in 20 s. */
  seek(timeMs) {
    this.#generation += 1;
    const play = { op: "play", generation: this.#generation, time: timeMs, rate: 1, paused: true, height: 0 };
    const fromMs = performance.now();
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), WAIT_MS);
      this.#onFirst = ({ kind, wallMs }) => {
        // The initialisation of the decoder is no picture.
        if (kind !== 2) return;
        clearTimeout(timer);
        resolve({ ms: performance.now() - fromMs, wallMs });
      };
      this.#web.send(JSON.stringify({ ...play, accepts: ["h264"] }));
    });
  }

  close() {
    this.#web.terminate();
  }
}
