import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { recordsSince } from "../ground/archives.mjs";
import { msUntil, orNever } from "../ground/waiting.mjs";

const SAID_LIMIT_MS = 10_000;
const WAIT_MS = 40_000;
const CHUNK = Buffer.alloc(1024 * 1024, 1);
const SIZE = "256m";

/** R5: somebody else fills the disk under a recorder that records. */
export const fullDisk = {
  id: "R5",
  tried: "the disk is filled by another program while 2 cameras record, and later freed",
  bar: "not ready in 10 s, signing in works meanwhile, records again after it is free",
  async run(ground) {
    const folder = ground.folder();
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE}`, "abuse", folder]);
    if (mounted.status !== 0) return { figure: "needs root: a file system of its own", held: null };
    ground.onEnd(() => void spawnSync("umount", ["-l", folder]));
    const port = await ground.cameras(2);
    const recorder = await ground.recorder({ folder });
    const streams = await recorder.addCameras(port, 2);
    const filler = join(folder, "of-somebody-else");
    const keepFull = setInterval(() => fill(filler), 50);
    ground.onEnd(() => clearInterval(keepFull));
    fill(filler);
    const said = await msUntil(async () => !(await recorder.isReady()), WAIT_MS, { everyMs: 100 });
    const signedIn = (await recorder.signIn()).status;
    clearInterval(keepFull);
    rmSync(filler);
    const freedMs = Date.now();
    const isBack = async () => (await recorder.isReady()) && (await recordsSince(recorder, streams, freedMs + 2000));
    const again = await msUntil(isBack, WAIT_MS, { everyMs: 200 });
    const figure = `said: ${orNever(said, WAIT_MS)}; sign-in when full: ${signedIn}; records again: ${orNever(again, WAIT_MS)}`;
    return { figure, held: said !== null && said <= SAID_LIMIT_MS && signedIn === 200 && again !== null };
  },
};

function fill(path) {
  const file = openSync(path, "a");
  try {
    for (let size = CHUNK.length; size >= 512; )
      try {
        writeSync(file, CHUNK, 0, size);
      } catch {
        size >>= 1;
      }
  } finally {
    closeSync(file);
  }
}
