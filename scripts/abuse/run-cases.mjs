/** Runs cases one after the other, each on a ground of its own; a case that throws is broken, and says why. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { buildRecorder, testEntries } from "../build-recorder.mjs";
import { Ground } from "./ground/ground.mjs";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The recorder of these sources, with the cameras and tools of the cases beside it; resolves with its folder. */
export async function buildForAbuse(folder) {
  await buildRecorder(folder, testEntries);
  return folder;
}

/** Resolves with `{figure, held}`; `held` is null where this machine cannot try it. */
export async function runCase(each, options) {
  const ground = new Ground(options);
  try {
    return await each.run(ground);
  } catch (error) {
    options.say?.(String(error?.stack ?? error));
    return {
      figure: `ended with: ${String(error?.message ?? error)
        .split("\n")[0]
        .slice(0, 120)}`,
      held: false,
    };
  } finally {
    await ground.close();
  }
}
