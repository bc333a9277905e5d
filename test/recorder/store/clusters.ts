/** Two servers of PostgreSQL, of which one repeats what the other is told, and the address by which a server of ours finds them. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../scripts/machine/free-port.mjs";
import { postgresPlace } from "../../../scripts/machine/postgres-place.mjs";
import { DatabaseDoor } from "./database-door.ts";

/** null: PostgreSQL is not installed here */
export const place = postgresPlace();

class Cluster {
  readonly data: string;
  readonly port: number;
  #process: ChildProcess | null = null;

  constructor(data: string, port: number) {
    this.data = data;
    this.port = port;
  }

  /** Resolves when it accepts connections. */
  async start(folder: string, settings: readonly string[]): Promise<void> {
    const all = ["listen_addresses=127.0.0.1", `port=${this.port}`, `unix_socket_directories=${folder}`, ...settings];
    const words = ["-D", this.data, ...all.flatMap((one) => ["-c", one])];
    const child = spawn(join(place?.bin ?? "", "postgres"), words, {
      ...place?.owner,
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#process = child;
    let log = "";
    await new Promise<void>((resolve, reject) => {
      child.stderr.on("data", (chunk: Buffer) => {
        log += chunk.toString();
        if (/ready to accept (read-only )?connections/.test(log)) resolve();
      });
      child.once("exit", () => reject(new Error(`postgres: ${log}`)));
    });
  }

  async kill(signal: "SIGKILL" | "SIGINT"): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }
}

export class TwoClusters {
  readonly #folder: string;
  readonly #primary: Cluster;
  readonly #standby: Cluster;
  readonly #door: DatabaseDoor;

  private constructor(folder: string, primary: Cluster, standby: Cluster, door: DatabaseDoor) {
    this.#folder = folder;
    this.#primary = primary;
    this.#standby = standby;
    this.#door = door;
  }

  /** The standby repeats each transaction before the primary says that it is done. */
  static async open(): Promise<TwoClusters> {
    const folder = mkdtempSync(join(tmpdir(), "proscenium-clusters-"));
    const { uid, gid } = place?.owner ?? {};
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
    const primary = new Cluster(join(folder, "primary"), await freePort());
    const standby = new Cluster(join(folder, "standby"), await freePort());
    const two = new TwoClusters(folder, primary, standby, await DatabaseDoor.open(primary.port));
    const { data, port } = two.#primary;
    two.#run("initdb", "-D", data, "-U", "test", "-A", "trust", "-E", "UTF8", "--locale=C", "-N");
    await two.#primary.start(folder, ["fsync=off", "synchronous_standby_names=*"]);
    two.#run(
      "pg_basebackup",
      "-D",
      two.#standby.data,
      "-R",
      "-X",
      "stream",
      "-c",
      "fast",
      "-h",
      "127.0.0.1",
      "-p",
      String(port),
      "-U",
      "test",
    );
    await two.#standby.start(folder, ["fsync=off"]);
    return two;
  }

  /** It stays the same whichever of them answers, as an address that moves with the primary does. */
  get url(): string {
    return `postgres://test@127.0.0.1:${this.#door.port}/postgres`;
  }

  /** As a proxy or a virtual address may for some seconds while the primary changes: the standby takes no changes. */
  leadToStandby(): void {
    this.#door.leadTo(this.#standby.port);
    this.#door.cut();
  }
  /** For new connections: those that are open stay where they are. */
  leadToPrimary(): void {
    this.#door.leadTo(this.#primary.port);
  }

  /** As a machine that loses its power. */
  async killPrimary(): Promise<void> {
    await this.#primary.kill("SIGKILL");
    this.#door.cut();
  }

  /** The standby is the primary from now on, and found at the same address. */
  promote(): void {
    this.#run("pg_ctl", "promote", "-w", "-D", this.#standby.data);
    this.#door.leadTo(this.#standby.port);
  }

  async close(): Promise<void> {
    await this.#door.close();
    for (const one of [this.#primary, this.#standby]) await one.kill("SIGINT");
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  #run(program: string, ...words: string[]): void {
    const options = { ...place?.owner, cwd: this.#folder, encoding: "utf8" } as const;
    const { status, stderr } = spawnSync(join(place?.bin ?? "", program), words, options);
    if (status !== 0) throw new Error(`${program}: ${stderr}`);
  }
}
