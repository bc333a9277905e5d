/**
 * Recorders that stand in for one another (docs/scale.md): `node scripts/scale/standby.mjs [--cameras 4] [--away 20]`, as root on Linux with
 * PostgreSQL. Owner, standby, mirror, and the site with cameras and database each run in a network namespace. The owner is cut off from all
 * others, and killed: prints how soon the standby records, and whether everything is back afterwards, byte for byte, once, and without a gap
 * at the return. Then owner and mirror are killed in turns: prints how long each is without what it has missed, and what is missing then.
 */
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { buildRecorder, entries } from "../build-recorder.mjs";
import { postgresPlace } from "../machine/postgres-place.mjs";
import { PostgresServer } from "../machine/postgres-server.mjs";
import { SwitchedHosts } from "./switched-hosts.mjs";
import { judge, say } from "./verdicts.mjs";

const LIMITS = { takenMs: 8000, seamMs: 170 };
const SECRET = "a-secret-of-this-proof-1234";
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;
const PORT = 8080;
const HOSTS = { site: "10.231.78.1", owner: "10.231.78.2", standby: "10.231.78.3", mirror: "10.231.78.4" };

const { values } = parseArgs({
  options: { cameras: { type: "string", default: "4" }, away: { type: "string", default: "20" } },
});
const [cameraCount, awayS] = [values.cameras, values.away].map(Number);

if (postgresPlace() === null) {
  say("skipped: PostgreSQL is not installed (Debian: apt-get install postgresql)");
  process.exit(0);
}
const hosts = SwitchedHosts.join(HOSTS);
if (hosts === null) {
  say("skipped: network namespaces need root on Linux");
  process.exit(0);
}

const children = [];
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
mkdirSync(join(root, ".cache"), { recursive: true });
const built = mkdtempSync(join(root, ".cache/standby-proof-"));
const folder = mkdtempSync(join(tmpdir(), "proscenium-standby-proof-"));
let postgres = null;

function start(host, words, env = {}) {
  const child = spawn("ip", hosts.wordsIn(host, process.execPath, ...words), {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
    detached: true,
  });
  children.push(child);
  child.log = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => (child.log = (child.log + chunk).slice(-20_000)));
  return child;
}
const line = (child) => new Promise((resolve) => createInterface({ input: child.stdout }).once("line", resolve));
async function until(what, holds) {
  for (let left = 3000; ; left -= 1) {
    const got = await holds();
    if (got) return got;
    if (left === 0)
      throw new Error(`there is not ${what}:\n${children.map(({ log }) => log.slice(-3000)).join("\n\n")}`);
    await pause(100);
  }
}

/** The database is reached at the site's address; PostgreSQL itself listens on a socket of the file system. */
async function startSite() {
  postgres = await PostgresServer.start();
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const socketFolder = (await client.query("show unix_socket_directories")).rows[0].unix_socket_directories;
  await client.end();
  const socket = join(socketFolder, `.s.PGSQL.${new URL(postgres.url).port}`);
  const forward = `require("node:net").createServer((client) => {
    const server = require("node:net").connect(${JSON.stringify(socket)});
    for (const one of [client, server]) one.on("error", () => { client.destroy(); server.destroy(); });
    client.pipe(server).pipe(client);
  }).listen(5432, "${HOSTS.site}")`;
  start("site", ["-e", forward]);
  return Number(
    await line(
      start("site", [
        join(built, "cameras.js"),
        String(cameraCount),
        "0",
        "800000",
        "640x360@15",
        "shared",
        HOSTS.site,
      ]),
    ),
  );
}

class Recorder {
  constructor(name) {
    this.name = name;
    this.data = join(folder, name);
    this.recordings = join(this.data, "recordings");
  }
  async start() {
    const words = [
      ...["--data", this.data, "--port", String(PORT), "--no-demo", "--rtsp-port=0", "--name", this.name],
      ...[
        "--standby-role",
        this.name,
        "--standby-secret",
        SECRET,
        "--standby-address",
        `http://${HOSTS[this.name]}:${PORT}`,
      ],
      ...["--http-requests-per-minute", "0"],
    ];
    const env = { PROSCENIUM_STANDBY_DATABASE: `postgres://test@${HOSTS.site}:5432/postgres` };
    this.child = start(this.name, [join(built, "main.js"), ...words], env);
    await until(`a ready ${this.name}`, () => /"ready":true/.test(this.fetched("/readyz")));
    this.user ??= `admin:${/password:\s+(\S+)/.exec(this.child.log)?.[1]}`;
  }
  /** All its processes: they are a group of their own. */
  async kill() {
    const gone = new Promise((resolve) => this.child.once("exit", resolve));
    process.kill(-Number(this.child.pid), "SIGKILL");
    await gone;
  }
  fetched(path, ...more) {
    const login = this.user ? ["-u", this.user] : [];
    return hosts.fetched(this.name, `http://127.0.0.1:${PORT}${path}`, ...login, ...more);
  }
  json(path, ...more) {
    return JSON.parse(this.fetched(path, ...more));
  }
  cut(isCut) {
    hosts.inside(this.name, "ip", "link", "set", "eth0", isCut ? "down" : "up");
  }
  files() {
    if (!existsSync(this.recordings)) return [];
    const names = readdirSync(this.recordings, { recursive: true, encoding: "utf8" });
    return names.filter((name) => name.endsWith(".mp4")).map((name) => join(this.recordings, name));
  }
  shown(streamId) {
    return JSON.parse(
      execFileSync(process.execPath, [join(built, "shown.js"), this.recordings, streamId], {
        maxBuffer: MOST_OUTPUT_BYTES,
      }),
    );
  }
  lastMs(streamId) {
    return this.shown(streamId).at(-1)?.[1] ?? 0;
  }
  /** Pauses and overlaps between what is shown after this time, in ms. */
  seams(streamId, afterMs) {
    const shown = this.shown(streamId);
    return shown.slice(1).flatMap(([from], at) => (from > afterMs ? [from - shown[at][1]] : []));
  }
  gaps(streams, afterMs) {
    return streams.flatMap((id) => this.seams(id, afterMs)).filter((ms) => ms > LIMITS.seamMs);
  }
}

const sha256 = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");
/** Further names of its files, for as long as it has them: what the standby removes can be compared afterwards. */
function keepFiles(recorder) {
  const kept = mkdtempSync(join(folder, "kept-"));
  const known = new Map();
  const look = () => {
    for (const file of recorder.files()) {
      if (known.has(file)) continue;
      try {
        linkSync(file, join(kept, String(known.size)));
        known.set(file, join(kept, String(known.size)));
      } catch {
        // It was removed just now, or is looked at once more.
      }
    }
  };
  const timer = setInterval(look, 100);
  return () => {
    clearInterval(timer);
    return [...known.values()].map(sha256);
  };
}

const worst = (all) => Math.round(Math.max(0, ...all));

async function standInOnce(what, leave, comeBack, owner, standby, streams) {
  const keep = keepFiles(standby);
  const leftMs = Date.now();
  await leave();
  const first = (id) => standby.shown(id).find(([from]) => from > leftMs)?.[0];
  await until("recordings of the standby", () => streams.every((id) => first(id)));
  const takenMs = streams.map((id) => first(id) - leftMs);
  judge(
    `${what}: the standby records after ${worst(takenMs)} ms at most (${streams.length} cameras)`,
    worst(takenMs) <= LIMITS.takenMs,
  );
  await pause(awayS * 1000);
  const backMs = Date.now();
  await comeBack();
  await until(
    "a standby that has nothing",
    () => standby.json("/service/cameras").cameras.length === 0 && standby.files().length === 0,
  );
  const handedMs = Date.now() - backMs;
  await until("new recordings of the owner", () => streams.every((id) => owner.lastMs(id) > backMs + handedMs));
  const given = keep();
  const has = new Set(owner.files().map(sha256));
  judge(
    `  back: ${given.length} files handed back ${Math.round(handedMs / 1000)} s after the return, all equal by SHA-256`,
    given.length > 0 && given.every((one) => has.has(one)),
  );
  const after = streams.flatMap((id) => owner.seams(id, Math.max(...takenMs) + leftMs + 1000));
  judge(
    `  one lane from there on: longest pause ${worst(after)} ms, longest overlap ${worst(after.map((ms) => -ms))} ms`,
    after.every((ms) => Math.abs(ms) <= LIMITS.seamMs),
  );
  const runs = streams.map(
    (id) => owner.json(`/service/archives?streamId=${id}&stop=${leftMs - 5000}`).archives.length,
  );
  judge(
    `  in the list of recordings: at most two runs for each camera since, as the last picture before may count until it was missed (${runs.join(", ")})`,
    runs.every((count) => count <= 2),
  );
}

async function mirrorOnce(killed, other, streams) {
  const killedMs = Date.now();
  await killed.kill();
  await pause(awayS * 1000);
  await killed.start();
  const startedMs = Date.now();
  await until("new recordings", () => streams.every((id) => killed.lastMs(id) > startedMs));
  const before = killed.gaps(streams, killedMs - 5000);
  await until("filled gaps", () => killed.gaps(streams, killedMs - 5000).length === 0);
  const seams = [killed, other].flatMap((one) => streams.flatMap((id) => one.seams(id, killedMs - 5000)));
  judge(
    `${killed.name} killed for ${Math.round((startedMs - killedMs) / 1000)} s: a gap of ${worst(before)} ms is filled ${Math.round((Date.now() - startedMs) / 1000)} s after its return; longest pause at both then ${worst(seams)} ms`,
    before.length > 0 && worst(seams) <= LIMITS.seamMs,
  );
}

try {
  await buildRecorder(built, { ...entries, cameras: "bench/recorder/cameras.ts", shown: "bench/recorder/shown.ts" });
  const rtspPort = await startSite();
  const [owner, standby, mirror] = ["owner", "standby", "mirror"].map((name) => new Recorder(name));
  await owner.start();
  await standby.start();
  const streams = Array.from({ length: cameraCount }, (_, at) => {
    const camera = {
      driver: "Generic RTSP",
      name: `camera ${at}`,
      connection: { uri: `rtsp://${HOSTS.site}:${rtspPort}/cam${at}`, username: "user", password: "pass" },
    };
    const words = ["-H", "content-type: application/json", "-d", JSON.stringify(camera)];
    return owner.json("/service/cameras", ...words).primaryStream.id;
  });
  await until("recordings of the owner", () => streams.every((id) => owner.lastMs(id) > 0));
  // No standby takes anybody before it has looked for longer than a lease.
  await pause(10_000);
  await standInOnce(
    "owner cut off",
    () => owner.cut(true),
    () => owner.cut(false),
    owner,
    standby,
    streams,
  );
  await standInOnce(
    "owner killed",
    () => owner.kill(),
    () => owner.start(),
    owner,
    standby,
    streams,
  );
  await standby.kill();
  await mirror.start();
  await until("recordings of the mirror", () => streams.every((id) => mirror.lastMs(id) > 0));
  await pause(15_000);
  await mirrorOnce(owner, mirror, streams);
  await mirrorOnce(mirror, owner, streams);
} finally {
  for (const child of children.reverse())
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  await postgres?.stop();
  hosts.remove();
  for (const path of [built, folder]) rmSync(path, { recursive: true, force: true });
}
