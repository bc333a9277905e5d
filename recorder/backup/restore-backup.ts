/** Puts a backup into a data folder: all of it, or nothing. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Config } from "#recorder/config/config-shape.ts";
import { putInPlace } from "#recorder/store/kept-file.ts";
import { isInUse, moveDatabase, stateOf } from "#recorder/store/sqlite-file.ts";
import { StartRefused } from "#recorder/store/start-refused.ts";
import { LOCK_FILE } from "#recorder/store/server-lock.ts";
import { STORAGE_TAG } from "#recorder/store/tables/server-rows.ts";
import { openStore, schemaState, type Store } from "#recorder/store/store.ts";
import { databaseName, HELD, type Manifest } from "./manifest.ts";
import { lookIntoBackup, unpackBackup } from "./read-backup.ts";
import { removeLeftBehind } from "./left-behind.ts";
import { isFull, reasonOf, refusePostgres } from "./refusals.ts";

const WORK = ".restore-";

interface RestoreAsk {
  readonly file: string;
  /** put aside what is in the data folder */
  readonly replaces: boolean;
  readonly nowMs: number;
  /** the last word in the restored database, before it takes its place */
  readonly note: (store: Store, folder: string) => Promise<void>;
}

interface Restored {
  readonly manifest: Manifest;
  readonly names: readonly string[];
  /** folder with what was there before; null = nothing was */
  readonly aside: string | null;
  /** an index that could be read was there: it knows more than the backup */
  readonly keptIndex: boolean;
}

/** Throws StartRefused with what to do; what was there is still there then. */
export async function restoreBackup(config: Config, { file, replaces, nowMs, note }: RestoreAsk): Promise<Restored> {
  refusePostgres(config, "restored");
  const { manifest } = await lookIntoBackup(file);
  refuseOtherEdition(config, manifest, file);
  const database = join(config.data, databaseName(config));
  if (isInUse(database)) throw new StartRefused(`A server is running with ${config.data}. Stop it, then try again.`);
  const found = whatIsIn(config);
  if (found.length > 0 && !replaces)
    throw new StartRefused(
      `${config.data} is not empty (${found.slice(0, 3).join(", ")}${found.length > 3 ? ", …" : ""}). Name an empty folder with --data, or add --replace: what is there is put aside.`,
    );
  const work = workFolder(config.data);
  try {
    const names = await unpackBackup(file, manifest, work);
    await makeReady(join(work, databaseName(config)), manifest, (store) => note(store, work));
    const keptIndex = await placeIndex(config, work);
    const aside = putAside(config, names, nowMs);
    for (const name of names) if (name !== databaseName(config) && name !== HELD.index) place(work, config.data, name);
    // The last one: a folder without it holds no server yet.
    place(work, config.data, databaseName(config));
    return { manifest, names, aside, keptIndex };
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw new StartRefused(
      `The backup could not be put into ${config.data} (${reasonOf(error)}). ${isFull(error) ? "Make room there" : "Mend that"}, then try again.`,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function workFolder(data: string): string {
  try {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    removeLeftBehind(data, WORK);
    return mkdtempSync(join(data, WORK));
  } catch (error) {
    throw new StartRefused(
      `${data} cannot be written (${reasonOf(error)}). Let the user who runs this write it, or name another folder with --data.`,
    );
  }
}

/** Settings of the server's file and recordings may be there: they are not what is restored over. */
function whatIsIn(config: Config): string[] {
  if (!existsSync(config.data)) return [];
  const recordings = relative(config.data, config.recordings);
  return readdirSync(config.data).filter(
    (name) =>
      name !== HELD.config &&
      name !== LOCK_FILE &&
      name !== "lost+found" &&
      name !== recordings &&
      !name.startsWith(WORK),
  );
}

function refuseOtherEdition({ edition }: Config, manifest: Manifest, file: string): void {
  if (manifest.edition === edition) return;
  throw new StartRefused(
    manifest.edition === "aggregator"
      ? `${file} is the backup of an aggregator: add --edition aggregator.`
      : `${file} is the backup of a recorder: leave --edition aggregator out.`,
  );
}

/** Brought up to date, and without what must not come back: whoever was signed in then signs in again. */
async function makeReady(
  database: string,
  { release }: Manifest,
  note: (store: Store) => Promise<void>,
): Promise<void> {
  const state = stateOf(database);
  if (state.kind !== "sound") throw new StartRefused("The database in the backup cannot be read. Use another backup.");
  if ((await schemaState(database)) === "newer")
    throw new StartRefused(`The backup was written by release ${release}, which is newer: install that one first.`);
  const store = await openStore({ file: database, url: "" });
  try {
    await store.deleteFrom("sessions").execute();
    await store.deleteFrom("lockouts").execute();
    // The storage of the machine that is restored onto is accepted as it is: otherwise nothing would be recorded there.
    await store.deleteFrom("settings").where("key", "=", `internal.${STORAGE_TAG}`).execute();
    await note(store);
  } finally {
    await store.destroy();
  }
}

/** True: the one that is there stays. Recordings and their index belong together. */
async function placeIndex({ edition, recordings }: Config, work: string): Promise<boolean> {
  const from = join(work, HELD.index);
  if (edition === "aggregator" || !existsSync(from)) return false;
  const to = join(recordings, HELD.index);
  if (stateOf(to).kind === "sound") return true;
  mkdirSync(recordings, { recursive: true, mode: 0o700 });
  // The folder of recordings may be on another disk, where a file cannot be renamed to.
  await copyFile(from, `${to}.part`);
  if (existsSync(to)) moveDatabase(to, `${to}.before-restore`);
  putInPlace(`${to}.part`, to);
  return false;
}

/** What the backup brings, and the copies of the database that goes. */
function putAside(config: Config, names: readonly string[], nowMs: number): string | null {
  const database = databaseName(config);
  const own = [...names.filter((name) => name !== HELD.index && name !== database), "copies"];
  const there = own.filter((name) => existsSync(join(config.data, name)));
  const hasDatabase = existsSync(join(config.data, database));
  if (there.length === 0 && !hasDatabase) return null;
  const aside = join(config.data, `before-restore-${nowMs}`);
  mkdirSync(aside, { mode: 0o700 });
  moveDatabase(join(config.data, database), join(aside, database));
  for (const name of there) renameSync(join(config.data, name), join(aside, name));
  return aside;
}

const place = (work: string, data: string, name: string): void => putInPlace(join(work, name), join(data, name));
