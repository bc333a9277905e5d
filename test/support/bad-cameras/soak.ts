/** Bad cameras against a whole recorder, in real time; started by `scripts/soak/bad-cameras.mjs`. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Recordings } from "#recorder/recording/recordings.ts";
import { compare } from "../../recorder/recording/kill9.ts";
import { BadCamera } from "./bad-camera.ts";
import { badnesses } from "./badnesses.ts";
import { rowOf, type SoakRow } from "./soak-row.ts";
import { SoakedRecorder } from "./soaked-recorder.ts";

const TICK_MS = 5;
/** What is not yet written when it is asked for. */
const UNWRITTEN_MS = 3000;

interface SoakResult {
  readonly rows: readonly SoakRow[];
  /** where index and files differ */
  readonly indexFaults: readonly string[];
}

/** `built`: folder of the recorder's build; `folder`: for its data and the exports. */
export async function soakBadCameras(built: string, folder: string, minutes: number): Promise<SoakResult> {
  const beganMs = Date.now();
  const cameras = await Promise.all(badnesses.map((badness) => BadCamera.open(badness)));
  const timer = setInterval(() => {
    for (const camera of cameras) camera.sendUntil(Date.now() - beganMs);
  }, TICK_MS);
  const dataDir = join(folder, "data");
  const recorder = await SoakedRecorder.start(built, dataDir);
  try {
    const streams: { camera: BadCamera; streamId: string }[] = [];
    for (const camera of cameras)
      streams.push({ camera, streamId: await recorder.add(camera.badness.name, camera.url, camera.badness.isUdp) });
    await pause(minutes * 60_000);
    const toMs = Date.now() - UNWRITTEN_MS;
    const rows: SoakRow[] = [];
    for (const { camera, streamId } of streams)
      rows.push(await rowOf(camera, streamId, { recorder, folder, beganMs, toMs }));
    await recorder.close();
    return { rows, indexFaults: await indexFaults(join(dataDir, "recordings")) };
  } finally {
    clearInterval(timer);
    await recorder.close();
    for (const camera of cameras) await camera.close();
  }
}

export async function indexFaults(recordingsDir: string): Promise<string[]> {
  const recordings = await Recordings.open({ recordingsDir, onDiskState() {}, onLog() {} });
  await recordings.reconciled;
  const faults = await compare(recordings, recordingsDir);
  if (recordings.recovered.repaired > 0) faults.push(`${recordings.recovered.repaired} files were left open`);
  await recordings.close();
  return faults;
}
