/**
 * With sqlite-file.ts the only file that knows which SQLite binding we use: kysely above, @photostructure/sqlite
 * (node:sqlite's API) below.
 */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSyncInstance } from "@photostructure/sqlite";
import { SqliteAdapter, SqliteDialect } from "kysely";

/** Prepared statements cached per connection: kysely sends the same few texts again and again. */
const MAX_CACHED_STATEMENTS = 200;

type Bindable = null | number | bigint | string | Uint8Array;

/** How long a statement waits for another process's lock. */
const BUSY_TIMEOUT_MS = 5000;

interface SqliteOptions {
  /** file, or ":memory:"; its folder is created */
  readonly file: string;
  /** opens for reading only; the file must exist */
  readonly readOnly?: boolean;
}

/**
 * A kysely dialect on one SQLite connection in WAL mode with synchronous=NORMAL (a crash of the process loses nothing,
 * a power cut at most the last transactions) and foreign keys on. `destroy()` of the Kysely instance closes it.
 * Integers come as numbers, blobs as Uint8Array; booleans are bound as 0/1, dates are refused.
 */
export function sqliteDialect(options: SqliteOptions): SqliteDialect {
  return new Dialect({ database: () => Promise.resolve(open(options)) });
}

/** SQLite can change a schema inside a transaction; kysely does not use that unless told. */
class Dialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new Adapter();
  }
}

/** A migration that a kill or a power cut interrupts leaves nothing behind and is done again. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function open({ file, readOnly = false }: SqliteOptions): Connection {
  if (file !== ":memory:" && !readOnly) mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file, { readOnly, timeout: BUSY_TIMEOUT_MS });
  try {
    if (!readOnly) db.exec("pragma journal_mode=wal; pragma synchronous=normal;");
    db.exec("pragma foreign_keys=on; pragma temp_store=memory;");
  } catch (error) {
    db.close();
    throw error;
  }
  return new Connection(db, !readOnly && file !== ":memory:");
}

class Connection {
  readonly #db: InstanceType<typeof DatabaseSync>;
  readonly #statements = new Map<string, Statement>();
  readonly #hasLog: boolean;

  /** `hasLog`: what was written lately may be in the write-ahead log beside the file */
  constructor(db: InstanceType<typeof DatabaseSync>, hasLog: boolean) {
    this.#db = db;
    this.#hasLog = hasLog;
  }

  prepare(sql: string): Statement {
    // On a full disk SQLite itself rolls back; kysely's own rollback would then hide the reason.
    if (sql === "rollback" && !this.#db.isTransaction) return new Statement(this.#db.prepare("select 1 where false"));
    const known = this.#statements.get(sql);
    if (known) {
      this.#statements.delete(sql);
      this.#statements.set(sql, known);
      return known;
    }
    const statement = new Statement(this.#db.prepare(sql));
    this.#statements.set(sql, statement);
    if (this.#statements.size > MAX_CACHED_STATEMENTS) {
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    return statement;
  }

  close(): void {
    this.#statements.clear();
    if (this.#hasLog) this.#intoOneFile();
    this.#db.close();
  }

  /**
   * SQLite does this itself at the last close, but not while statements live, and those go when the garbage collector
   * wants. Whoever else has the file open goes on undisturbed: then it is left to them.
   */
  #intoOneFile(): void {
    try {
      this.#db.exec("pragma busy_timeout=0; pragma wal_checkpoint(truncate);");
    } catch {
      // Damaged, or a full disk: the log stays beside the file, and the next start reads both.
    }
  }
}

class Statement {
  readonly #statement: StatementSyncInstance;
  /** whether it returns rows (select, pragma, returning) */
  readonly reader: boolean;

  constructor(statement: StatementSyncInstance) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement.all(...parameters.map(bindable));
  }

  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    return this.#statement.run(...parameters.map(bindable));
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...parameters.map(bindable));
  }
}

function bindable(value: unknown): Bindable {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "string") return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite cannot hold ${Object.prototype.toString.call(value)}`);
}
