import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { recordsSince } from "../../ground/archives.mjs";
import { msUntil, orNever } from "../../ground/waiting.mjs";

const SAID_LIMIT_MS = 10_000;
const BACK_LIMIT_MS = 15_000;
const WAIT_MS = 40_000;
const DISK_BYTES = 256 * 1024 * 1024;

/** R5b: a disk with an error becomes read-only under the recorder, is mended, and is mounted again at the same place. */
export const readOnlyDisk = {
  id: "R5b",
  tried:
    "the recordings' disk has an error and is read-only while 2 cameras record, and is later mended and mounted again",
  bar: "not ready in 10 s, sign-in works meanwhile, records again by itself within 15 s after the mount",
  async run(ground) {
    const disk = join(ground.folder(), "disk");
    const recordings = ground.folder();
    const loop = mounted(ground, disk, recordings);
    if (loop === null) return { figure: "needs root, a loop device and ext4's trigger_fs_error", held: null };
    const port = await ground.cameras(2);
    const recorder = await ground.recorder({ recordings });
    const streams = await recorder.addCameras(port, 2);
    // Only of the file system that was made above.
    writeFileSync(`/sys/fs/ext4/${loop}/trigger_fs_error`, "1");
    const said = await msUntil(async () => !(await recorder.isReady()), WAIT_MS, { everyMs: 100 });
    const signedIn = (await recorder.signIn()).status;
    const shown = (await recorder.ask("GET", `/service/streams/${streams[0]}/frame`)).status;
    spawnSync("umount", ["-l", recordings]);
    // The recorder holds the disk with the error until it opens the other one: what is mended is a copy of it.
    const mended = `${disk}-mended`;
    copyFileSync(disk, mended);
    spawnSync("e2fsck", ["-fy", mended]);
    spawnSync("mount", ["-o", "loop", mended, recordings]);
    const mountedMs = Date.now();
    const isBack = async () => (await recorder.isReady()) && (await recordsSince(recorder, streams, mountedMs));
    const again = await msUntil(() => isBack().catch(() => false), WAIT_MS, { everyMs: 200 });
    const figure = `said: ${orNever(said, WAIT_MS)}; sign-in: ${signedIn}; live picture: ${shown}; records again: ${orNever(again, WAIT_MS)}`;
    const isSaid = said !== null && said <= SAID_LIMIT_MS && signedIn === 200 && shown === 200;
    return { figure, held: isSaid && again !== null && again <= BACK_LIMIT_MS };
  },
};

/** The name of its device, or null where this machine cannot do it. */
function mounted(ground, disk, folder) {
  writeFileSync(disk, "");
  truncateSync(disk, DISK_BYTES);
  const made = spawnSync("mkfs.ext4", ["-q", disk]).status === 0;
  if (!made || spawnSync("mount", ["-o", "loop,errors=remount-ro", disk, folder]).status !== 0) return null;
  ground.onEnd(() => {
    for (let left = 2; left > 0 && spawnSync("umount", ["-l", folder]).status === 0; left -= 1);
  });
  const found = spawnSync("findmnt", ["-no", "SOURCE", folder], { encoding: "utf8" });
  const loop = basename(found.stdout?.trim() ?? "");
  return loop !== "" && existsSync(`/sys/fs/ext4/${loop}/trigger_fs_error`) ? loop : null;
}

/** R29: the disk was taken away, and the same recordings lie at the same place again, with other numbers of the file system. */
export const mountedAgain = {
  id: "R29",
  tried: "the folder of the recordings is taken away while 2 cameras record, and a copy of it is put in its place",
  bar: "not ready in 10 s, nothing is written beside it, records again by itself within 15 s",
  isQuick: true,
  async run(ground) {
    const folder = ground.folder();
    const recordings = join(folder, "recordings");
    const port = await ground.cameras(2);
    const recorder = await ground.recorder({ folder });
    const streams = await recorder.addCameras(port, 2);
    renameSync(recordings, `${recordings}-away`);
    mkdirSync(recordings);
    const said = await msUntil(async () => !(await recorder.isReady()), WAIT_MS, { everyMs: 100 });
    const beside = recorder.recordedFiles().length;
    rmSync(recordings, { recursive: true });
    cpSync(`${recordings}-away`, `${recordings}-copy`, { recursive: true });
    renameSync(`${recordings}-copy`, recordings);
    const backMs = Date.now();
    const isBack = async () => (await recorder.isReady()) && (await recordsSince(recorder, streams, backMs));
    const again = await msUntil(() => isBack().catch(() => false), WAIT_MS, { everyMs: 200 });
    const figure = `said: ${orNever(said, WAIT_MS)}; files beside it: ${beside}; records again: ${orNever(again, WAIT_MS)}`;
    const isSaid = said !== null && said <= SAID_LIMIT_MS && beside === 0;
    return { figure, held: isSaid && again !== null && again <= BACK_LIMIT_MS };
  },
};
