/** Reads a backup into a folder. Nothing of it is believed before its checksum fits. */
import { createWriteStream, existsSync } from "node:fs";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { StartRefused } from "#recorder/store/start-refused.ts";
import { HELD, type HeldName, MANIFEST, type Manifest, manifest } from "./manifest.ts";
import { measured } from "./measured.ts";
import { isFull, reasonOf } from "./refusals.ts";

const MANIFEST_MAX_BYTES = 64 * 1024;
const CONFIG_MAX_BYTES = 1024 * 1024;

interface OpenBackup {
  readonly manifest: Manifest;
  /** the settings' file in it; null = none */
  readonly config: string | null;
}

/** Reads what a backup says of itself, without unpacking it. Throws StartRefused. */
export async function lookIntoBackup(file: string): Promise<OpenBackup> {
  return inBackup(file, async (zip, entries) => {
    const said = await textOf(zip, entries.get(MANIFEST), MANIFEST_MAX_BYTES);
    const read = said === null ? null : manifest.safeParse(parsed(said));
    if (read?.success !== true) return refuseForeign(file);
    return { manifest: read.data, config: await textOf(zip, entries.get(HELD.config), CONFIG_MAX_BYTES) };
  });
}

/** Puts every file of it into `folder`. Throws StartRefused when one is not what the manifest says. */
export async function unpackBackup(file: string, { files }: Manifest, folder: string): Promise<HeldName[]> {
  const names = (Object.keys(files) as HeldName[]).filter((name) => files[name] !== undefined);
  await inBackup(file, async (zip, entries) => {
    for (const name of names) {
      const entry = entries.get(name);
      const said = files[name];
      if (entry === undefined || said === undefined || entry.uncompressedSize !== said.bytes) refuseDamaged(file, name);
      const target = join(folder, name);
      await pipeline(
        await zip.openReadStreamPromise(entry),
        atMost(said.bytes),
        createWriteStream(target, { mode: 0o600, flags: "wx" }),
      );
      if ((await measured(target)).sha256 !== said.sha256) refuseDamaged(file, name);
    }
  });
  return names;
}

async function inBackup<T>(
  file: string,
  work: (zip: ZipFile, entries: ReadonlyMap<string, Entry>) => Promise<T>,
): Promise<T> {
  if (!existsSync(file)) throw new StartRefused(`There is no backup ${file}: check its name.`);
  let zip: ZipFile | null = null;
  try {
    zip = await openPromise(file, { lazyEntries: true, autoClose: false });
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    return await work(zip, entries);
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    if (zip === null) return refuseForeign(file);
    throw new StartRefused(
      isFull(error)
        ? `There is no room for what is in the backup ${file}. Make room in the folder of --data, then try again.`
        : `The backup ${file} cannot be read to its end (${reasonOf(error)}): it is damaged. Use another backup.`,
    );
  } finally {
    zip?.close();
  }
}

async function textOf(zip: ZipFile, entry: Entry | undefined, most: number): Promise<string | null> {
  if (entry === undefined || entry.uncompressedSize > most) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** A file that unpacks to more than it says fills no disk. */
function atMost(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > bytes) done(new Error("a file in it is longer than it says"));
      else done(null, chunk);
    },
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refuseForeign(file: string): never {
  throw new StartRefused(
    `${file} is no backup that this release can read: it is something else, only a part of one, or written by a newer release. Use another backup, or install the release that wrote it.`,
  );
}

function refuseDamaged(file: string, name: string): never {
  throw new StartRefused(`The backup ${file} is damaged: its ${name} is not what was written. Use another backup.`);
}
