/** Cameras that send nonsense beside one that does not, against a whole recorder; started by `scripts/soak/fuzz.mjs`. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { BadCamera } from "./bad-camera.ts";
import { FuzzedCamera } from "./fuzzed-camera.ts";
import { indexFaults } from "./soak.ts";
import { rowOf, type SoakRow } from "./soak-row.ts";
import { SoakedRecorder } from "./soaked-recorder.ts";

const CAMERAS = 12;
const TICK_MS = 5;
const UNWRITTEN_MS = 3000;
const SAMPLE_MS = 30_000;

interface FuzzResult {
  /** the camera that does what it should */
  readonly neighbour: SoakRow;
  readonly damaged: number;
  readonly faults: readonly string[];
}

/** `sample` is called now and then with the recorder's process. */
export async function soakFuzzedCameras(
  built: string,
  folder: string,
  { minutes, pictures }: { readonly minutes: number /** of a connection */; readonly pictures: number },
  sample: (pid: number, minute: number) => void,
): Promise<FuzzResult> {
  const beganMs = Date.now();
  const good = await BadCamera.open({ name: "neighbour", pictures: { gopFrames: 30 }, soundCountedHz: 16_000 });
  const timer = setInterval(() => good.sendUntil(Date.now() - beganMs), TICK_MS);
  const wild = await Promise.all(Array.from({ length: CAMERAS }, () => FuzzedCamera.open(pictures)));
  const dataDir = join(folder, "data");
  const recorder = await SoakedRecorder.start(built, dataDir);
  try {
    const streamId = await recorder.add("neighbour", good.url);
    for (const [i, camera] of wild.entries()) await recorder.add(`wild ${i}`, camera.url);
    for (const camera of wild) camera.letLoose();
    for (let leftMs = minutes * 60_000; leftMs > 0; leftMs -= SAMPLE_MS) {
      await pause(Math.min(SAMPLE_MS, leftMs));
      sample(recorder.pid, (Date.now() - beganMs) / 60_000);
    }
    const toMs = Date.now() - UNWRITTEN_MS;
    const neighbour = await rowOf(good, streamId, { recorder, folder, beganMs, toMs });
    await recorder.close();
    const bugs = recorder.log.split("\n").filter((line) => /a bug|the process ended/i.test(line));
    const damaged = wild.reduce((sum, camera) => sum + camera.damaged, 0);
    return { neighbour, damaged, faults: [...bugs, ...(await indexFaults(join(dataDir, "recordings")))] };
  } finally {
    clearInterval(timer);
    await recorder.close();
    for (const camera of [good, ...wild]) await camera.close();
  }
}
