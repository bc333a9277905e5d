/** A recorder of a build with cameras of its own, relays of it, and viewers, each a process as in service. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import {
  MEDIA_HEADER_BYTES,
  MEDIA_SUBPROTOCOL,
  type MediaCommand,
  MediaKind,
  readMediaHeader,
} from "#protocol/media-socket.ts";
import { freePort } from "../../../scripts/machine/free-port.mjs";

const RELAY_TOKEN = "a-secret-of-this-test-1234";
const METRICS_TOKEN = "metrics-of-this-test-1234";
const LIMIT_MS = 40_000;
const POLL_MS = 50;

interface Opened {
  readonly id: string;
  readonly state: string;
  readonly socket: string;
  readonly relay?: string;
}

export interface RelayProcess {
  readonly url: string;
  readonly rtspPort: number;
  readonly process: ChildProcess;
}

/** A viewer by the media socket. */
class SocketViewer {
  readonly wallMs: number[] = [];
  readonly #socket: WebSocket;
  isClosed = false;
  /** the status with which the socket was refused */
  refused = 0;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#socket = new WebSocket(url, MEDIA_SUBPROTOCOL, { headers });
    this.#socket.on("error", () => {});
    this.#socket.on("unexpected-response", (request, response) => {
      this.refused = response.statusCode ?? 0;
      request.destroy();
    });
    this.#socket.on("close", () => (this.isClosed = true));
    this.#socket.on("open", () =>
      this.send({ op: "play", generation: 1, time: 0, rate: 1, paused: false, height: 0, accepts: ["h264"] }),
    );
    this.#socket.on("message", (data: Buffer, isBinary) => {
      if (!isBinary) return;
      const header = readMediaHeader(new Uint8Array(data).buffer);
      if (header.ok && header.value.kind === MediaKind.video && data.length > MEDIA_HEADER_BYTES)
        this.wallMs.push(header.value.wallMs);
    });
  }

  send(command: MediaCommand): void {
    this.#socket.send(JSON.stringify(command));
  }

  close(): void {
    this.#socket.terminate();
  }
}

export class RelayHouse {
  readonly folder = mkdtempSync(join(tmpdir(), "proscenium-relays-"));
  readonly streams: string[] = [];
  readonly cameras: string[] = [];
  readonly #built: string;
  readonly #children: ChildProcess[] = [];
  #port = 0;
  log = "";
  admin = "";

  private constructor(built: string) {
    this.#built = built;
  }

  /** `built` also contains `cameras.js` (bench/recorder/cameras.ts). */
  static async open(built: string, count: number): Promise<RelayHouse> {
    const house = new RelayHouse(built);
    const cameras = house.#spawn("cameras.js", [String(count)]);
    const rtspPort = await new Promise<number>((resolve) =>
      cameras.stdout?.once("data", (line) => resolve(Number(line))),
    );
    house.#port = await freePort();
    house.#spawn("main.js", [
      ...["--data", house.folder, "--host", "127.0.0.1", "--port", String(house.#port), "--no-demo"],
      ...["--rtsp-port=0", "--cameras-allow-loopback", "--relay-token", RELAY_TOKEN, "--log-console", "json"],
    ]);
    await house.until("its first password", () => /password:\s+(\S+)/.test(house.log));
    house.admin = basic("admin", /password:\s+(\S+)/.exec(house.log)?.[1] ?? "");
    await house.until("a recorder that is ready", async () => (await statusOf(`${house.url}/readyz`)) === 200);
    for (let at = 0; at < count; at += 1) {
      const camera = await house.ask<{ id: string; primaryStream: { id: string } }>("POST", "/service/cameras", {
        driver: "Generic RTSP",
        name: `cam${at}`,
        connection: { uri: `rtsp://127.0.0.1:${rtspPort}/cam${at}`, username: "user", password: "pass" },
      });
      house.cameras.push(camera.id);
      house.streams.push(camera.primaryStream.id);
    }
    const stateOf = async (id: string) =>
      (await house.ask<{ streamState: string }>("GET", `/service/streams/${id}/status`)).streamState;
    for (const id of house.streams)
      await house.until("a running camera", async () => (await stateOf(id)) === "running");
    return house;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Resolves when it holds the link. `also`: recorders that it serves beside this one. */
  async relay(token = RELAY_TOKEN, port = 0, also: readonly RelayHouse[] = []): Promise<RelayProcess> {
    const [own, rtspPort] = [port || (await freePort()), await freePort()];
    const url = `http://127.0.0.1:${own}`;
    const recorders = [this, ...also].map((one) => one.url).join(",");
    const child = this.#spawn("main.js", [
      ...["--edition", "relay", "--host", "127.0.0.1", "--port", String(own), "--rtsp-port", String(rtspPort)],
      ...["--relay-token", token, "--relay-recorder", recorders, "--relay-address", url, "--log-console", "json"],
      ...["--metrics-token", METRICS_TOKEN],
    ]);
    const page = token === RELAY_TOKEN ? "readyz" : "livez";
    await this.until("a relay", async () => (await statusOf(`${url}/${page}`)) === 200);
    return { url, rtspPort, process: child };
  }

  /** A figure of a relay; `token`: as a monitoring system has it. */
  async figure({ url }: RelayProcess, name: string, token = METRICS_TOKEN): Promise<number | null> {
    const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
    const line = text.split("\n").find((one) => one.startsWith(`proscenium_${name} `));
    return line === undefined ? null : Number(line.split(" ")[1]);
  }

  /** What a relay says of itself. */
  async figures({ url }: RelayProcess): Promise<{ streams: number; viewers: number }> {
    return (await (await fetch(`${url}/readyz`)).json()) as { streams: number; viewers: number };
  }

  send(method: string, path: string, body?: unknown, authorization = this.admin): Promise<Response> {
    return fetch(this.url + path, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async ask<T>(method: string, path: string, body?: unknown, authorization = this.admin): Promise<T> {
    const answer = await this.send(method, path, body, authorization);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** `avoid` absent: a viewer that knows nothing of relays. */
  async open(streamId: string, avoid?: readonly string[], authorization = this.admin): Promise<Opened> {
    const path = "/service/low-bandwidth/streams";
    let opened = await this.ask<Opened>("POST", path, { streamId, ...(avoid ? { avoid } : {}) }, authorization);
    await this.until("a session that is ready", async () => {
      opened = await this.ask<Opened>("GET", `${path}/${opened.id}`, undefined, authorization);
      return opened.state !== "pending";
    });
    return opened;
  }

  view({ socket }: Pick<Opened, "socket">, authorization = this.admin): SocketViewer {
    if (socket.startsWith("ws")) return new SocketViewer(socket);
    return new SocketViewer(this.url.replace("http", "ws") + socket, { authorization });
  }

  async until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    const limitMs = performance.now() + LIMIT_MS;
    while (!(await holds())) {
      if (performance.now() > limitMs) throw new Error(`there is not ${what}:\n${this.log}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** Only the recorder, as if its machine were without power. */
  async killRecorder(): Promise<void> {
    const [, recorder] = this.#children;
    if (recorder) await ended(recorder, "SIGKILL");
  }

  async close(): Promise<void> {
    for (const child of this.#children.reverse()) await ended(child, "SIGTERM");
    rmSync(this.folder, { recursive: true, force: true });
  }

  #spawn(script: string, words: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, [join(this.#built, script), ...words], { stdio: ["ignore", "pipe", "pipe"] });
    this.#children.push(child);
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (this.log += chunk.toString()));
    return child;
  }
}

export const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;

export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await gone;
}

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );
