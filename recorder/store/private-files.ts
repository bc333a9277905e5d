/** Nobody but the owner reads what the server keeps: files are 600 and folders 700, whatever they were before. */
import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { chmod, lstat, opendir } from "node:fs/promises";
import { join } from "node:path";

const FOLDER = 0o700;
const FILE = 0o600;
const PERMISSIONS = 0o777;

/** What the server makes in its data folder. Somebody may have named a folder that holds other things too. */
const OURS =
  /^((recorder|aggregator|recordings)\.db.*|copies|logs|exports|demo|uploaded-client|config\.json|secret\.key|export-signing\.pem)$/;

/**
 * The data folder and what is ours in it; recordings are many: see `makeRecordingsPrivate`. What belongs to somebody
 * else, and file systems without permissions, stay as they are. Links are not followed.
 */
export function makeDataPrivate(folder: string): void {
  if (process.platform === "win32") return;
  fitNow(folder, FOLDER);
  for (const name of namesIn(folder)) if (OURS.test(name)) visit(join(folder, name));
}

function visit(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === true) fitNow(path, FILE);
  if (found?.isDirectory() !== true) return;
  fitNow(path, FOLDER);
  for (const name of namesIn(path)) visit(join(path, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function fitNow(path: string, mode: number): void {
  try {
    if ((lstatSync(path).mode & PERMISSIONS) !== mode) chmodSync(path, mode);
  } catch {
    return;
  }
}

/** The folder of recordings with its index and segments, beside other work. Ends early when `isOver` says so. */
export async function makeRecordingsPrivate(folder: string, isOver: () => boolean): Promise<void> {
  if (process.platform === "win32") return;
  await fit(folder, FOLDER);
  try {
    for await (const entry of await opendir(folder)) {
      if (isOver()) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== "lost+found") await makeRecordingsPrivate(path, isOver);
      else if (entry.isFile() && /\.mp4$|\.db/.test(entry.name)) await fit(path, FILE);
    }
  } catch {
    // The file was removed meanwhile, or belongs to another user.
    return;
  }
}

async function fit(path: string, mode: number): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found !== null && (found.mode & PERMISSIONS) !== mode) await chmod(path, mode).catch(() => undefined);
}
