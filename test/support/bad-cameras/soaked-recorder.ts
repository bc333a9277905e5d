import { type ChildProcess, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../../scripts/machine/free-port.mjs";

const READY_LIMIT_MS = 60_000;
const PAGE = 500;

/** A span that is recorded, epoch ms. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** A recorder of a build, in a data folder of its own, for cameras on this machine. Close it. */
export class SoakedRecorder {
  readonly #child: ChildProcess;
  readonly #url: string;
  #authorization = "";
  log = "";

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.#url = url;
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (this.log += chunk.toString()));
  }

  /** `built`: folder of `main.js`. */
  static async start(built: string, dataDir: string): Promise<SoakedRecorder> {
    const port = await freePort();
    const words = ["--data", dataDir, "--host", "127.0.0.1", "--port", String(port), "--rtsp-port=0", "--no-demo"];
    const child = spawn(process.execPath, [join(built, "main.js"), ...words, "--cameras-allow-loopback"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const recorder = new SoakedRecorder(child, `http://127.0.0.1:${port}`);
    const limitMs = Date.now() + READY_LIMIT_MS;
    while (!(await recorder.#isReady())) {
      if (Date.now() > limitMs || child.exitCode !== null)
        throw new Error(`the recorder is not ready:\n${recorder.log}`);
      await pause(100);
    }
    const password = /password:\s+(\S+)/.exec(recorder.log)?.[1] ?? "";
    recorder.#authorization = `Basic ${Buffer.from(`admin:${password}`).toString("base64")}`;
    return recorder;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Resolves with the id of the camera's stream. `isUdp`: its packets come by UDP. */
  async add(name: string, uri: string, isUdp = false): Promise<string> {
    const answer = await this.#fetch("/service/cameras", {
      method: "POST",
      body: JSON.stringify({ driver: "Generic RTSP", name, connection: { uri, username: "", password: "" } }),
    });
    const { id, primaryStream } = (await answer.json()) as { id?: string; primaryStream?: { id: string } };
    if (!id || !primaryStream) throw new Error(`${name}: ${answer.status}`);
    if (isUdp) {
      const configuration = { General: { TransportProtocol: "UDP" } };
      const path = `/service/cameras/${id}/streams/${primaryStream.id}`;
      const set = await this.#fetch(path, { method: "PATCH", body: JSON.stringify({ configuration }) });
      if (!set.ok) throw new Error(`${name}: ${set.status} ${await set.text()}`);
    }
    return primaryStream.id;
  }

  /** What is recorded of a stream, oldest first. */
  async spans(streamId: string): Promise<Span[]> {
    const spans: Span[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const answer = await this.#fetch(`/service/archives?streamId=${streamId}&take=${PAGE}&offset=${offset}`);
      const { archives } = (await answer.json()) as { archives: Span[] };
      spans.push(...archives);
      if (archives.length < PAGE) return spans.sort((a, b) => a.start - b.start);
    }
  }

  async export(streamId: string, { start, end }: Span, file: string): Promise<void> {
    for (;;) {
      const range = `start=${Math.floor(start)}&stop=${Math.ceil(end)}`;
      const answer = await this.#fetch(`/service/streams/${streamId}/export?${range}&format=mkv`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.ok) return writeFile(file, bytes);
      // Others are being made.
      if (answer.status !== 429) throw new Error(`export: ${answer.status} ${bytes.toString().slice(0, 300)}`);
      await pause(1000);
    }
  }

  /** Ends it in peace; what is recorded stays. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.kill("SIGTERM");
    await ended;
  }

  #fetch(path: string, init: { method?: string; body?: string } = {}): Promise<Response> {
    const headers = { authorization: this.#authorization, "content-type": "application/json" };
    return fetch(this.#url + path, {
      ...init,
      headers: init.body === undefined ? { authorization: this.#authorization } : headers,
    });
  }

  #isReady(): Promise<boolean> {
    return fetch(`${this.#url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
