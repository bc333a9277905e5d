/**
 * Draws demo scenes for the process of the demo cameras, which forks one such process for each core at the first start.
 */
import { refuse } from "#domain/failures/failure.ts";
import { ClipStore } from "./clip.ts";
import { drawScene } from "./drawing.ts";
import { scenes } from "./scenes/scenes.ts";
import { Channel, type Contract, parentPort } from "#recorder/ipc/channel.ts";
import type { DrawingContract } from "#recorder/ipc/demo-contract.ts";

process.on("disconnect", () => process.exit(0));
const channel = new Channel<DrawingContract, Contract>(parentPort());
channel.serve("draw", async ({ dir, key }) => {
  const scene = scenes.find((each) => each.key === key);
  if (!scene) return refuse("process/failed", { message: `no scene ${key}` });
  await drawScene(scene, await ClipStore.open(dir), (frames) => channel.tell("encoded", { frames }));
  return { ok: true, value: null };
});
