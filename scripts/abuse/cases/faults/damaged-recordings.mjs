import { cpSync, readFileSync, rmSync, truncateSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../../machine/free-port.mjs";
import { randomOf } from "../../ground/random.mjs";
import { Recorder } from "../../ground/recorder.mjs";
import { msUntil } from "../../ground/waiting.mjs";

const READY_MS = 10_000;
const RECORDED_MS = 6000;
const WAIT_MS = 20_000;
const PICTURES = 5;
const LEAST_MS = 120_000;
const SHORTEST_MS = 2500;

/** R30: files of recordings that a disk has damaged. */
export const damagedRecordings = {
  id: "R30",
  tried:
    "files of recordings cut, zeroed, overwritten, exchanged or gone, in 12 ways; then pictures and exports of them are asked for",
  bar: "each time ready in 10 s, no answer of 5xx without a code, no process ends, the neighbour's recording is whole, both record on",
  async run(ground) {
    const folder = ground.folder();
    const port = await ground.cameras(2);
    const recorder = await ground.recorder({ folder });
    const streams = await recorder.addCameras(port, 2);
    await pause(RECORDED_MS);
    await recorder.stop();
    const random = randomOf(ground.seed);
    let good = 0;
    const ways = ground.isQuick ? waysOf(random).filter(([name]) => name === "noise everywhere") : waysOf(random);
    for (const [name, damage] of ways) {
      const copy = join(ground.folder(), "data");
      cpSync(folder, copy, { recursive: true });
      const why = await triedOn(copy, { ground, recorder, streams, damage });
      if (why === "") good += 1;
      else ground.say(`${name}: ${why}`);
      rmSync(copy, { recursive: true, force: true });
    }
    return { figure: `${good} of ${ways.length}`, held: good === ways.length };
  },
};

/** Empty when all was well, otherwise what was not. */
async function triedOn(copy, { ground, recorder, streams, damage }) {
  const [bad, whole] = streams;
  const again = new Recorder(ground.built, copy, await freePort(), await freePort());
  again.password = recorder.password;
  for (const file of again.recordedFiles().filter((path) => path.includes(`/${bad}/`))) damage(file);
  const files = new Set(again.recordedFiles());
  try {
    await again.start(READY_MS);
    await again.untilRecording(files, WAIT_MS);
    // The first pictures may come before the process that decodes them is there.
    const isDecoding = async () => (await again.ask("GET", `/service/streams/${whole}/frame`)).status === 200;
    await msUntil(isDecoding, WAIT_MS, { everyMs: 200 });
    const before = processesOf(again);
    const { archives } = await again.must("GET", "/service/archives");
    const faults = [];
    // What has only just begun is not in the index yet.
    for (const { streamId: stream, start, end: stop } of archives.filter((one) => one.end - one.start >= SHORTEST_MS)) {
      for (let at = 0; at < PICTURES; at += 1) {
        const time = Math.round(start + ((stop - start) * at) / PICTURES);
        const answer = await again.ask("GET", `/service/streams/${stream}/frame?time=${time}`);
        if (answer.status >= 500 && typeof answer.value?.code !== "string") faults.push(`picture: ${answer.status}`);
        if (stream === whole && answer.status !== 200)
          faults.push(`picture of the neighbour: ${answer.status} ${answer.text}`);
      }
      const state = await exported(again, stream, start, stop);
      if (state === null || (stream === whole && state !== "ready"))
        faults.push(`export of ${stream === whole ? "the neighbour" : "it"}: ${state}`);
    }
    if (!archives.some(({ streamId }) => streamId === whole)) faults.push("the neighbour has no archive");
    if (processesOf(again) !== before) faults.push("a process has ended");
    return faults.join("; ");
  } catch (error) {
    return String(error.message).slice(0, 300);
  } finally {
    await again.stop("SIGKILL");
  }
}

const processesOf = (recorder) => ["media", "analysis"].map((name) => recorder.children().get(name)).join(" ");

/** The state in which the export ends, or null when it does not. */
async function exported(recorder, stream, start, stop) {
  // A recording of a few seconds is shorter than an export may be.
  const body = { streams: [stream], start: Math.floor(start) - LEAST_MS, stop: Math.ceil(stop), format: "mkv" };
  const asked = await recorder.ask("POST", "/service/exports", { body });
  if (asked.status >= 300)
    return asked.status >= 500 && typeof asked.value?.code !== "string" ? null : `refused: ${asked.value?.code}`;
  let state = null;
  const isOver = async () => {
    const { exports } = await recorder.must("GET", "/service/exports");
    state = exports.find(({ id }) => id === asked.value.id)?.state ?? null;
    return state === "ready" || state === "failed";
  };
  await msUntil(isOver, WAIT_MS, { everyMs: 50 });
  await recorder.ask("DELETE", `/service/exports/${asked.value.id}`);
  return state === "running" || state === "waiting" ? null : state;
}

/** @returns {[string, (path: string) => void][]} a name, and what is done to the file */
function waysOf(random) {
  const changed = (change) => (path) => {
    const data = readFileSync(path);
    change(data);
    writeFileSync(path, data);
  };
  const noise = (share) =>
    changed((data) => {
      for (let left = Math.ceil(data.length * share); left > 0; left -= 1)
        data[random.below(data.length)] = random.below(256);
    });
  const stretch = (from, length, fill) =>
    changed((data) => fill(data.subarray(data.length * from, data.length * from + length)));
  const rubbish = (part) => part.forEach((_, at) => (part[at] = random.below(256)));
  return [
    ["gone", (path) => rmSync(path)],
    ["empty", (path) => writeFileSync(path, "")],
    ["a text", (path) => writeFileSync(path, "this is no film\n".repeat(5000))],
    ["cut to half", (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
    ["cut in its header", (path) => truncateSync(path, 300)],
    ["zeros", changed((data) => data.fill(0))],
    ["header of rubbish", stretch(0, 1000, rubbish)],
    ["rubbish in the middle", stretch(0.5, 20_000, rubbish)],
    ["zeros in the middle", stretch(0.4, 50_000, (part) => part.fill(0))],
    ["noise here and there", noise(0.0005)],
    ["noise everywhere", noise(0.05)],
    [
      "lengths that are lies",
      changed((data) => {
        for (let at = data.indexOf("moof"); at >= 4; at = data.indexOf("moof", at + 4))
          data.writeUInt32BE(0xffff_fff0, at - 4);
      }),
    ],
  ];
}
