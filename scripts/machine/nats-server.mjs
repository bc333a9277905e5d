/** A NATS server with JetStream of one's own on this machine, in a folder that goes with it. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.mjs";

/** Where Debian puts it, which is not on everybody's path. */
const DEBIAN = "/usr/sbin/nats-server";
const PROGRAM = existsSync(DEBIAN) ? DEBIAN : "nats-server";
export const hasNatsServer = () => spawnSync(PROGRAM, ["--version"]).status === 0;

export class NatsServer {
  #folder;
  #port;
  #process = null;

  /** `lines`: further lines of its configuration. */
  static async start(lines = []) {
    const port = await freePort();
    const own = (folder) => [`listen: "127.0.0.1:${port}"`, `jetstream { store_dir: "${join(folder, "streams")}" }`];
    const server = new NatsServer(port, (folder) => [...own(folder), ...lines, ""].join("\n"));
    await server.begin();
    return server;
  }

  /** `config`: the text of its configuration; what it stores lies in the folder. */
  constructor(port, config) {
    this.#port = port;
    this.#folder = mkdtempSync(join(tmpdir(), "proscenium-nats-"));
    writeFileSync(this.#config, config(this.#folder));
  }

  get #config() {
    return join(this.#folder, "nats.conf");
  }
  get url() {
    return `nats://127.0.0.1:${this.#port}`;
  }

  /** Starts it, or starts it again. */
  async begin() {
    const server = spawn(PROGRAM, ["-c", this.#config], { stdio: ["ignore", "ignore", "pipe"] });
    this.#process = server;
    let log = "";
    await new Promise((resolve, reject) => {
      server.stderr.on("data", (chunk) => {
        log += chunk;
        if (log.includes("Server is ready")) resolve();
      });
      server.once("exit", () => reject(new Error(`${PROGRAM}: ${log}`)));
    });
  }

  /** It keeps its connections and answers nothing, as one whose network is cut. */
  hang() {
    this.#process.kill("SIGSTOP");
  }

  goOn() {
    this.#process.kill("SIGCONT");
  }

  /** Ends it and all its connections. */
  async halt() {
    const server = this.#process;
    if (server === null || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGKILL");
    await ended;
  }

  async stop() {
    await this.halt();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
