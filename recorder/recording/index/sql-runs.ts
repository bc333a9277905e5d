/**
 * Runs of what was recorded. A month of a stream is 43,200 files: they are summed up by the hour, and looked at one by one only in
 * hours in which something is missing.
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { IndexTables } from "./schema/index-tables.ts";
import { type ArchiveRun, GAP_MS } from "./recording-index.ts";
import { isShown, isWithoutCopy, MAX_SEGMENT_MS } from "./sql-flavour.ts";

const HOUR_MS = 3_600_000;
/** How much one statement reads: enough for the usual question. */
const STEP_MS = 31 * 24 * HOUR_MS;
/** A statement names at most so many hours, so that its text stays short. */
const HOURS_AT_ONCE = 100;
/** Files that adjoin may overlap by rounding. */
const SEAMS_MS = 1;

interface Bounds {
  readonly streamId: string;
  /** of files that end after this and start before that */
  readonly afterMs: number;
  readonly beforeMs: number;
  /** so many of the newest */
  readonly take: number;
}

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Files that start in [fromMs, toMs) and end after `afterMs`. */
interface Files {
  readonly streamId: string;
  readonly which: RawBuilder<unknown>;
  readonly fromMs: number;
  readonly toMs: number;
  readonly afterMs: number;
}

/** Newest first. What is on one of the `away` volumes, and in no bucket that can be read, is in runs of its own. */
export async function runs(
  db: Kysely<IndexTables>,
  { streamId, afterMs, beforeMs, take }: Bounds,
  away: readonly string[],
): Promise<readonly ArchiveRun[]> {
  const asked = { streamId, fromMs: afterMs - MAX_SEGMENT_MS, toMs: beforeMs, afterMs };
  const found = await spans(db, { ...asked, which: isShown }, take);
  const [newest] = found;
  if (newest === undefined) return [];
  // Written in this way so that the database uses its short list of open files.
  const { rows: open } = await sql<{ start: number }>`
    select start from segment where closed = 0 and stream || '' = ${streamId}`.execute(db);
  const all = found.map((span) => ({
    streamId,
    ...span,
    active: open.some(({ start }) => start >= span.startMs && start <= span.endMs),
  }));
  if (away.length === 0) return all;
  const fromMs = Math.max(asked.fromMs, found.at(-1)?.startMs ?? 0);
  const gone: Span[] = [];
  for (const volume of away) {
    // Written in this way so that the database can answer it from the index of the volumes alone, which has no other column.
    const which = sql`volume <> '' and volume = ${volume} and "end" > start and ${isWithoutCopy(away)}`;
    gone.push(...(await spans(db, { ...asked, fromMs, which })));
  }
  const apartAll = joined(gone.toSorted((a, b) => a.startMs - b.startMs)).toReversed();
  return all.flatMap((run) => apart(run, apartAll)).slice(0, take);
}

/** A run without what is away, and that beside it; all newest first. */
function apart(run: ArchiveRun, gone: readonly Span[]): ArchiveRun[] {
  const parts: ArchiveRun[] = [];
  let endMs = run.endMs;
  for (const one of gone) {
    if (one.startMs >= run.endMs || one.endMs <= run.startMs) continue;
    if (one.endMs < endMs) parts.push({ ...run, startMs: one.endMs, endMs });
    parts.push({ streamId: run.streamId, startMs: one.startMs, endMs: one.endMs, active: false, isAway: true });
    endMs = one.startMs;
  }
  if (endMs > run.startMs) parts.push({ ...run, endMs });
  // What is still written is the newest part, unless that is away.
  return parts.map((part, at) => (at === 0 ? part : { ...part, active: false }));
}

/** Newest first, at least the newest `take`. Where nothing is for years, as before a clock was right, nothing is looked for. */
async function spans(db: Kysely<IndexTables>, files: Files, take = Number.POSITIVE_INFINITY): Promise<Span[]> {
  let found: Span[] = [];
  for (let { toMs } = files; found.length <= take; ) {
    const { rows } = await sql<{ start: number }>`
      select start from ${filesIn(files, sql`${files.fromMs}`, sql`${toMs}`)} order by start desc limit 1`.execute(db);
    const last = rows[0]?.start;
    if (last === undefined) break;
    const fromMs = Math.max(files.fromMs, last - STEP_MS);
    found = joined([...(await hourly(db, { ...files, fromMs, toMs: Math.min(toMs, last + 1) })), ...found]);
    toMs = fromMs;
  }
  return found.toReversed().slice(0, take);
}

const filesIn = ({ streamId, which, afterMs }: Files, from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`segment where stream = ${streamId} and start >= ${from} and start < ${to} and "end" > ${afterMs} and ${which}`;

/** In order, one that ends and one that begins at a full hour apart. */
async function hourly(db: Kysely<IndexTables>, files: Files): Promise<Span[]> {
  const { fromMs, toMs } = files;
  const within = filesIn(files, sql`a`, sql`b`);
  const { rows } = await sql<{ a: number; b: number; first: number; last: number; total: number }>`
    with recursive hour(a, b) as (
      select cast(${fromMs} as double precision), cast(${Math.min(toMs, fromMs + HOUR_MS)} as double precision)
      union all
      select b, case when b + ${HOUR_MS} < ${toMs} then b + ${HOUR_MS} else ${toMs} end from hour where b < ${toMs}),
    summed as materialized (select a, b, (select sum("end" - start) from ${within}) as total from hour)
    select a, b, total, (select start from ${within} order by start limit 1) as first,
      (select "end" from ${within} order by start desc limit 1) as last
    from summed where total is not null order by a`.execute(db);
  // Files of a stream do not overlap (newer-wins.ts): what lasts as long as its files do has no gap.
  const isWhole = (row: (typeof rows)[number]): boolean => {
    const missingMs = row.last - row.first - row.total;
    return missingMs < GAP_MS && missingMs > -SEAMS_MS;
  };
  const found: Span[] = rows.filter(isWhole).map(({ first, last }) => ({ startMs: first, endMs: last }));
  const others = rows.filter((row) => !isWhole(row));
  for (let at = 0; at < others.length; at += HOURS_AT_ONCE)
    found.push(...(await oneByOne(db, files, others.slice(at, at + HOURS_AT_ONCE))));
  return found.toSorted((x, y) => x.startMs - y.startMs);
}

/**
 * Only the rows at which a run begins leave the database, each with how far all before it in its hour reaches: where the run
 * before it ends.
 */
async function oneByOne(
  db: Kysely<IndexTables>,
  { streamId, which, afterMs }: Files,
  hours: readonly { readonly a: number; readonly b: number }[],
): Promise<Span[]> {
  const asked = sql.join(
    hours.map(({ a, b }) => sql`(cast(${a} as double precision), cast(${b} as double precision))`),
  );
  const among = sql`asked cross join segment where stream = ${streamId} and start >= a and start < b
    and "end" > ${afterMs} and ${which}`;
  const { rows } = await sql<{ a: number; start: number; before: number | null }>`
    with asked(a, b) as (values ${asked}),
    piece as (
      select a, start, max("end") over (partition by a order by start rows between unbounded preceding and 1 preceding) as before
      from ${among})
    select a, start, before from piece where before is null or start - before >= ${GAP_MS}
    order by a desc, start desc`.execute(db);
  const { rows: ends } = await sql<{ a: number; last: number }>`
    with asked(a, b) as (values ${asked}) select a, max("end") as last from ${among} group by a`.execute(db);
  const endOf = new Map(ends.map(({ a, last }) => [a, last]));
  let endMs = 0;
  let hour: number | null = null;
  return rows.map(({ a, start, before }) => {
    if (a !== hour) endMs = endOf.get(a) ?? start;
    hour = a;
    const span = { startMs: start, endMs };
    endMs = before ?? 0;
    return span;
  });
}

/** Joins spans, which are in order, where no gap is between them. */
function joined(spans: readonly Span[]): Span[] {
  const runs: { startMs: number; endMs: number }[] = [];
  for (const { startMs, endMs } of spans) {
    const last = runs.at(-1);
    if (last && startMs - last.endMs < GAP_MS) last.endMs = Math.max(last.endMs, endMs);
    else runs.push({ startMs, endMs });
  }
  return runs;
}
