/**
 * Viewers of one stream by media sockets, as the client is one: each agrees to relays, and opens its session anew at once when that ends.
 * `node relay-viewers.mjs RECORDER AUTHORIZATION STREAM COUNT relays|none`. Each line on stdin asks for what was seen since the last one;
 * the answer is one line of JSON: for each viewer its pictures, their ages (ms), where it is served, and its longest wait for a picture (ms).
 */
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";

const [recorder, authorization, streamId, count, by] = process.argv.slice(2);
/** as in src/protocol/media-socket.ts */
const HEADER = { bytes: 24, kindAt: 0, flagsAt: 1, wallMsAt: 16 };
const VIDEO = 2;
/** decoded, not shown */
const PRE = 2;
const AGAIN_MS = 250;

async function ask(method, path, body) {
  const answer = await fetch(recorder + path, {
    method,
    headers: { authorization, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer.json();
}

class Viewer {
  at = "";
  pictures = 0;
  agesMs = [];
  longestMs = 0;
  #lastMs = performance.now();
  #bytes = 0;
  #wallMs = 0;

  async run() {
    for (;;) {
      const ended = await this.#open().catch((error) => process.stderr.write(`${error.message}\n`));
      if (!ended) await pause(AGAIN_MS);
    }
  }

  take() {
    this.longestMs = Math.max(this.longestMs, performance.now() - this.#lastMs);
    const { at, pictures, agesMs, longestMs } = this;
    Object.assign(this, { pictures: 0, agesMs: [], longestMs: 0 });
    return { at, pictures, agesMs, longestMs };
  }

  async #open() {
    const path = "/service/low-bandwidth/streams";
    let session = await ask("POST", path, { streamId, ...(by === "relays" ? { avoid: [] } : {}) });
    while (session.state === "pending") {
      await pause(100);
      session = await ask("GET", `${path}/${session.id}`);
    }
    if (session.state === "failed") return false;
    const isRelayed = session.relay !== undefined;
    const url = isRelayed ? session.socket : recorder.replace("http", "ws") + session.socket;
    const socket = new WebSocket(url, "proscenium.media.v1", isRelayed ? {} : { headers: { authorization } });
    this.at = new URL(url).host;
    this.#bytes = 0;
    socket.on("error", () => {});
    socket.on("open", () =>
      socket.send(
        JSON.stringify({ op: "play", generation: 1, time: 0, rate: 1, paused: false, height: 0, accepts: ["h264"] }),
      ),
    );
    socket.on("message", (data, isBinary) => isBinary && this.#picture(data));
    const teller = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN)
        socket.send(JSON.stringify({ op: "ack", generation: 1, time: this.#wallMs, queued: 0, bytes: this.#bytes }));
    }, 250);
    await new Promise((resolve) => socket.once("close", resolve));
    clearInterval(teller);
    return true;
  }

  #picture(data) {
    this.#bytes += data.length;
    const isVideo = data.readUInt8(HEADER.kindAt) === VIDEO && data.length > HEADER.bytes;
    if (!isVideo || (data.readUInt8(HEADER.flagsAt) & PRE) !== 0) return;
    this.#wallMs = data.readDoubleLE(HEADER.wallMsAt);
    const nowMs = performance.now();
    this.longestMs = Math.max(this.longestMs, nowMs - this.#lastMs);
    this.#lastMs = nowMs;
    this.pictures += 1;
    this.agesMs.push(Date.now() - this.#wallMs);
  }
}

const viewers = Array.from({ length: Number(count) }, () => new Viewer());
for (const viewer of viewers) void viewer.run();
createInterface({ input: process.stdin }).on("line", () =>
  process.stdout.write(`${JSON.stringify(viewers.map((viewer) => viewer.take()))}\n`),
);
