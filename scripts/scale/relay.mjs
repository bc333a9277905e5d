/**
 * Relays of a recorder behind a narrow line (docs/scale.md): `node scripts/scale/relay.mjs [--viewers 20] [--seconds 20]`, as root on Linux.
 * Recorder, relays and viewers run in network namespaces; what the recorder sends is held to 10 Mbit/s. Prints how many copies of a
 * 2 Mbit/s camera the line carries, which share of the pictures each viewer gets, how much older they are than at the recorder itself,
 * and how long the viewers are without pictures when the relay is killed: once with another relay, once without.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { quantile } from "../../bench/support/product.mjs";
import { buildRecorder, entries } from "../build-recorder.mjs";
import { SwitchedHosts } from "./switched-hosts.mjs";
import { judge, say } from "./verdicts.mjs";

const UPLINK = "10mbit";
const CAMERA_BITS = 2_000_000;
const PICTURES_PER_S = 15;
const LIMITS = { copies: 1.35, share: 0.95, olderMs: 40, backMs: 3000 };
const TOKEN = "a-secret-of-this-proof-1234";
const PORT = 8080;
const HOSTS = { recorder: "10.231.77.1", relays: "10.231.77.2", viewers: "10.231.77.3" };

const { values } = parseArgs({
  options: { viewers: { type: "string", default: "20" }, seconds: { type: "string", default: "20" } },
});
const [viewerCount, seconds] = [values.viewers, values.seconds].map(Number);

const hosts = SwitchedHosts.join(HOSTS);
if (hosts === null) {
  say("skipped: network namespaces need root on Linux");
  process.exit(0);
}

const children = [];
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
mkdirSync(join(root, ".cache"), { recursive: true });
const built = mkdtempSync(join(root, ".cache/relay-proof-"));
const folder = mkdtempSync(join(tmpdir(), "proscenium-relay-proof-"));
let log = "";

function start(host, script, ...words) {
  const all = hosts.wordsIn(host, process.execPath, script, ...words);
  const child = spawn("ip", all, { stdio: ["pipe", "pipe", "pipe"] });
  children.push(child);
  child.lines = createInterface({ input: child.stdout });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (log = (log + chunk).slice(-20_000)));
  return child;
}
const line = (child) => new Promise((resolve) => child.lines.once("line", resolve));
async function until(what, holds) {
  for (let left = 600; !(await holds()); left -= 1) {
    if (left === 0) throw new Error(`there is not ${what}:\n${log}`);
    await pause(100);
  }
}

function narrowLine() {
  const shape = ["tbf", "rate", UPLINK, "burst", "32k", "latency", "200ms"];
  const limited = hosts.inside("recorder", "tc", "qdisc", "add", "dev", "eth0", "root", ...shape);
  if (limited.status !== 0) throw new Error(`the line cannot be made narrow: ${limited.stderr}`);
}

async function startRecorder() {
  const cameras = start("recorder", join(built, "cameras.js"), "1", "0", String(CAMERA_BITS));
  const cameraPort = await line(cameras);
  const words = [
    "--data",
    folder,
    "--port",
    String(PORT),
    "--no-demo",
    "--rtsp-port",
    "8554",
    "--cameras-allow-loopback",
  ];
  const limits = ["--http-requests-per-minute", "0", "--http-connections-per-address", "0"];
  start("recorder", join(built, "main.js"), ...words, ...limits, "--relay-token", TOKEN);
  await until("a first password", () => /password:\s+(\S+)/.test(log));
  const user = `admin:${/password:\s+(\S+)/.exec(log)[1]}`;
  const camera = JSON.stringify({
    driver: "Generic RTSP",
    name: "camera",
    connection: { uri: `rtsp://127.0.0.1:${cameraPort}/cam0`, username: "user", password: "pass" },
  });
  const url = `http://127.0.0.1:${PORT}`;
  const json = ["-u", user, "-H", "content-type: application/json"];
  const made = JSON.parse(hosts.fetched("recorder", `${url}/service/cameras`, ...json, "-d", camera));
  const streamId = made.primaryStream.id;
  await until("a camera", () =>
    /"running"/.test(hosts.fetched("recorder", `${url}/service/streams/${streamId}/status`, ...json)),
  );
  return { streamId, authorization: `Basic ${Buffer.from(user).toString("base64")}` };
}

async function startRelay(port) {
  const address = `http://${HOSTS.relays}:${port}`;
  const words = [
    "--edition",
    "relay",
    "--port",
    String(port),
    "--rtsp-port",
    String(port + 1000),
    "--relay-token",
    TOKEN,
  ];
  const where = ["--relay-recorder", `http://${HOSTS.recorder}:${PORT}`, "--relay-address", address];
  const child = start("relays", join(built, "main.js"), ...words, ...where, "--http-connections-per-address", "0");
  await until("a relay", () => /"recorder":"ok"/.test(hosts.fetched("relays", `${address}/readyz`)));
  return { at: `${HOSTS.relays}:${port}`, child };
}

function startViewers(from, host, { streamId, authorization }, count, by) {
  const script = join(root, "scripts/scale/relay-viewers.mjs");
  const child = start(from, script, `http://${host}:${PORT}`, authorization, streamId, String(count), by);
  return async () => {
    const answer = line(child);
    child.stdin.write("\n");
    return JSON.parse(await answer);
  };
}
const sentBytes = () => Number(hosts.inside("recorder", "cat", "/sys/class/net/eth0/statistics/tx_bytes").stdout);
const watching = (taken, at) => taken.every((viewer) => viewer.pictures > 0 && (at === null || viewer.at === at));

/** Kills the relay of the viewers; resolves with how long each of them was without pictures, once all have some again. */
async function kill({ child }, take, elsewhere) {
  await take();
  child.kill("SIGKILL");
  const waits = [];
  await until("pictures again", async () => {
    const taken = await take();
    waits.push(taken.map(({ longestMs }) => longestMs));
    return watching(taken, null) && taken.every(({ at }) => elsewhere(at));
  });
  return waits[0].map((_, at) => Math.max(...waits.map((row) => row[at])));
}

try {
  await buildRecorder(built, { ...entries, cameras: "bench/recorder/cameras.ts" });
  narrowLine();
  const camera = await startRecorder();
  const own = startViewers("recorder", "127.0.0.1", camera, 1, "none");
  const relays = [await startRelay(8081), await startRelay(8082)];
  const take = startViewers("viewers", HOSTS.recorder, camera, viewerCount, "relays");
  await until("pictures for all viewers", async () => watching(await take(), null));
  await pause(5000);

  await Promise.all([take(), own()]);
  const [fromBytes, fromMs] = [sentBytes(), performance.now()];
  await pause(seconds * 1000);
  const [seen, [near]] = await Promise.all([take(), own()]);
  const tookS = (performance.now() - fromMs) / 1000;
  const bits = ((sentBytes() - fromBytes) * 8) / tookS;
  const share = Math.min(...seen.map(({ pictures }) => pictures / near.pictures));
  const age = (ages) => quantile(ages, 0.5);
  const olderMs = Math.max(...seen.map(({ agesMs }) => age(agesMs))) - age(near.agesMs);
  const p95Ms =
    quantile(
      seen.flatMap(({ agesMs }) => agesMs),
      0.95,
    ) - quantile(near.agesMs, 0.95);
  say(
    `${viewerCount} viewers at ${[...new Set(seen.map(({ at }) => at))].join(", ")}, ${tookS.toFixed(0)} s, ${near.pictures} pictures (${(near.pictures / tookS).toFixed(1)} of ${PICTURES_PER_S} a second)`,
  );
  judge(
    `the line carries ${(bits / 1e6).toFixed(2)} Mbit/s: ${(bits / CAMERA_BITS).toFixed(2)} copies`,
    bits / CAMERA_BITS <= LIMITS.copies,
  );
  judge(`each viewer has at least ${(share * 100).toFixed(1)} % of the pictures`, share >= LIMITS.share);
  judge(
    `they are ${olderMs.toFixed(0)} ms older than at the recorder (median of the worst viewer; p95 of all ${p95Ms.toFixed(0)} ms)`,
    olderMs <= LIMITS.olderMs,
  );

  const first = relays.find(({ at }) => seen[0].at === at);
  const second = relays.find((one) => one !== first);
  const toOther = await kill(first, take, (at) => at === second.at);
  judge(
    `the relay is killed: pictures by the other one after ${quantile(toOther, 0.5).toFixed(0)} ms, at most ${Math.max(...toOther).toFixed(0)} ms`,
    Math.max(...toOther) <= LIMITS.backMs,
  );
  const toRecorder = await kill(second, take, (at) => at === `${HOSTS.recorder}:${PORT}`);
  say(
    `     the last relay is killed: first pictures by the recorder after ${quantile(toRecorder, 0.5).toFixed(0)} ms, at most ${Math.max(...toRecorder).toFixed(0)} ms, all over the line of ${UPLINK}`,
  );
} finally {
  for (const child of children.reverse()) child.kill("SIGTERM");
  await pause(2000);
  for (const child of children) child.kill("SIGKILL");
  hosts.remove();
  for (const path of [built, folder]) rmSync(path, { recursive: true, force: true });
}
