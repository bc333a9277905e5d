/**
 * Further processes that draw demo scenes. The drawing itself is in `drawing.ts`, the process in
 * `demo/drawing-main.ts`.
 */
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { Channel, type Contract } from "#recorder/ipc/channel.ts";
import type { DrawingContract } from "#recorder/ipc/demo-contract.ts";
import type { DrawingLane } from "./drawing.ts";

/** Each process takes some 150 MB while it draws. */
const MOST_LANES = 4;
/** A scene takes some seconds; even on the slowest machine it takes no longer than this. */
const SCENE_TIMEOUT_MS = 300_000;

/** One process for each core, none on a machine with one core. `script`: drawing.js; `dir`: the folder of the clips. */
export function openLanes(script: string, dir: string, cores = availableParallelism()): readonly DrawingLane[] {
  const count = cores < 2 ? 0 : Math.min(cores, MOST_LANES);
  return Array.from({ length: count }, () => openLane(script, dir));
}

function openLane(script: string, dir: string): DrawingLane {
  const child = fork(script, [], { serialization: "advanced", stdio: ["ignore", "ignore", "inherit", "ipc"] });
  // The process could not be started: each call is answered with a failure.
  child.on("error", () => undefined);
  const channel = new Channel<Contract, DrawingContract>(child);
  return {
    async draw(key, onFrames) {
      const stop = channel.on("encoded", ({ frames }) => onFrames(frames));
      const drawn = await channel.call("draw", { dir, key }, SCENE_TIMEOUT_MS);
      stop();
      return drawn.ok;
    },
    close: () => void child.kill("SIGKILL"),
  };
}
