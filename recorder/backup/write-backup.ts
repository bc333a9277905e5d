/** Writes a backup, whether the server runs or not. */
import { createHash } from "node:crypto";
import { copyFileSync, createReadStream, createWriteStream, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { Config } from "#recorder/config/config-shape.ts";
import { putInPlace } from "#recorder/store/kept-file.ts";
import { copyDatabase } from "#recorder/store/sqlite-file.ts";
import { StartRefused } from "#recorder/store/start-refused.ts";
import { databaseName, FORMAT, HELD, type HeldName, MANIFEST, type Manifest } from "./manifest.ts";
import { reasonOf, refusePostgres } from "./refusals.ts";

interface Written {
  readonly file: string;
  readonly bytes: number;
  readonly names: readonly string[];
}

/** All of it is in `to` afterwards, or what was there before. Throws StartRefused with what to do. */
export async function writeBackup(config: Config, release: string, to: string, nowMs: number): Promise<Written> {
  refusePostgres(config, "backed up");
  const file = resolve(to);
  const database = join(config.data, databaseName(config));
  if (!existsSync(database))
    throw new StartRefused(`There is no ${database}: name the data folder of the server with --data.`);
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
      `The backup could not be written (${reasonOf(error)}). Make room in ${dirname(file)}, or name another folder.`,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Beside the file: what is moved to its place must be on the same disk. */
function workFolder(file: string): string {
  try {
    return mkdtempSync(join(dirname(file), ".proscenium-backup-"));
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

/** Size and checksum. */
export async function measured(file: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return { bytes: statSync(file).size, sha256: hash.digest("hex") };
}
