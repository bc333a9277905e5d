/** A SQLite file as a whole: whether it can be read, a copy of it, whether somebody has it open. */
import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { backup, DatabaseSync } from "@photostructure/sqlite";
import { putInPlace } from "./kept-file.ts";

/** What stands beside a database in use. */
const TAILS = ["-wal", "-shm", "-journal"] as const;
const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";
/** Fixed by the file format, at byte 21: payload fractions. */
const FRACTIONS = [64, 32, 32] as const;

type FileState =
  | { readonly kind: "missing" | "sound" }
  /** 0 bytes, or no table in it */
  | { readonly kind: "empty" }
  | { readonly kind: "damaged"; readonly reason: string }
  /** it may be whole, but cannot be opened: rights, a broken disk */
  | { readonly kind: "unreadable"; readonly reason: string };

/** Reads the whole file; a damaged tree may otherwise be read incompletely without an error. */
export function stateOf(file: string): FileState {
  if (!existsSync(file)) return { kind: "missing" };
  try {
    if (statSync(file).size === 0) return { kind: "empty" };
    const wrong = wrongHeader(file);
    if (wrong !== null) return { kind: "damaged", reason: wrong };
    return look(file);
  } catch (error) {
    const reason = reasonOf(error);
    return isDamage(reason) ? { kind: "damaged", reason } : { kind: "unreadable", reason };
  }
}

/** SQLite's own words for a file that is not what it was. */
export const isDamage = (reason: string): boolean => /malformed|not a database|corrupt|unsupported file/i.test(reason);

function look(file: string): FileState {
  // For writing: what a kill left in the log is taken over, and without that part the file may be none.
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    const found = db.prepare("pragma quick_check(1)").all() as { quick_check: string }[];
    const said = found[0]?.quick_check ?? "";
    if (said !== "ok") return { kind: "damaged", reason: said.split("\n").slice(0, 2).join(" ") };
    const { tables } = db.prepare("select count(*) as tables from sqlite_master").get() as { tables: number };
    return { kind: tables === 0 ? "empty" : "sound" };
  } finally {
    db.close();
  }
}

/** What SQLite itself does not look at before it writes. */
function wrongHeader(file: string): string | null {
  const header = Buffer.alloc(HEADER_BYTES);
  const handle = openSync(file, "r");
  try {
    if (readSync(handle, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return "it is shorter than a header";
  } finally {
    closeSync(handle);
  }
  if (header.toString("latin1", 0, MAGIC.length) !== MAGIC) return "it is not a database";
  const versions = [header[18], header[19]];
  if (versions.some((version) => version !== 1 && version !== 2)) return "its header is damaged";
  return FRACTIONS.every((value, at) => header[21 + at] === value) ? null : "its header is damaged";
}

/**
 * A copy that is whole in one file, readable by its owner only: either all of it is there afterwards, or what was there
 * before. The original may be in use. Throws when it cannot be written or is not sound.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const part = `${to}.part`;
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  removeDatabase(part);
  try {
    closeSync(openSync(part, "wx", 0o600));
    const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
    try {
      // All pages in one step: nobody who writes meanwhile makes it begin anew.
      await backup(source, part, { rate: -1 });
    } finally {
      source.close();
    }
    const copy = new DatabaseSync(part);
    try {
      copy.exec("pragma journal_mode=delete;");
    } finally {
      copy.close();
    }
    const state = stateOf(part);
    if (state.kind !== "sound") throw new Error("reason" in state ? state.reason : `the copy is ${state.kind}`);
    putInPlace(part, to);
  } catch (error) {
    removeDatabase(part);
    throw error;
  }
}

/** Moves a database and what stands beside it; what is not there is not moved. */
export function moveDatabase(from: string, to: string): void {
  for (const tail of ["", ...TAILS]) if (existsSync(from + tail)) renameSync(from + tail, to + tail);
}

function removeDatabase(file: string): void {
  for (const tail of ["", ...TAILS]) rmSync(file + tail, { force: true });
}

/** Whether another process has the database open. */
export function isInUse(file: string): boolean {
  if (!existsSync(file) || statSync(file).size === 0) return false;
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    // Only who is alone can leave the log behind.
    const { journal_mode: mode } = db.prepare("pragma journal_mode=delete").get() as { journal_mode: string };
    return mode !== "delete";
  } catch (error) {
    return /locked|busy/i.test(reasonOf(error));
  } finally {
    db.close();
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
