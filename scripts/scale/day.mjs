/**
 * A day at a tenth of its size, with faults (docs/scale.md): `node scripts/scale/day.mjs [--hours 24] [--seed N] [--cameras 6] [--every 300] [--rate 1]
 * [--slack 1] [--kinds cut,slow] [--json FILE]`, as root on Linux with PostgreSQL. Two aggregators on PostgreSQL watch two recorders: one with two media processes and SQLite, one with
 * its index in PostgreSQL; their disks hold a quarter of an hour. Viewers come and go, operators work (`--rate` times as often as in a day), and each
 * `--every` seconds there is one of the faults of day/rules.mjs, drawn by `--seed`. After each fault what is stored is compared with what
 * was sent: a gap that is no fault's, or longer than its promise, breaks it. At the end: index against files, SHA-256, events and audit without
 * doubles, memory. `--kinds`: only these faults; without kills a process lives long enough for its memory to be judged. `--slack 3`: beside other work everything may take three times as long. Ends with 1 where a promise is broken.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { buildRecorder, entries } from "../build-recorder.mjs";
import { postgresPlace } from "../machine/postgres-place.mjs";
import { PostgresServer } from "../machine/postgres-server.mjs";
import { doFault } from "./day/faults.mjs";
import { Aggregator, CAMERA_BITS, Recorder } from "./day/house.mjs";
import { People } from "./day/load.mjs";
import { attributed, doubled, drawing, faultsOf, gapsOf, growthOf, PROMISES } from "./day/rules.mjs";
import { say } from "./verdicts.mjs";

const PICTURES_PER_S = 15;
/** Dates are those of arrival: a file of a minute may seem this much longer than it is. */
const PICTURES_OFF = 2;
/** What is in memory, and not in the index yet */
const UNWRITTEN_MS = 6000;
/** Until all is as it was, after what the fault itself takes */
const SETTLE_MS = 20_000;
/** A call that fails so long after a fault is still of it. */
const CALLS_AFTER_MS = 15_000;
const SAMPLE_MS = 30_000;
/** Shorter runs only print what grows: caches fill. */
const JUDGED_HOURS = 4;
const MB_PER_HOUR = 1;
/** Of each life of a process; faults end most of them within hours. */
const WARM_HOURS = 0.5;
const DISK_S = 900;

const { values } = parseArgs({
  options: {
    hours: { type: "string", default: "24" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    cameras: { type: "string", default: "6" },
    every: { type: "string", default: "300" },
    rate: { type: "string", default: "1" },
    slack: { type: "string", default: "1" },
    kinds: { type: "string", default: Object.keys(PROMISES).join(",") },
    json: { type: "string" },
  },
});
const [hours, seed, cameras, everyS, rate, slack] = ["hours", "seed", "cameras", "every", "rate", "slack"].map((name) =>
  Number(values[name]),
);
const kinds = values.kinds.split(",").filter((kind) => kind in PROMISES);
if (process.platform !== "linux" || process.getuid() !== 0 || postgresPlace() === null) {
  say("left out: needs root on Linux (network namespaces, small disks) and PostgreSQL");
  process.exit(0);
}
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
mkdirSync(join(root, ".cache"), { recursive: true });
const built = mkdtempSync(join(root, ".cache/scale-day-"));
const folder = mkdtempSync(join(tmpdir(), "proscenium-day-"));
const ends = [() => [built, folder].forEach((path) => rmSync(path, { recursive: true, force: true }))];
const draw = drawing(seed + 1);
const beganAt = performance.now();
const clock = () => `${((performance.now() - beganAt) / 60_000).toFixed(1)} min`;
const broken = [];
function breaks(text) {
  broken.push(`${clock()}: ${text}`);
  say(`BROKEN ${clock()}: ${text}`);
}
const stopping = new AbortController();
process.once("SIGINT", () => stopping.abort());

const happened = [];
const costs = Object.fromEntries(
  Object.keys(PROMISES).map((kind) => [kind, { times: 0, gaps: 0, worstMs: 0, lostMs: 0 }]),
);
const samples = [];
let [lostMs, watchedMs, lostInside] = [0, 0, 0];

try {
  await buildRecorder(built, {
    ...entries,
    cameras: "bench/recorder/cameras.ts",
    stored: "test/recorder/whole/stored.ts",
  });
  const stored = await import(pathToFileURL(join(built, "stored.js")).href);
  const postgres = await PostgresServer.start();
  ends.push(() => postgres.stop());
  const client = new Client(postgres.url);
  await client.connect();
  await client.query("CREATE DATABASE recordings");
  await client.end();

  const recorders = [];
  for (const [number, own] of [
    { mediaWorkers: 2, databaseUrl: "" },
    { mediaWorkers: 1, databaseUrl: postgres.url.replace(/postgres$/, "recordings") },
  ].entries()) {
    const diskMb = Math.ceil((cameras * (CAMERA_BITS / 8) * 1.1 * DISK_S) / 1e6) + 50;
    const recorder = new Recorder(number, { built, cameras, diskMb, ...own });
    recorders.push(recorder);
    ends.push(() => recorder.remove());
    await recorder.begin();
  }
  const aggregators = [];
  for (const name of ["aggregator a", "aggregator b"]) {
    const node = new Aggregator(name, { built, folder, databaseUrl: postgres.url, first: aggregators[0] });
    aggregators.push(node);
    ends.push(() => node.end("SIGKILL"));
    await node.start();
  }
  for (const { line, password } of recorders)
    await aggregators[0].call("POST", "/service/orchids", { uri: line.url, username: "admin", password });
  const people = new People({ recorders, aggregators, scripts: join(root, "scripts/scale"), draw, rate });
  await people.begin();
  ends.push(() => people.end());

  const beganMs = Date.now();
  const untilMs = beganMs + hours * 3_600_000;
  const faults = faultsOf(seed, {
    untilMs: hours * 3_600_000 - SETTLE_MS * slack,
    everyMs: everyS * 1000,
    recorders: 2,
    kinds,
  });
  say(`seed ${seed}: ${hours} h, ${faults.length} faults, ${cameras} cameras each, slack ${slack}`);
  const house = { recorders, aggregators, postgres, draw };
  const sampler = setInterval(() => sample([...recorders, ...aggregators], beganMs), SAMPLE_MS);
  ends.push(() => clearInterval(sampler));
  let checkedMs = beganMs;
  for (const fault of faults) {
    while (Date.now() < beganMs + fault.atMs && !stopping.signal.aborted) await pause(500);
    if (stopping.signal.aborted) break;
    const one = await doFault(fault, house);
    happened.push(one);
    costs[one.kind].times += 1;
    say(
      `${clock()}: ${one.kind}${PROMISES[one.kind].lostMs > 0 || one.kind === "full" ? `, recorder ${one.recorder}` : ""}, ${((one.endedMs - one.beganMs) / 1000).toFixed(1)} s`,
    );
    await pause(Math.max(SETTLE_MS, PROMISES[one.kind].lostMs + UNWRITTEN_MS) * slack);
    checkedMs = await check(stored, recorders, checkedMs);
  }
  while (Date.now() < untilMs && !stopping.signal.aborted) await pause(500);
  await check(stored, recorders, checkedMs);
  await people.end();
  judgeCalls(people);
  await lookForDoubles({ recorders, aggregators, people, beganMs });
  sample([...recorders, ...aggregators], beganMs);
  for (const recorder of recorders) {
    await recorder.end("SIGTERM");
    const { files, faults: wrong } = await stored.storedFaults(recorder.place);
    say(`${recorder.name}: ${files} files and the index compared, ${wrong.length} differ`);
    for (const text of wrong.slice(0, 20)) breaks(`${recorder.name}: ${text}`);
  }
  report(people);
} finally {
  for (const end of ends.toReversed())
    await Promise.resolve(end()).catch((error) => say(`at the end: ${error.message}`));
}
process.exit(broken.length > 0 ? 1 : 0);

/** Compares what is stored since the last time with what was sent: cameras always send. */
async function check(stored, recorders, fromMs) {
  const toMs = Date.now() - UNWRITTEN_MS;
  for (const [at, recorder] of recorders.entries()) {
    const rows = await stored.storedRows(recorder.place);
    for (const streamId of recorder.streams) {
      const own = rows.filter((row) => row.streamId === streamId && row.endMs > fromMs);
      watchedMs += toMs - fromMs;
      for (const gap of gapsOf(own, fromMs, toMs))
        judgeGap({ ...gap, recorder: at }, `${recorder.name}, stream ${streamId}`);
      for (const { startMs, endMs, frames, closed } of own) {
        const missing = Math.round(((endMs - startMs) * PICTURES_PER_S) / 1000) - frames;
        if (!closed || endMs > toMs || missing <= PICTURES_OFF) continue;
        lostInside += missing;
        const { kinds } = attributed({ recorder: at, startMs, endMs }, happened, slack);
        if (kinds.length === 0)
          breaks(
            `${recorder.name}, stream ${streamId}: ${missing} pictures are missing in a file of ${new Date(startMs).toISOString()}`,
          );
      }
    }
  }
  return toMs;
}

function judgeGap(gap, where) {
  const { kinds, lostMs: ms, allowedMs, isKept } = attributed(gap, happened, slack);
  lostMs += ms;
  for (const kind of kinds) {
    const cost = costs[kind];
    Object.assign(cost, { gaps: cost.gaps + 1, worstMs: Math.max(cost.worstMs, ms), lostMs: cost.lostMs + ms });
  }
  if (isKept) return;
  const whose =
    kinds.length === 0 ? "by no fault" : `by ${kinds.join(" and ")} (${(allowedMs / 1000).toFixed(1)} s allowed)`;
  breaks(`${where}: ${(ms / 1000).toFixed(2)} s lost from ${new Date(gap.startMs).toISOString()} ${whose}`);
}

/** Operators are told "no" while something is broken, and at no other time. */
function judgeCalls({ failures }) {
  for (const { what, beganMs, endedMs, said } of failures) {
    const isFaults = happened.some(
      (fault) =>
        endedMs >= fault.beganMs - 1000 &&
        beganMs <= fault.endedMs + (PROMISES[fault.kind].lostMs + CALLS_AFTER_MS) * slack,
    );
    if (!isFaults) breaks(`${what} failed by no fault at ${new Date(beganMs).toISOString()}: ${said}`);
  }
}

async function lookForDoubles({ recorders, aggregators, people, beganMs }) {
  for (const recorder of recorders) {
    const { orchidEvents } = await recorder.call("GET", `/service/server/report?start=${beganMs}&stop=${Date.now()}`);
    for (const text of doubled(orchidEvents.map((event) => JSON.stringify({ ...event, id: "" }))))
      breaks(`${recorder.name}: an event twice: ${text}`);
  }
  for (const node of [...recorders, ...aggregators]) {
    const entries = [];
    for (let before = ""; before !== null; ) {
      const query = `start=${beganMs}&count=1000${before === "" ? "" : `&before=${before}`}`;
      const page = await node.call("GET", `/service/audit?${query}`);
      entries.push(...page.entries.filter((entry) => entry.server == null));
      before = page.next;
    }
    for (const text of doubled(entries.map(({ seq }) => String(seq))))
      breaks(`${node.name}: audit entry ${text} twice`);
    if (!aggregators.includes(node)) continue;
    const changes = entries.filter(({ target, result }) => target.includes(people.stageId) && result === "ok").length;
    // One more: the stage was made. A change whose answer was lost by a kill may be written as well.
    if (changes < people.renamed.length || changes > people.renamed.length + 1 + people.failures.length)
      breaks(`${node.name}: ${changes} entries of the audit for ${people.renamed.length} changes of a stage`);
  }
}

function sample(programs, beganMs) {
  for (const program of programs)
    try {
      samples.push(...program.memory().map((one) => ({ ...one, hour: (Date.now() - beganMs) / 3_600_000 })));
    } catch {
      // It is being killed, or starts.
    }
}

function report(people) {
  say("\n| fault | times | gaps of cameras | longest | together | promise |\n|---|---|---|---|---|---|");
  for (const [kind, { times, gaps, worstMs, lostMs: ms }] of Object.entries(costs))
    say(
      `| ${kind} | ${times} | ${gaps} | ${(worstMs / 1000).toFixed(1)} s | ${(ms / 1000).toFixed(1)} s | ${PROMISES[kind].says} |`,
    );
  const growth = Object.fromEntries(growthOf(samples, Math.min(hours / 10, WARM_HOURS)));
  say("\n| process | MB at the end | MB/h |\n|---|---|---|");
  for (const [name, mbPerHour] of Object.entries(growth)) {
    const last = samples.findLast((one) => one.name === name).mb;
    say(`| ${name} | ${last.toFixed(1)} | ${mbPerHour === null ? "too short" : mbPerHour.toFixed(2)} |`);
    if (hours >= JUDGED_HOURS && mbPerHour > MB_PER_HOUR) breaks(`${name} grows by ${mbPerHour.toFixed(2)} MB/h`);
  }
  const { counts, failures } = people;
  say(
    `\ncalls and viewers: ${JSON.stringify(counts)}; ${failures.length} refused or failed, all in faults but what is said above`,
  );
  say(
    `${(lostMs / 1000).toFixed(1)} s of ${(watchedMs / 3_600_000).toFixed(1)} h of cameras lost, ${lostInside} pictures missing inside files, ${broken.length} promises broken; seed ${seed}`,
  );
  const figures = {
    seed,
    hours,
    cameras,
    slack,
    costs,
    growth,
    counts,
    lostMs,
    watchedMs,
    lostInside,
    failures: failures.length,
    broken,
  };
  say(JSON.stringify(figures));
  // The memory of each process every half minute, too: whether it still grows at the end is not in one slope.
  if (values.json) writeFileSync(values.json, JSON.stringify({ ...figures, samples }));
}
