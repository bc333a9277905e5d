/** How each fault of the day of load is done, and how it ends. */
import { setTimeout as pause } from "node:timers/promises";
import { CAMERA_BITS } from "./house.mjs";

/** So much of what its cameras send fits through a line that is slow. */
const SLOW_SHARE = 0.5;

/** Does a fault and resolves once it has ended and what was killed was started again. */
export async function doFault({ kind, recorder: at, lengthMs }, { recorders, aggregators, postgres, draw }) {
  const recorder = recorders[at];
  const one = (list) => list[Math.floor(draw() * list.length)];
  const during = async (end) => {
    await pause(lengthMs);
    await end();
  };
  const ways = {
    "kill-media": () => process.kill(one(recorder.children("media")), "SIGKILL"),
    "kill-analysis": () => process.kill(one(recorder.children("analysis")), "SIGKILL"),
    "hang-media": () => process.kill(one(recorder.children("media")), "SIGSTOP"),
    "kill-recorder": async () => {
      await recorder.end("SIGKILL");
      await recorder.start();
    },
    cut: () => during(recorder.net.cut()),
    slow: () => during(recorder.net.slow(CAMERA_BITS * recorder.cameraCount * SLOW_SHARE)),
    full: () => during(recorder.fill()),
    database: async () => {
      await postgres.halt();
      await during(() => postgres.begin());
    },
    "kill-aggregator": async () => {
      const node = one(aggregators);
      await node.end("SIGKILL");
      await during(() => node.start());
    },
    "cut-aggregator": () => during(recorder.line.hold()),
  };
  const beganMs = Date.now();
  await ways[kind]();
  return { kind, recorder: at, beganMs, endedMs: Date.now() };
}
