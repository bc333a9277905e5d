/** Recorders of a build that stand in for one another, each with its own way to the group's database, and cameras that all reach. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { areWell } from "#recorder/http/readiness-checks.ts";
import { decodeFragments } from "#recorder/recording/index/fragment-index.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import { openSqliteIndex } from "#recorder/recording/index/sqlite-index.ts";
import { DatabaseDoor } from "#test/recorder/store/database-door.ts";
import { newDatabase } from "#test/recorder/store/databases.ts";
import { freePort } from "../../../scripts/machine/free-port.mjs";

const SECRET = "a-secret-of-this-test-1234";
const LIMIT_MS = 180_000;
/** A look reads all that is recorded: some twenty milliseconds of a processor. */
const POLL_MS = 150;

/** Consecutive pictures may be this far apart: a tenth of a second of seam, and a picture. */
export const SEAM_MS = 170;

export class GroupRecorder {
  readonly folder = mkdtempSync(join(tmpdir(), "proscenium-standby-"));
  readonly door: DatabaseDoor;
  readonly #house: StandbyHouse;
  readonly #role: string;
  readonly #port: number;
  #process: ChildProcess | null = null;
  #authorization = "";
  #index: RecordingIndex | null = null;
  /** of its clock, ahead of all others; counts from the next start on */
  clockAheadMs = 0;
  log = "";

  constructor(house: StandbyHouse, role: string, port: number, door: DatabaseDoor) {
    this.#house = house;
    this.#role = role;
    this.#port = port;
    this.door = door;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Resolves when it is ready; `isAway`: but for the database of its group. */
  async start(isAway = false): Promise<void> {
    const words = [
      ...["--data", this.folder, "--host", "127.0.0.1", "--port", String(this.#port), "--no-demo", "--rtsp-port=0"],
      ...["--cameras-allow-loopback", "--analysis-workers=1", "--log-console=json", "--name", this.#role],
      ...["--standby-role", this.#role, "--standby-secret", SECRET, "--standby-address", this.url],
    ];
    const database = { PROSCENIUM_STANDBY_DATABASE: this.#house.databaseBy(this.door) };
    const env = { ...process.env, ...database, ...this.#clock() };
    // A process group of its own, so that one signal reaches main and all its children at the same moment.
    const child = spawn(process.execPath, [join(this.#house.built, "main.js"), ...words], {
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
      env,
    });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (this.log += chunk.toString()));
    const isWell = async (): Promise<boolean> => {
      const checks = await this.checks();
      return Object.entries(checks).every(
        ([name, state]) => areWell({ name: state }) || (isAway && name === "standby"),
      );
    };
    await this.#house.until(`a ready ${this.#role}`, isWell);
    const password = /password:\s+(\S+)/.exec(this.log)?.[1] ?? "";
    this.#authorization = `Basic ${Buffer.from(`admin:${password}`).toString("base64")}`;
  }

  /** Node loads it before anything else, in each of its processes. */
  #clock(): Record<string, string> {
    if (this.clockAheadMs === 0) return {};
    const file = join(this.folder, "clock.cjs");
    writeFileSync(
      file,
      `const Right = Date;
       globalThis.Date = class extends Right {
         constructor(...parts) { super(...(parts.length > 0 ? parts : [Right.now() + ${this.clockAheadMs}])); }
         static now() { return Right.now() + ${this.clockAheadMs}; }
       };`,
    );
    return { NODE_OPTIONS: `--require ${file}` };
  }

  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child?.pid || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    process.kill(-child.pid, "SIGKILL");
    await gone;
  }

  async checks(): Promise<Record<string, string>> {
    try {
      const answer = await fetch(`${this.url}/readyz`);
      return ((await answer.json()) as { checks: Record<string, string> }).checks;
    } catch {
      return { process: "does not answer" };
    }
  }

  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(this.url + path, {
      method,
      headers: {
        authorization: this.#authorization,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  async cameras(): Promise<{ id: string; name: string }[]> {
    return (await this.ask<{ cameras: { id: string; name: string }[] }>("GET", "/service/cameras")).cameras;
  }

  /** Events of this type in its report. */
  async events(type: string): Promise<readonly unknown[]> {
    const query = `start=0&stop=${Date.now() + 60_000}`;
    const report = await this.ask<{ orchidEvents: { type: string }[] }>("GET", `/service/server/report?${query}`);
    return report.orchidEvents.filter((event) => event.type === type);
  }

  async index(): Promise<RecordingIndex> {
    this.#index ??= await openSqliteIndex(join(this.folder, "recordings"));
    return this.#index;
  }

  /** The fragments of a stream as it is shown, in order. */
  async shown(streamId: string): Promise<{ fromMs: number; toMs: number }[]> {
    const index = await this.index();
    const found: { fromMs: number; toMs: number }[] = [];
    for (const row of await index.segmentsBetween(streamId, 0, Number.MAX_SAFE_INTEGER)) {
      const blob = row.closed ? await index.fragments(row.id) : null;
      if (blob === null) found.push({ fromMs: row.startMs, toMs: row.endMs });
      else
        for (const one of decodeFragments(row.startMs, blob) ?? [])
          found.push({ fromMs: one.wallMs, toMs: one.wallMs + one.durationMs });
    }
    return found.toSorted((one, other) => one.fromMs - other.fromMs);
  }

  get hasFiles(): boolean {
    return this.#fileNames().length > 0;
  }

  /** Names and SHA-256 of its files. */
  files(): Map<string, string> {
    return new Map(this.#fileNames().map((name) => [name, sha256(join(this.folder, "recordings", name))]));
  }

  #fileNames(): string[] {
    const names = readdirSync(join(this.folder, "recordings"), { recursive: true, encoding: "utf8" });
    return names.filter((name) => name.endsWith(".mp4"));
  }

  /** Further names of its present files, which stay when it removes them: what they are then. */
  keep(): () => Map<string, string> {
    const kept = mkdtempSync(join(this.folder, "kept-"));
    const names = this.#fileNames();
    for (const [at, name] of names.entries()) linkSync(join(this.folder, "recordings", name), join(kept, `${at}`));
    return () => new Map(names.map((name, at) => [name, sha256(join(kept, `${at}`))]));
  }

  async close(): Promise<void> {
    await this.kill();
    await this.#index?.close();
    await this.door.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const sha256 = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex");

export class StandbyHouse {
  readonly built: string;
  readonly recorders: GroupRecorder[] = [];
  readonly #database: URL;
  #cameras: ChildProcess | null = null;
  #rtspPort = 0;

  private constructor(built: string, database: URL) {
    this.built = built;
    this.#database = database;
  }

  /** `built` also contains `cameras.js` (bench/recorder/cameras.ts). */
  static async open(built: string, count: number): Promise<StandbyHouse> {
    mkdirSync(built, { recursive: true });
    const house = new StandbyHouse(built, new URL(await newDatabase()));
    const cameras = spawn(
      process.execPath,
      [join(built, "cameras.js"), String(count), "0", "400000", "640x360@15", "shared"],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    house.#cameras = cameras;
    house.#rtspPort = await new Promise((resolve) =>
      cameras.stdout.once("data", (line: Buffer) => resolve(Number(line))),
    );
    return house;
  }

  databaseBy(door: DatabaseDoor): string {
    const url = new URL(this.#database);
    url.port = String(door.port);
    return url.href;
  }

  async recorder(role: "owner" | "standby" | "mirror"): Promise<GroupRecorder> {
    const door = await DatabaseDoor.open(Number(this.#database.port));
    const one = new GroupRecorder(this, role, await freePort(), door);
    this.recorders.push(one);
    await one.start();
    return one;
  }

  /** Nobody gets through it any more. */
  shut(door: DatabaseDoor): void {
    door.leadTo(1);
    door.cut();
  }

  reopen(door: DatabaseDoor): void {
    door.leadTo(Number(this.#database.port));
  }

  /** Registers a camera, and resolves with its ids once it is recorded. */
  async addCamera(at: GroupRecorder, number: number): Promise<{ id: string; streamId: string }> {
    const uri = `rtsp://127.0.0.1:${this.#rtspPort}/cam${number}`;
    const made = await at.ask<{ id: string; primaryStream: { id: string } }>("POST", "/service/cameras", {
      driver: "Generic RTSP",
      name: `cam${number}`,
      connection: { uri, username: "user", password: "pass" },
    });
    const streamId = made.primaryStream.id;
    await this.until("a recorded camera", async () => (await at.shown(streamId)).length > 0);
    return { id: made.id, streamId };
  }

  async until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    const limitMs = performance.now() + LIMIT_MS;
    while (!(await holds())) {
      if (performance.now() > limitMs) {
        const logs = this.recorders.map(({ log, url }) => `${url}:\n${log.slice(-6000)}`).join("\n\n");
        throw new Error(`there is not ${what}:\n${logs}`);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  async close(): Promise<void> {
    for (const one of this.recorders.splice(0)) await one.close();
    this.#cameras?.kill();
  }
}
