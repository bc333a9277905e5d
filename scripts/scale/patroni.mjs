/**
 * A recorder whose PostgreSQL is made highly available by Patroni (docs/operations.md): `node scripts/scale/patroni.mjs [--cameras 4]`, or two
 * aggregators (`--aggregators`, patroni-aggregators.mjs), with Debian's packages postgresql, patroni, etcd-server and haproxy; as root the servers run as the user postgres. Patroni's settings are its own
 * defaults. A bookmark is set five times a second while the primary changes as planned, and while it is killed: prints how long
 * calls are refused, whether each bookmark that was acknowledged is there, and which seconds of pictures are missing.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { until } from "../../bench/support/measuring.mjs";
import { buildRecorder, entries } from "../build-recorder.mjs";
import { freePort } from "../machine/free-port.mjs";
import { gapsOf } from "./day/rules.mjs";
import { proveAggregators } from "./patroni-aggregators.mjs";
import { missingPackages, PatroniCluster } from "./patroni-cluster.mjs";
import { Writer } from "./writer.mjs";
import { judge, say } from "./verdicts.mjs";

/** Files wait for a minute in memory: a primary that is away for less costs no picture. */
const LIMITS = { lostMs: 0, refusedMs: 60_000 };
const BOOKMARK_EVERY_MS = 200;
const UNWRITTEN_MS = 6000;
const START_MS = 120_000;

const { values } = parseArgs({
  options: { cameras: { type: "string", default: "4" }, aggregators: { type: "boolean", default: false } },
});
const cameraCount = Number(values.cameras);
const missing = missingPackages();
if (missing.length > 0) {
  say(`skipped: not installed (Debian: apt-get install ${missing.join(" ")})`);
  process.exit(0);
}

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
mkdirSync(join(root, ".cache"), { recursive: true });
const built = mkdtempSync(join(root, ".cache/patroni-proof-"));
const folder = mkdtempSync(join(tmpdir(), "proscenium-patroni-proof-"));
const ends = [];

async function startRecorder(databaseUrl) {
  const port = await freePort();
  const words = ["--data", join(folder, "data"), "--host", "127.0.0.1", "--port", String(port), "--no-demo"];
  const limits = ["--rtsp-port", "0", "--http-requests-per-minute", "0", "--cameras-allow-loopback"];
  const child = spawn(process.execPath, [join(built, "main.js"), ...words, ...limits], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PROSCENIUM_DATABASE_URL: databaseUrl },
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (log += chunk));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  ends.push(stop);
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until("a ready recorder", isReady, { withinMs: START_MS }).catch((error) => {
    throw new Error(`${error.message}\n${log}`);
  });
  const authorization = `Basic ${Buffer.from(`admin:${/password: *(\S+)/.exec(log)?.[1]}`).toString("base64")}`;
  const call = async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      signal: AbortSignal.timeout(20_000),
      headers: { authorization, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const content = await answer.json();
    if (!answer.ok) throw new Error(`${answer.status} ${content.code}: ${content.reason}`);
    return content;
  };
  return { call, stop, log: () => log };
}

async function startCameras() {
  const words = [join(built, "cameras.js"), String(cameraCount), "0", "800000", "640x360@15", "shared", "127.0.0.1"];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  ends.push(() => child.kill());
  return new Promise((resolve) => createInterface({ input: child.stdout }).once("line", resolve));
}

try {
  await buildRecorder(built, {
    ...entries,
    cameras: "bench/recorder/cameras.ts",
    stored: "test/recorder/whole/stored.ts",
  });
  const cluster = await PatroniCluster.start();
  ends.push(() => cluster.stop());
  const client = new Client(cluster.url);
  await client.connect();
  await client.query("create role wall login password 'of-the-wall'");
  await client.query("create database wall owner wall");
  await client.end();
  const databaseUrl = `postgres://wall:of-the-wall@127.0.0.1:${cluster.port}/wall`;
  if (values.aggregators) await proveAggregators({ cluster, databaseUrl, built, folder, ends });
  else await proveRecorder(cluster, databaseUrl);
} finally {
  for (const end of ends.toReversed())
    await Promise.resolve(end()).catch((error) => say(`at the end: ${error.message}`));
  for (const path of [built, folder]) rmSync(path, { recursive: true, force: true });
}
process.exit();

async function proveRecorder(cluster, databaseUrl) {
  const stored = await import(pathToFileURL(join(built, "stored.js")).href);
  const rtspPort = await startCameras();
  const recorder = await startRecorder(databaseUrl);
  const streams = [];
  for (let at = 0; at < cameraCount; at += 1) {
    const connection = { uri: `rtsp://127.0.0.1:${rtspPort}/cam${at}`, username: "user", password: "pass" };
    const camera = { driver: "Generic RTSP", name: `camera ${at}`, connection };
    streams.push((await recorder.call("POST", "/service/cameras", camera)).primaryStream.id);
  }
  const statuses = () => Promise.all(streams.map((id) => recorder.call("GET", `/service/streams/${id}/status`)));
  await until("recordings", async () => (await statuses()).every((one) => one.lastArchiveWritten > 0));
  const recordingsDir = join(folder, "data/recordings");
  const acknowledged = new Set();
  const writer = new Writer(async (number) => {
    const text = `mark ${number}`;
    await recorder.call("POST", "/service/bookmarks", { streams: [streams[0]], start: Date.now(), text });
    acknowledged.add(text);
  }, BOOKMARK_EVERY_MS);

  const change = async (what, doIt) => {
    const primary = await cluster.whole();
    await pause(5000);
    const fromMs = Date.now();
    await doIt(primary);
    await until("another primary", async () => (await cluster.whole()) !== primary, { withinMs: START_MS });
    const wholeMs = Date.now() - fromMs;
    await until("a call that is taken", () => writer.answers.at(-1)?.isTaken).catch((error) => {
      throw new Error(`${error.message}: ${writer.answers.at(-1).said}\n${recorder.log().slice(-5000)}`);
    });
    await pause(70_000);
    const toMs = Date.now() - UNWRITTEN_MS;
    const rows = await stored.storedRows({ recordingsDir, databaseUrl });
    const gaps = streams.flatMap((id) =>
      gapsOf(
        rows.filter(({ streamId }) => streamId === id),
        fromMs - 5000,
        toMs,
      ),
    );
    const { refusedMs, sentences } = writer.refusals(fromMs);
    judge(`${what}: calls that write are refused for ${refusedMs} ms`, refusedMs <= LIMITS.refusedMs);
    for (const one of sentences) say(`       ${one}`);
    const lost = Math.max(0, ...gaps.map(({ startMs, endMs }) => endMs - startMs));
    judge(`  longest gap of ${cameraCount} cameras: ${Math.round(lost)} ms`, lost <= LIMITS.lostMs);
    say(`     primary and standby are whole again after ${Math.round(wholeMs / 1000)} s`);
  };

  await change("planned change", (primary) => cluster.switchOver(primary));
  await change("primary killed", async (primary) => {
    primary.kill();
    // Its machine comes back after a while; without it there would be no standby to confirm.
    setTimeout(() => primary.start(cluster.etcdPort), 60_000);
  });

  await writer.end();
  const kept = new Set((await recorder.call("GET", "/service/bookmarks")).bookmarks.map(({ text }) => text));
  const lost = [...acknowledged].filter((text) => !kept.has(text));
  judge(`${acknowledged.size} bookmarks were acknowledged, ${lost.length} of them are missing`, lost.length === 0);
  await recorder.stop();
  const { files, faults } = await stored.storedFaults({ recordingsDir, databaseUrl });
  judge(`${files} files and the index compared, ${faults.length} differ`, faults.length === 0);
  for (const one of faults) say(`       ${one}`);
}
