import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { makeArchive } from "../../ground/made-archive.mjs";
import { randomOf } from "../../ground/random.mjs";
import { Seeker } from "../../ground/seeker.mjs";
import { msUntil, seconds } from "../../ground/waiting.mjs";

const SEEK_LIMIT_MS = 300;
const TIMES_REAL_TIME = 20;
const START_LIMIT_MS = 10_000;
/** A key picture of these cameras comes every two seconds at the latest. */
const GROUP_MS = 2500;
const EXPORT_WAIT_MS = 300_000;

/** R20b: what a month of recordings costs a seek and an export. R20 kills exports in a browser. */
export const longArchive = {
  id: "R20b",
  tried:
    "1,000 random seeks in 30 days of recordings; an export of an hour of them, whose process is killed once, made twice more",
  bar: "first picture of a seek within 300 ms (95 %), each of its own time; ready within 10 s; exports at 20 times real time, equal in every byte when repeated",
  async run(ground) {
    const [days, seeks, minutes] = [ground.size(30, 1), ground.size(1000, 50), ground.size(60, 3)];
    const port = await ground.cameras(1);
    const recorder = await ground.recorder();
    const [streamId] = await recorder.addCameras(port, 1);
    const isClosed = () => closedMinutes(recorder) > 1;
    if ((await msUntil(isClosed, 200_000, { everyMs: 500 })) === null) throw new Error("no minute was closed");
    await recorder.stop();
    const random = randomOf(ground.seed);
    const wanted = new Set();
    const isRead = (at, count) => {
      if (wanted.size === 0) for (let one = 0; one < seeks; one += 1) wanted.add(1 + random.below(count));
      return wanted.has(at) || (at > 5 && at <= 5 + minutes + 1);
    };
    const { starts, segmentMs } = await makeArchive(recorder, streamId, days, isRead);
    const readyMs = await recorder.start();
    const seeker = await Seeker.open(recorder, streamId, starts[10]);
    const faults = [];
    const took = [];
    const list = [...wanted];
    for (let one = 0; one < seeks; one += 1) {
      const timeMs = starts[random.of(list) - 1] + 1000 + random.next() * (segmentMs - 2000);
      const found = await seeker.seek(timeMs);
      if (!found) faults.push(`no picture of ${timeMs}`);
      else if (found.wallMs > timeMs + 1 || found.wallMs < timeMs - GROUP_MS)
        faults.push(`${Math.round(found.wallMs - timeMs)} ms off`);
      took.push(found?.ms ?? Number.POSITIVE_INFINITY);
    }
    seeker.close();
    took.sort((a, b) => a - b);
    const p95Ms = took[Math.floor(took.length * 0.95)];
    const body = { streams: [streamId], start: starts[5 + minutes], stop: starts[5], format: "mkv" };
    await killedExport(recorder, body, faults);
    const [one, other] = [await exported(recorder, body), await exported(recorder, body)];
    if (!one || !other || one.digest !== other.digest) faults.push("two exports differ");
    const times = (body.stop - body.start) / Math.max(one?.ms ?? Infinity, other?.ms ?? Infinity);
    for (const fault of faults.slice(0, 20)) ground.say(fault);
    return {
      figure: `${starts.length} minutes, ready after ${seconds(readyMs)}; ${seeks} seeks: ${took[took.length >> 1].toFixed(0)} ms, 95 % ${p95Ms.toFixed(0)} ms; export at ${times.toFixed(0)} times real time; ${faults.length} faults`,
      held: faults.length === 0 && p95Ms <= SEEK_LIMIT_MS && times >= TIMES_REAL_TIME && readyMs <= START_LIMIT_MS,
    };
  },
};

/** Files of recorded minutes; the last one is still written. */
const closedMinutes = (recorder) => recorder.recordedFiles().length - 1;

/** The process that makes it is killed while it works: the export says so, and nothing is offered. */
async function killedExport(recorder, body, faults) {
  const { id } = await recorder.must("POST", "/service/exports", { body });
  const pid = await new Promise((resolve) => {
    const look = setInterval(() => {
      const found = recorder.children().get("export");
      if (found === undefined) return;
      clearInterval(look);
      resolve(found);
    }, 5);
  });
  await pause(20);
  process.kill(pid, "SIGKILL");
  const ended = async () => (await stateOf(recorder, id)) === "failed";
  if ((await msUntil(ended, 30_000, { everyMs: 50 })) === null) faults.push("a killed export does not say so");
  await recorder.ask("DELETE", `/service/exports/${id}`);
}

const stateOf = async (recorder, id) =>
  (await recorder.must("GET", "/service/exports")).exports.find((one) => one.id === id)?.state;

/** Resolves with the ms that it took and the digest of its file; null when it did not come. */
async function exported(recorder, body) {
  const fromMs = performance.now();
  const { id } = await recorder.must("POST", "/service/exports", { body });
  const isReady = async () => (await stateOf(recorder, id)) === "ready";
  const ms = await msUntil(isReady, EXPORT_WAIT_MS, { fromMs, everyMs: 50 });
  if (ms === null) return null;
  const { exports } = await recorder.must("GET", "/service/exports");
  const { href } = exports.find((one) => one.id === id);
  const { url } = await recorder.must("POST", "/service/tickets", { body: { path: href } });
  const digest = createHash("sha256");
  for await (const chunk of (await fetch(`${recorder.url}${url}`)).body) digest.update(chunk);
  await recorder.ask("DELETE", `/service/exports/${id}`);
  return { ms, digest: digest.digest("hex") };
}
