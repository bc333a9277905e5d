import { setTimeout as pause } from "node:timers/promises";
import { lossAt, recordsSince, segmentsOf } from "../ground/archives.mjs";
import { randomOf } from "../ground/random.mjs";
import { msUntil, seconds } from "../ground/waiting.mjs";

const LOST_LIMIT_MS = 1000;
const READY_LIMIT_MS = 5000;
const WAIT_MS = 30_000;
const KINDS = ["all", "main", "media", "analysis"];

/** R3: any process may die at any moment. What was recorded is there, and it records again by itself. */
export const kills = {
  id: "R3",
  tried: "kill -9 of all processes, of main, of media and of analysis in turn while 4 cameras record",
  bar: "at most 1.0 s lost before the kill, ready in 5 s, all record again",
  isQuick: true,
  async run(ground) {
    const rounds = ground.size(20, 1);
    const port = await ground.cameras(4);
    const recorder = await ground.recorder();
    const streams = await recorder.addCameras(port, 4);
    const random = randomOf(ground.seed);
    const worst = { lost: 0, hole: 0, ready: 0 };
    let faults = 0;
    for (let round = 0; round < rounds; round += 1) {
      const kind = ground.isQuick ? "media" : KINDS[round % KINDS.length];
      await recordsFor(recorder, streams, 1000 + random.below(ground.size(4000, 500)));
      const { ready, atMs } = await killed(recorder, kind);
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
    const figure = `${seconds(worst.lost)} lost, ready in ${seconds(worst.ready)}, longest hole ${seconds(worst.hole)}, ${faults} of ${rounds} did not come back`;
    return { figure, held: faults === 0 && worst.lost <= LOST_LIMIT_MS && worst.ready <= READY_LIMIT_MS };
  },
};

/** Resolves when every camera has recorded for this long after now. */
async function recordsFor(recorder, streams, ms) {
  await pause(ms);
  const fromMs = Date.now() - 1000;
  if ((await msUntil(() => recordsSince(recorder, streams, fromMs), WAIT_MS, { everyMs: 100 })) === null)
    throw new Error("the cameras do not record");
}

/** Kills, and starts what nobody else would start; `ready` in ms, or null when it never was. */
async function killed(recorder, kind) {
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
