/**
 * Evidence locks, bookmarks and motion events of a damaged index: no video file contains them, so whatever can still be
 * read goes into the new index.
 */
import { Kysely, sql } from "kysely";
import * as z from "zod/mini";
import { sqliteDialect } from "#recorder/store/sqlite-dialect.ts";
import type { IndexTables } from "../index/schema/index-tables.ts";
import { isSound } from "../index/sqlite-index.ts";

const BATCH = 500;

const mark = { id: z.number(), stream: z.nullable(z.string()), created_ms: z.number() };
// An index of an older version does not have all columns.
const added = z._default(z.string(), "");
const never = z._default(z.number(), 0);
const made = { created_by: added, author: added, origin: added, changed_ms: never, noted_ms: never };
const SHAPES = {
  lock: z.object({ ...mark, from_ms: z.number(), to_ms: z.number(), note: z.string(), ...made }),
  bookmark: z.object({
    ...mark,
    time_ms: z.number(),
    stop_ms: z._default(z.nullable(z.number()), null),
    text: z.string(),
    ...made,
  }),
  event: z.object({
    id: z.number(),
    stream: z.string(),
    start: z.number(),
    stop: z.nullable(z.number()),
    score: z.number(),
  }),
} as const;
type Table = keyof typeof SHAPES;

interface SalvagedMarks {
  readonly rows: { readonly [T in Table]: readonly z.infer<(typeof SHAPES)[T]>[] };
  /** nothing can be missing */
  readonly whole: boolean;
}

/** Reads the index in `file`, which nobody has open and which stays unchanged. */
export async function salvageMarks(file: string): Promise<SalvagedMarks> {
  const db = new Kysely<IndexTables>({ dialect: sqliteDialect({ file, readOnly: true }) });
  try {
    const [lock, bookmark, event] = [await read(db, "lock"), await read(db, "bookmark"), await read(db, "event")];
    return {
      rows: { lock: lock.rows, bookmark: bookmark.rows, event: event.rows },
      whole: lock.whole && bookmark.whole && event.whole,
    };
  } finally {
    await db.destroy();
  }
}

/** Into a new index, all or nothing. */
export async function putMarks(file: string, { rows }: SalvagedMarks): Promise<void> {
  const db = new Kysely<IndexTables>({ dialect: sqliteDialect({ file }) });
  try {
    await db.transaction().execute(async (tx) => {
      for (const table of ["lock", "bookmark", "event"] as const)
        for (let at = 0; at < rows[table].length; at += BATCH)
          await tx
            .insertInto(table)
            .values(rows[table].slice(at, at + BATCH))
            .onConflict((on) => on.doNothing())
            .execute();
    });
  } finally {
    await db.destroy();
  }
}

/** Reads from both ends towards the damaged place, if there is one: rows behind it are reached from the other side. */
async function read<T extends Table>(
  db: Kysely<IndexTables>,
  table: T,
): Promise<{ readonly rows: readonly z.infer<(typeof SHAPES)[T]>[]; readonly whole: boolean }> {
  const found = new Map<number, unknown>();
  const sound = await isSound(db, table).catch(() => false);
  const whole = (await readFrom(db, table, "asc", found)) && sound;
  if (!whole) await readFrom(db, table, "desc", found);
  const shape = SHAPES[table];
  const parsed = [...found.values()].map((row) => shape.safeParse(row));
  return {
    rows: parsed.flatMap(({ data }) => (data ? [data as z.infer<(typeof SHAPES)[T]>] : [])),
    whole: whole && parsed.every(({ success }) => success),
  };
}

/** Adds the rows to `found`, by id; returns whether it reached the end. */
async function readFrom(
  db: Kysely<IndexTables>,
  table: Table,
  direction: "asc" | "desc",
  found: Map<number, unknown>,
): Promise<boolean> {
  let last = direction === "asc" ? 0 : Number.MAX_SAFE_INTEGER;
  for (let batch = BATCH; batch >= 1; ) {
    try {
      const { rows } = await sql<{ id: number }>`select * from ${sql.table(table)}
        where id ${sql.raw(direction === "asc" ? ">" : "<")} ${last} order by id ${sql.raw(direction)}
        limit ${batch}`.execute(db);
      for (const row of rows) found.set(row.id, row);
      const end = rows.at(-1);
      if (!end) return true;
      last = end.id;
    } catch {
      // Smaller steps get closer to what cannot be read.
      batch = Math.floor(batch / 8);
    }
  }
  return false;
}
