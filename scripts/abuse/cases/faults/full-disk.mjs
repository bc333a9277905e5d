import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { recordsSince } from "../../ground/archives.mjs";
import { msUntil, orNever } from "../../ground/waiting.mjs";

const SAID_LIMIT_MS = 10_000;
const WAIT_MS = 40_000;
const CHUNK = Buffer.alloc(1024 * 1024, 1);
const SIZE = "256m";
const CHANGES = 100;

/** R5: somebody else fills the disk under a recorder that records, and takes whatever becomes free. */
export const fullDisk = {
  id: "R5",
  tried: "another program fills the disk while 2 cameras record, takes what becomes free, and frees it later",
  bar: "not ready in 10 s; each of 100 sign-ins, stages and settings is taken meanwhile; records again after it is free",
  async run(ground) {
    const folder = ground.folder();
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE}`, "abuse", folder]);
    if (mounted.status !== 0) return { figure: "needs root: a file system of its own", held: null };
    ground.onEnd(() => void spawnSync("umount", ["-l", folder]));
    const port = await ground.cameras(2);
    const recorder = await ground.recorder({ folder });
    const streams = await recorder.addCameras(port, 2);
    const filler = join(folder, "of-somebody-else");
    const keepFull = setInterval(() => fill(filler), 20);
    ground.onEnd(() => clearInterval(keepFull));
    fill(filler);
    const said = await msUntil(async () => !(await recorder.isReady()), WAIT_MS, { everyMs: 100 });
    const taken = { "sign-ins": 0, stages: 0, settings: 0 };
    for (let at = 0; at < CHANGES; at += 1) {
      const { status, value } = await recorder.signIn();
      if (status === 200) taken["sign-ins"] += 1;
      const token = value?.id;
      const made = await recorder.ask("POST", "/service/stages", { token, body: { name: `stage ${at}` } });
      if (made.status < 300) taken.stages += 1;
      const set = await recorder.ask("PATCH", "/service/settings", { token, body: { auditDays: 100 + at } });
      if (set.status < 300) taken.settings += 1;
      else ground.say(`settings: ${set.status} ${set.text}`);
    }
    clearInterval(keepFull);
    rmSync(filler);
    const freedMs = Date.now();
    const isBack = async () => (await recorder.isReady()) && (await recordsSince(recorder, streams, freedMs + 2000));
    const again = await msUntil(isBack, WAIT_MS, { everyMs: 200 });
    const counts = Object.entries(taken).map(([what, count]) => `${count} of ${CHANGES} ${what}`);
    const figure = `said: ${orNever(said, WAIT_MS)}; taken when full: ${counts.join(", ")}; records again: ${orNever(again, WAIT_MS)}`;
    const isHeld = said !== null && said <= SAID_LIMIT_MS && Object.values(taken).every((count) => count === CHANGES);
    return { figure, held: isHeld && again !== null };
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
