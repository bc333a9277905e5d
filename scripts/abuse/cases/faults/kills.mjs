import { setTimeout as pause } from "node:timers/promises";
import { lossAt, recordsSince, segmentsOf } from "../../ground/archives.mjs";
import { burn, loadPerCore } from "../../ground/load.mjs";
import { randomOf } from "../../ground/random.mjs";
import { msUntil, seconds } from "../../ground/waiting.mjs";

const CAMERAS = 4;
const LOST_LIMIT_MS = 1000;
const READY_LIMIT_MS = 5000;
const HOLE_LIMIT_MS = 3000;
const WAIT_MS = 30_000;
const KINDS = ["all", "main", "media", "analysis", "export"];
const BUSY_PER_CORE = 4;
/** A process that ends more often than three times in a minute of its life waits: that is a crash loop, and not what is tried here. */
const SINGLE_END_MS = 20_000;

/** R3: any process may die at any moment. What was recorded is there, and it records again by itself. */
export const kills = {
  id: "R3",
  tried: "kill -9 of all processes, of main, media, analysis and an export in turn while 4 cameras record",
  bar: "at most 1.0 s lost before the kill, ready in 5 s, all record again",
  isQuick: true,
  async run(ground) {
    const { worst, faults, rounds } = await killRounds(ground, ground.size(20, 1), ground.isQuick ? ["media"] : KINDS);
    const figure = `${seconds(worst.lost)} lost, ready in ${seconds(worst.ready)}, longest hole ${seconds(worst.hole)}, ${faults} of ${rounds} did not come back`;
    return { figure, held: faults === 0 && worst.lost <= LOST_LIMIT_MS && worst.ready <= READY_LIMIT_MS };
  },
};

/** R28: the same on a machine whose processors others want as well, each in a session of its own. */
export const busyKills = {
  id: "R28",
  tried: "kill -9 of media while 4 cameras record and others keep at least 4 processes busy per core",
  bar: "at most 1.0 s lost before the kill, all record again within 3.0 s",
  async run(ground) {
    const rounds = ground.size(20, 2);
    const apartMs = ground.size(SINGLE_END_MS, 0);
    const { worst, faults } = await killRounds(ground, rounds, ["media"], { busyPerCore: BUSY_PER_CORE, apartMs });
    const figure = `${seconds(worst.lost)} lost, longest hole ${seconds(worst.hole)}, ${faults} of ${rounds} did not come back, at a load of ${loadPerCore().toFixed(1)} per core`;
    return { figure, held: faults === 0 && worst.lost <= LOST_LIMIT_MS && worst.hole <= HOLE_LIMIT_MS };
  },
};

async function killRounds(ground, rounds, kinds, { busyPerCore = 0, apartMs = 0 } = {}) {
  const port = await ground.cameras(CAMERAS, { isApart: busyPerCore > 0 });
  const recorder = await ground.recorder();
  const streams = await recorder.addCameras(port, CAMERAS);
  if (busyPerCore > 0) ground.onEnd(burn(busyPerCore));
  const random = randomOf(ground.seed);
  const worst = { lost: 0, hole: 0, ready: 0 };
  let faults = 0;
  for (let round = 0; round < rounds; round += 1) {
    const kind = kinds[round % kinds.length];
    await recordsFor(recorder, streams, apartMs + 1000 + random.below(ground.size(4000, 500)));
    const { ready, atMs } = await killed(recorder, kind, streams);
    const again = await msUntil(() => recordsSince(recorder, streams, atMs + 1000), WAIT_MS, { everyMs: 100 });
    const losses = (await segmentsOf(recorder, streams)).map((segments) => lossAt(segments, atMs));
    const lost = Math.max(...losses.map((loss) => loss.lost));
    const hole = Math.max(...losses.map((loss) => loss.hole));
    ground.say(`${round + 1}: ${kind}, lost ${seconds(lost)}, hole ${seconds(hole)}, ready ${ready} ms`);
    if (again === null || ready === null) faults += 1;
    worst.lost = Math.max(worst.lost, lost);
    worst.hole = Math.max(worst.hole, hole);
    worst.ready = Math.max(worst.ready, ready ?? WAIT_MS);
  }
  return { worst, faults, rounds };
}

/** Resolves when every camera has recorded for this long after now. */
async function recordsFor(recorder, streams, ms) {
  await pause(ms);
  const fromMs = Date.now() - 1000;
  if ((await msUntil(() => recordsSince(recorder, streams, fromMs), WAIT_MS, { everyMs: 100 })) === null)
    throw new Error("the cameras do not record");
}

/** Kills, and starts what nobody else would start; `ready` in ms, or null when it never was. */
async function killed(recorder, kind, streams) {
  if (kind === "export") return { ready: await exportKilled(recorder, streams), atMs: Date.now() };
  const atMs = Date.now();
  if (kind === "all" || kind === "main") {
    if (kind === "all") await recorder.stop("SIGKILL");
    else await recorder.killMain();
    return { atMs, ready: Math.round(await recorder.start()) };
  }
  const before = recorder.children().get(kind);
  process.kill(before, "SIGKILL");
  const isBack = async () => {
    const now = recorder.children().get(kind);
    return now !== undefined && now !== before && (await recorder.isReady());
  };
  return { atMs, ready: await msUntil(isBack, WAIT_MS) };
}

/** The order of an export whose process was killed has failed, and the next one succeeds. */
async function exportKilled(recorder, streams) {
  const body = { streams, start: Date.now() - 600_000, stop: Date.now(), format: "mkv" };
  const { id } = await recorder.must("POST", "/service/exports", { body });
  const child = () => recorder.children().get("export");
  if ((await msUntil(() => child() !== undefined, 3000, { everyMs: 5 })) !== null) process.kill(child(), "SIGKILL");
  const fromMs = performance.now();
  const isOver = async (order, states) => {
    const { exports } = await recorder.must("GET", "/service/exports");
    return states.includes(exports.find((one) => one.id === order)?.state);
  };
  // Where the file was made before the kill, it is ready.
  const ms = await msUntil(() => isOver(id, ["failed", "ready"]), WAIT_MS, { everyMs: 50, fromMs });
  await recorder.ask("DELETE", `/service/exports/${id}`);
  const again = await recorder.must("POST", "/service/exports", { body });
  const made = await msUntil(() => isOver(again.id, ["ready"]), WAIT_MS, { everyMs: 50 });
  await recorder.ask("DELETE", `/service/exports/${again.id}`);
  return made === null ? null : ms;
}
