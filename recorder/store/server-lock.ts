/** One server for each data folder: two of them would write the same recordings, and each would take the other's for lost. */
import { chmodSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { FolderInUse, StartRefused } from "./start-refused.ts";

/** A database of its own: the system frees its lock however the process ends, and the file stays. */
export const LOCK_FILE = "server.lock";

type Database = InstanceType<typeof DatabaseSync>;

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly since_ms: number;
}

/**
 * Holds the folder until what it returns is called, or the process ends. Throws StartRefused when another server holds it, also one on
 * another machine where the file system passes locks on.
 */
export function lockFolder(folder: string, nowMs: number): () => void {
  const database = openLock(folder);
  try {
    writeHolder(database, { pid: process.pid, host: hostname(), since_ms: nowMs });
    // Others may read who holds it, but nobody else gets this far.
    database.exec("begin immediate");
  } catch (error) {
    const holder = holderIn(database);
    database.close();
    if (!isHeld(error)) throw unusable(folder, error);
    throw new FolderInUse(`${folder} is in use by another server${holder}. Stop that one, or name another folder.`);
  }
  return () => {
    if (!database.isOpen) return;
    // A closed connection keeps its lock while a statement of it waits to be collected.
    database.exec("rollback");
    database.close();
  };
}

/** The same for one of several volumes: one that cannot be written does not keep a server from starting. */
export function lockVolume(folder: string, nowMs: number): () => void {
  try {
    const release = lockFolder(folder, nowMs);
    return () => {
      try {
        release();
      } catch {
        // Its disk is gone, and the lock with it.
        return;
      }
    };
  } catch (error) {
    if (error instanceof FolderInUse) throw error;
    return () => undefined;
  }
}

/** The same; null when another server holds it. */
export function lockOrNull(folder: string, nowMs: number): (() => void) | null {
  try {
    return lockVolume(folder, nowMs);
  } catch (error) {
    if (error instanceof FolderInUse) return null;
    throw error;
  }
}

function openLock(folder: string): Database {
  try {
    const file = join(folder, LOCK_FILE);
    const database = new DatabaseSync(file, { timeout: 0 });
    chmodSync(file, 0o600);
    return database;
  } catch (error) {
    throw unusable(folder, error);
  }
}

/** A full disk does not keep a server from starting: then nobody is told who holds it. */
function writeHolder(database: Database, { pid, host, since_ms }: Holder): void {
  try {
    database.exec("begin immediate");
    database.exec("create table if not exists holder (pid integer, host text, since_ms integer)");
    database.exec("delete from holder");
    database.prepare("insert into holder values (?, ?, ?)").run(pid, host, since_ms);
    database.exec("commit");
  } catch (error) {
    if (isHeld(error)) throw error;
    if (database.isTransaction) database.exec("rollback");
  }
}

/** " (process 4711 on wall-1, since …)", or nothing where it cannot be read. */
function holderIn(database: Database): string {
  try {
    const holder = database.prepare("select pid, host, since_ms from holder").get() as Holder | undefined;
    if (!holder) return "";
    return ` (process ${holder.pid} on ${holder.host}, since ${new Date(holder.since_ms).toISOString()})`;
  } catch {
    return "";
  }
}

const isHeld = (error: unknown): boolean => error instanceof Error && /locked|busy/i.test(error.message);

const unusable = (folder: string, error: unknown): StartRefused =>
  new StartRefused(
    `${join(folder, LOCK_FILE)} cannot be used (${error instanceof Error ? error.message : String(error)}). Check that the folder belongs to the user who runs this, and that its disk is well.`,
  );
