/** A PostgreSQL server of one's own on this machine, in a folder that goes with it. */
import { spawn, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.mjs";
import { postgresPlace } from "./postgres-place.mjs";

export class PostgresServer {
  #place;
  #folder;
  #port;
  #process = null;

  /** Throws with a sentence where there is no PostgreSQL, or where it does not start. */
  static async start() {
    const place = postgresPlace();
    if (place === null) throw new Error("PostgreSQL is not installed (Debian: apt-get install postgresql).");
    const server = new PostgresServer(place, await freePort());
    await server.begin();
    return server;
  }

  constructor(place, port) {
    this.#place = place;
    this.#port = port;
    const { bin, owner } = place;
    this.#folder = mkdtempSync(join(tmpdir(), "proscenium-postgres-"));
    if (owner.uid) chownSync(this.#folder, owner.uid, owner.gid);
    const words = ["-D", this.#data, "-U", "test", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"];
    const made = spawnSync(join(bin, "initdb"), words, { ...owner, cwd: this.#folder, encoding: "utf8" });
    if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  }

  get #data() {
    return join(this.#folder, "data");
  }
  get url() {
    return `postgres://test@127.0.0.1:${this.#port}/postgres`;
  }

  /** Starts it, or starts it again with what it has. */
  async begin() {
    const { bin, owner } = this.#place;
    const settings = [
      "listen_addresses=127.0.0.1",
      `port=${this.#port}`,
      `unix_socket_directories=${this.#folder}`,
      "fsync=off",
    ];
    const server = spawn(join(bin, "postgres"), ["-D", this.#data, ...settings.flatMap((one) => ["-c", one])], {
      ...owner,
      cwd: this.#folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#process = server;
    let log = "";
    await new Promise((resolve, reject) => {
      server.stderr.on("data", (chunk) => {
        log += chunk;
        if (log.includes("ready to accept connections")) resolve();
      });
      server.once("exit", () => reject(new Error(`postgres: ${log}`)));
    });
  }

  /** Ends it and all its connections, and keeps what it has. */
  async halt() {
    const server = this.#process;
    if (server === null || server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGINT");
    await ended;
  }

  async stop() {
    await this.halt();
    // Processes of the server may still be removing their files.
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
