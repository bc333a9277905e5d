/** Writes a backup, whether the server runs or not. */
import {
  closeSync,
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { Config } from "#recorder/config/config-shape.ts";
import { putInPlace } from "#recorder/store/kept-file.ts";
import { copyDatabase } from "#recorder/store/sqlite-file.ts";
import { StartRefused } from "#recorder/store/start-refused.ts";
import { databaseName, FORMAT, HELD, type HeldName, MANIFEST, type Manifest } from "./manifest.ts";
import { measured } from "./measured.ts";
import { isFull, reasonOf, refusePostgres } from "./refusals.ts";
import { removeLeftBehind } from "./left-behind.ts";

const WORK = ".proscenium-backup-";

interface Written {
  readonly file: string;
  readonly bytes: number;
  readonly names: readonly string[];
}

/** All of it is in `to` afterwards, or what was there before. Throws StartRefused with what to do. */
export async function writeBackup(config: Config, release: string, to: string, nowMs: number): Promise<Written> {
  refusePostgres(config, "backed up");
  const file = resolve(to);
  refuseTarget(file);
  const database = join(config.data, databaseName(config));
  if (!existsSync(database))
    throw new StartRefused(`There is no ${database}: name the data folder of the server with --data.`);
  removeLeftBehind(dirname(file), WORK);
  const work = workFolder(file);
  try {
    const names = await gather(config, work);
    const made: Manifest = {
      format: "proscenium-backup",
      version: FORMAT,
      edition: config.edition === "aggregator" ? "aggregator" : "standalone",
      release,
      createdMs: nowMs,
      files: Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, await measured(join(work, name))] as const)),
      ),
    };
    const part = join(work, "backup.zip");
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(`${JSON.stringify(made, null, 2)}\n`), MANIFEST, { mode: 0o600 });
    for (const name of names) zip.addFile(join(work, name), name, { mode: 0o600 });
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(part, { mode: 0o600, flags: "wx" }));
    putInPlace(part, file);
    return { file, bytes: statSync(file).size, names };
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw new StartRefused(
      `The backup could not be written (${reasonOf(error)}). ${isFull(error) ? "Make room in" : "Look at"} ${dirname(file)}, or name another folder.`,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** A mistyped name must not cost a database: only an older backup is replaced. */
function refuseTarget(file: string): void {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there === undefined || (there.isFile() && there.size === 0)) return;
  if (there.isDirectory())
    throw new StartRefused(`${file} is a folder: name a file in it, as ${join(file, "proscenium.zip")}.`);
  if (!there.isFile() || !beginsAsBackup(file))
    throw new StartRefused(`${file} is there and is no backup of ours: name another file, or move it away.`);
}

/** Also what is left of a damaged one, which the next backup may replace. */
function beginsAsBackup(file: string): boolean {
  const head = Buffer.alloc(30 + MANIFEST.length);
  let handle: number | null = null;
  try {
    handle = openSync(file, "r");
    readSync(handle, head);
  } catch {
    return false;
  } finally {
    if (handle !== null) closeSync(handle);
  }
  return head.toString("latin1", 0, 4) === "PK\x03\x04" && head.toString("latin1", 30) === MANIFEST;
}

/** Beside the file: what is moved to its place must be on the same disk. */
function workFolder(file: string): string {
  try {
    return mkdtempSync(join(dirname(file), WORK));
  } catch (error) {
    throw new StartRefused(
      `${dirname(file)} cannot be written (${reasonOf(error)}). Create it, or name another folder for the backup.`,
    );
  }
}

/** Copies what there is; the databases may be in use. */
async function gather(config: Config, work: string): Promise<HeldName[]> {
  const names: HeldName[] = [];
  const databases = [[config.data, databaseName(config)] as const];
  if (config.edition !== "aggregator") databases.push([config.recordings, HELD.index]);
  for (const [folder, name] of databases) {
    if (!existsSync(join(folder, name))) continue;
    try {
      await copyDatabase(join(folder, name), join(work, name));
    } catch (error) {
      if (isFull(error))
        throw new StartRefused(
          `There is no room for a copy of ${join(folder, name)} in ${dirname(work)}. Make room there, or name another folder for the backup.`,
        );
      throw new StartRefused(
        `${join(folder, name)} cannot be copied (${reasonOf(error)}). If it is damaged, start the server once: it puts a sound copy in its place.`,
      );
    }
    names.push(name as HeldName);
  }
  for (const name of [HELD.key, HELD.signing, HELD.config]) {
    if (!existsSync(join(config.data, name))) continue;
    copyFileSync(join(config.data, name), join(work, name));
    names.push(name);
  }
  return names;
}
