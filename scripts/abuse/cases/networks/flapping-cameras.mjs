import { setTimeout as pause } from "node:timers/promises";
import { recordsSince, segmentsOf } from "../../ground/archives.mjs";
import { rssOf } from "../../ground/memory.mjs";
import { msUntil, seconds } from "../../ground/waiting.mjs";

const FLAPPING = 4;
const BACK_LIMIT_MS = 3000;
const HOLE_LIMIT_MS = 500;
const MEMORY_LIMIT = 1.15;
const WAIT_MS = 40_000;

/** R6: cameras that end and come back again and again, beside others that stay. */
export const flappingCameras = {
  id: "R6",
  tried: "4 cameras end and come back again and again at the same address, beside 2 that stay",
  bar: "each is recorded again within 3.0 s of its return (95 %), no hole of more than 0.5 s in the others, memory of media grows by less than 15 %",
  async run(ground) {
    const rounds = ground.size(30, 3);
    const steady = await ground.cameras(2);
    let flapping = await ground.cameraProcess(FLAPPING);
    const recorder = await ground.recorder();
    const staying = await recorder.addCameras(steady, 2);
    const going = await recorder.addCameras(flapping.port, FLAPPING);
    await pause(3000);
    const fromMs = Date.now();
    const media = recorder.children().get("media");
    let firstBytes = 0;
    const returns = [];
    let faults = 0;
    for (let round = 0; round < rounds; round += 1) {
      flapping.kill();
      await pause(ground.size(500 + (round % 5) * 700, 400));
      flapping = await ground.cameraProcess(FLAPPING, { port: flapping.port });
      const openMs = Date.now();
      const ms = await msUntil(() => recordsSince(recorder, going, openMs), WAIT_MS, { everyMs: 50 });
      if (ms === null) faults += 1;
      // What is in the index is at most 2 s old: the time of the first picture after the return counts.
      const firsts = (await segmentsOf(recorder, going)).map(
        (all) => all.find(({ end }) => end > openMs)?.start ?? openMs,
      );
      returns.push(Math.max(...firsts) - openMs);
      ground.say(`${round + 1}: ${seconds(Math.max(0, returns.at(-1)))}`);
      if (round === Math.floor(rounds / 3)) firstBytes = rssOf(media);
    }
    const sorted = returns.toSorted((a, b) => a - b);
    const p95 = Math.max(0, sorted[Math.ceil(sorted.length * 0.95) - 1]);
    const holes = (await segmentsOf(recorder, staying)).flatMap((all) =>
      all.slice(1).map(({ start }, at) => (start > fromMs ? start - all[at].end : 0)),
    );
    const hole = Math.max(0, ...holes);
    const growth = rssOf(media) / firstBytes;
    const isSame = recorder.children().get("media") === media;
    const figure = `${rounds} rounds: recorded again after ${seconds(p95)} (95 %), longest hole of the others ${seconds(hole)}, memory of media ${Math.round((growth - 1) * 100)} %${faults > 0 ? `, ${faults} did not come back` : ""}`;
    const isQuickToReturn = faults === 0 && p95 <= BACK_LIMIT_MS;
    return { figure, held: isQuickToReturn && hole <= HOLE_LIMIT_MS && growth <= MEMORY_LIMIT && isSame };
  },
};
