/**
 * One process that plays many recorders to an aggregator: each has an address, an id and cameras of its own, and answers
 * what a real recorder answered once. It can be slow, go away and come back, and say that something happened.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocketServer } from "ws";

const READ_ONCE = [
  "/service/about",
  "/service/servers",
  "/service/license-session",
  "/service/discoverable/orchids/1",
  "/service/sessions/me",
  "/service/cameras",
];

/** Plays `servers` recorders with `cameras` each, all like this real one, which has one camera at least. */
export async function playFleet(recorder, servers, cameras) {
  const answers = Object.fromEntries(
    await Promise.all(READ_ONCE.map(async (path) => [path, await recorder.must("GET", path)])),
  );
  return Promise.all(Array.from({ length: servers }, (_, at) => PlayedRecorder.open(answers, cameras, at)));
}

class PlayedRecorder {
  /** ms that each answer takes */
  delayMs = 0;
  id = randomUUID();
  cameraIds = [];
  /** the first stream of each camera */
  streamIds = new Map();
  #isSilent = false;
  #answers;
  #port = 0;
  #http;
  #sockets;

  static async open(answers, cameras, at) {
    const one = new PlayedRecorder();
    const list = answers["/service/cameras"].cameras;
    const copies = Array.from({ length: cameras }, (_, count) => copyOf(list[0], `camera ${at}.${count}`));
    one.cameraIds = copies.map(({ id }) => id);
    one.streamIds = new Map(copies.map(({ id, streams }) => [id, streams[0].id]));
    one.#answers = {
      ...answers,
      "/service/cameras": { ...answers["/service/cameras"], cameras: copies },
      "/service/discoverable/orchids/1": { ...answers["/service/discoverable/orchids/1"], uuid: one.id },
    };
    await one.come();
    return one;
  }

  get url() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Answers (again) at its address. */
  come() {
    this.#sockets = new WebSocketServer({ noServer: true });
    this.#http = createServer((request, response) => void this.#answer(request, response));
    this.#http.on("upgrade", (request, socket, head) =>
      this.#sockets.handleUpgrade(request, socket, head, () => undefined),
    );
    return new Promise((resolve) =>
      this.#http.listen(this.#port, "127.0.0.1", () => {
        this.#port = this.#http.address().port;
        resolve();
      }),
    );
  }

  /** Its process ends: connections break, and nobody answers any more. */
  async goAway() {
    for (const socket of this.#sockets.clients) socket.terminate();
    const closed = new Promise((resolve) => this.#http.close(resolve));
    this.#http.closeAllConnections();
    await closed;
  }

  /** As if its cable were cut: connections stay, and nothing comes over them. */
  goSilent() {
    this.#isSilent = true;
  }

  /** The cable is there again. */
  speak() {
    this.#isSilent = false;
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#http.closeAllConnections();
  }

  /** Tells the aggregator that something happened. */
  tell(message) {
    for (const socket of this.#sockets.clients) socket.send(JSON.stringify(message));
  }

  get isHeard() {
    return this.#sockets.clients.size > 0;
  }

  async #answer(request, response) {
    const [path] = (request.url ?? "").split("?");
    let body = "";
    for await (const chunk of request) body += chunk;
    if (this.delayMs > 0) await pause(this.delayMs);
    if (this.#isSilent) return;
    const { status = 200, value } = this.#valueOf(request.method, path, request.headers.authorization, body);
    response.writeHead(status, { "content-type": typeof value === "string" ? "text/plain" : "application/json" });
    response.end(typeof value === "string" ? value : JSON.stringify(value));
  }

  #valueOf(method, path, authorization, body) {
    const me = this.#answers["/service/sessions/me"];
    if (path === "/service/time") return { value: String(Date.now()) };
    if (path === "/service/sessions/user") return { status: 201, value: { ...me, id: "played" } };
    if (path === "/service/trusted/issuer" && method === "POST") {
      const { id, description, uri } = JSON.parse(body);
      return { status: 201, value: { id, description, uri } };
    }
    if (path === "/service/trusted/issuer") return { status: method === "DELETE" ? 200 : 404, value: {} };
    // Whoever comes with a token of the aggregator has what the token says: it tries one that says nothing.
    if (path === "/service/sessions/me" && method === "GET" && authorization !== "Bearer played")
      return { value: { ...me, scope: { ...me.scope, baseScope: [], cameraScopes: [] } } };
    const value = this.#answers[path];
    return value === undefined ? { status: 404, value: { code: "request/unknown", reason: "" } } : { value };
  }
}

/** The same camera with ids of its own. */
function copyOf(camera, name) {
  const ids = new Map();
  const fresh = (id) => ids.get(id) ?? ids.set(id, randomUUID()).get(id);
  const known = [camera.id, ...camera.streams.map(({ id }) => id)];
  let text = JSON.stringify(camera);
  for (const id of known) text = text.replaceAll(id, fresh(id));
  return { ...JSON.parse(text), name };
}
