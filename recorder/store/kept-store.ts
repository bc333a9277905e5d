/**
 * Opens the database in any case that can be mended: a damaged one is put aside and the newest sound copy takes its
 * place. Anything else is a sentence with the way out, never a stack trace.
 */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type DatabaseCopy, DatabaseCopies } from "./database-copies.ts";
import { copyDatabase, isDamage, moveDatabase, stateOf } from "./sqlite-file.ts";
import { StartRefused } from "./start-refused.ts";
import { openStore, type SchemaState, schemaState, type Store, type StoreOptions } from "./store.ts";

export interface ReplacedDatabase {
  /** name of the damaged file, in the same folder; "" = there was none */
  readonly aside: string;
  /** what was wrong with it */
  readonly reason: string;
  /** when the copy that took its place was made */
  readonly copyMs: number;
}

interface KeptStore {
  readonly store: Store;
  /** null: PostgreSQL keeps copies its own way */
  readonly copies: DatabaseCopies | null;
  readonly replaced: ReplacedDatabase | null;
}

export async function openKeptStore(place: StoreOptions, nowMs: number): Promise<KeptStore> {
  if (place.url !== "") return { store: await openOther(place), copies: null, replaced: null };
  const copies = new DatabaseCopies(place.file);
  const replaced = await mend(place.file, copies, nowMs);
  const state = await schemaState(place.file).catch((error: unknown) => refuse(place.file, reasonOf(error)));
  if (state === "newer")
    throw new StartRefused(
      `${place.file} was written by a newer release. Install that release again, or put the data folder of this release back.`,
    );
  const store = await migrated(place, state, copies, nowMs);
  return { store, copies, replaced };
}

async function openOther(place: StoreOptions): Promise<Store> {
  try {
    return await openStore(place);
  } catch (error) {
    // Another server of the database was upgraded first.
    if (/previously executed migration .* is missing/.test(reasonOf(error)))
      throw new StartRefused(
        "The database of database.url was changed by a newer release. Install that release here, too.",
      );
    throw databaseRefused(error);
  }
}

export const databaseRefused = (error: unknown): StartRefused =>
  new StartRefused(
    `The database of database.url cannot be opened (${reasonOf(error)}). Start PostgreSQL, or correct the address.`,
  );

/** The copy before a change of the schema is worth more than the start: without room for it nothing is changed. */
async function migrated(
  place: StoreOptions,
  state: SchemaState,
  copies: DatabaseCopies,
  nowMs: number,
): Promise<Store> {
  if (state === "older")
    try {
      await copies.make();
    } catch (error) {
      throw new StartRefused(
        `This release changes the schema of ${place.file}, and a copy before that cannot be written (${reasonOf(error)}). Make room in ${dirname(place.file)}, then start again.`,
      );
    }
  try {
    return await openStore(place);
  } catch (error) {
    const reason = reasonOf(error);
    if (!isDamage(reason)) return refuse(place.file, reason);
    const mended = await putBack(place.file, copies.newestSound(), reason, nowMs);
    if (mended === null) return refuse(place.file, reason);
    return openStore(place);
  }
}

async function mend(file: string, copies: DatabaseCopies, nowMs: number): Promise<ReplacedDatabase | null> {
  const state = stateOf(file);
  if (state.kind === "sound") return null;
  if (state.kind === "unreadable")
    throw new StartRefused(
      `${file} cannot be opened (${state.reason}). Check that it and its folder belong to the user who runs this, and that the disk is well.`,
    );
  const copy = copies.newestSound();
  const reason = "reason" in state ? state.reason : `it is ${state.kind}`;
  if (copy === null) {
    // A first start, or one that was killed before anything was written: the key is made after the tables.
    const hadOne = existsSync(join(dirname(file), "secret.key"));
    if (state.kind === "missing" || (state.kind === "empty" && !hadOne)) return null;
    throw new StartRefused(
      `${file} is damaged (${reason}) and there is no copy of it. Put a backup back with --restore FILE --replace, or move the file away to begin with no accounts and cameras; recordings stay.`,
    );
  }
  return putBack(file, copy, reason, nowMs);
}

async function putBack(
  file: string,
  copy: DatabaseCopy | null,
  reason: string,
  nowMs: number,
): Promise<ReplacedDatabase | null> {
  if (copy === null) return null;
  const isThere = existsSync(file);
  const aside = `${basename(file)}.damaged-${nowMs}`;
  try {
    moveDatabase(file, join(dirname(file), aside));
    await copyDatabase(copy.file, file);
  } catch (error) {
    throw new StartRefused(
      `${file} is damaged (${reason}), and its copy ${copy.file} cannot take its place (${reasonOf(error)}). Make room in the folder, then start again.`,
    );
  }
  return { aside: isThere ? aside : "", reason, copyMs: copy.madeMs };
}

function refuse(file: string, reason: string): never {
  throw new StartRefused(
    `${file} cannot be used (${reason}). Put a backup back with --restore FILE --replace, or look at the disk.`,
  );
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ").trim();
