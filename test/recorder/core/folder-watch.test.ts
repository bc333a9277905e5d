import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FolderWatch, type FolderState, type FolderWatchPorts, PROBE_FILE } from "#recorder/core/folder-watch.ts";
import { RESERVE_FILE, SpaceReserve } from "#recorder/core/space-reserve.ts";
import { eventually } from "#test/support/eventually.ts";
import { smallDisk } from "#test/support/machine/small-disk.ts";

const timing = { everyMs: 40, stuckMs: 300, waitingMs: 100 };
let above: string;
let folder: string;
let watch: FolderWatch | null;
let said: string[];
beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), "folder-watch-"));
  folder = join(above, "data");
  mkdirSync(folder);
  watch = null;
  said = [];
});
afterEach(async () => {
  await watch?.stop();
  rmSync(above, { recursive: true, force: true });
});

async function look(dir: string, more: Partial<FolderWatchPorts> = {}): Promise<void> {
  watch = new FolderWatch({
    folder: dir,
    onState: ({ state }: FolderState) => said.push(state),
    timing,
    ...more,
  });
  await watch.start();
}

it("a folder that is well has nothing to say, and nothing is left in it", async () => {
  let looks = 0;
  await look(folder, { onSpace: () => Promise.resolve(++looks < 0) });
  await eventually(() => looks >= 4, "looked at several times");
  await watch?.stop();
  expect([said, readdirSync(folder)]).toEqual([[], []]);
});

it("a folder that is deleted is gone, also when another one lies in its place; the same one back is well", async () => {
  let others = 0;
  await look(folder, { onOther: () => Promise.resolve(++others < 0) });
  renameSync(folder, `${folder}-away`);
  await eventually(() => said.at(-1) === "gone", "gone");
  mkdirSync(folder);
  await eventually(() => others >= 3, "the other one was looked at several times");
  expect(said).toEqual(["gone"]);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
  renameSync(`${folder}-away`, folder);
  await eventually(() => said.at(-1) === "ok", "well again");
});

it("another folder that is the same storage takes its place", async () => {
  let isSame = false;
  await look(folder, { onOther: () => Promise.resolve(isSame) });
  renameSync(folder, `${folder}-away`);
  mkdirSync(folder);
  await eventually(() => said.at(-1) === "gone", "gone");
  isSame = true;
  await eventually(() => said.at(-1) === "ok", "well again");
  rmSync(`${folder}-away`, { recursive: true });
  renameSync(folder, `${folder}-later`);
  await eventually(() => said.at(-1) === "gone", "the new one is watched");
  expect(said).toEqual(["gone", "ok", "gone"]);
});

it("a write that does not return is a disk that does not answer, until it returns", async () => {
  // Opening a pipe that nobody reads waits in the kernel, as a write to a dead disk does.
  const pipe = join(folder, PROBE_FILE);
  execFileSync("mkfifo", [pipe]);
  await look(folder);
  await eventually(() => watch?.isWaiting === true, "waited for");
  await eventually(() => said.at(-1) === "stuck", "stuck");
  const reader = await open(pipe, "r");
  await eventually(() => !existsSync(pipe), "the write has returned");
  await reader.close();
  await eventually(() => said.at(-1) === "ok", "well again");
});

const disk = smallDisk(16);
it.skipIf(!disk)("on a full disk the reserve is given up, and made again when there is room", async () => {
  const dir = disk?.dir ?? "";
  const reserve = new SpaceReserve(dir);
  const reserved = join(dir, RESERVE_FILE);
  try {
    await look(dir, { onSpace: (space) => reserve.keep(space) });
    // Not only its name: what comes next leaves no room for the rest of it.
    await eventually(() => (statSync(reserved, { throwIfNoEntry: false })?.size ?? 0) >= 512 * 1024, "the reserve");
    for (const bytes of [512 * 1024, 4096])
      for (let i = 0; ; i++)
        try {
          writeFileSync(join(dir, `filler-${bytes}-${i}`), Buffer.alloc(bytes));
        } catch {
          break;
        }
    await eventually(() => said.at(-1) === "full" && !existsSync(reserved), "full");
    writeFileSync(join(dir, "settings"), Buffer.alloc(256 * 1024));
    for (const name of readdirSync(dir)) if (name.startsWith("filler-")) rmSync(join(dir, name));
    await eventually(() => said.at(-1) === "ok" && existsSync(reserved), "well again");
  } finally {
    await watch?.stop();
    watch = null;
    disk?.remove();
  }
});
