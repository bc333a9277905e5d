/**
 * An index with very many segments of 100 cameras on two volumes, as if they were recorded: rows without files. What is older than
 * a day has copies in a bucket, eight files an object. argv: folder, rows.
 * Prints a line of JSON for each figure, then `end`.
 */
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";
import { openIndex } from "#recorder/recording/index/open-index.ts";
import { INDEX_FILE } from "#recorder/recording/index/sqlite-index.ts";
import { Cleaner } from "#recorder/recording/keeping/cleaner.ts";
import { DEFAULT_POLICY } from "#recorder/recording/keeping/retention.ts";
import { Recordings } from "#recorder/recording/recordings.ts";

const [, , folder = "", rows = "1000000"] = process.argv;
const STREAMS = 100;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MONTH = 30 * DAY;
const PER_STREAM = Math.floor(Number(rows) / STREAMS);
const NOW = Date.now();
const FIRST = NOW - PER_STREAM * MINUTE;
const BYTES = 15_000_000;
/** A pause of a minute each so many minutes: runs that end. */
const PAUSE_EACH = 997;
const data = join(folder, "data");
mkdirSync(data);
const say = (name: string, ms: number, allowedMs: number, detail = ""): void =>
  void process.stdout.write(`${JSON.stringify({ name: `${name}, ${rows} segments`, ms, allowedMs, detail })}\n`);

await (await openIndex({ recordingsDir: data })).close();
generate();
const volumes = ["a", "b"].map((name) => ({
  name,
  path: join(folder, name),
  role: "record" as const,
  reserveBytes: 0,
  weight: 1,
}));
const size = `, index of ${(statSync(join(data, INDEX_FILE)).size / 1e9).toFixed(2)} GB`;

const startedMs = performance.now();
const recordings = await Recordings.open({ recordingsDir: data, volumes, onDiskState() {}, onLog() {} });
say("start of the recordings", performance.now() - startedMs, 10_000, size);
await recordings.close();

const index = await openIndex({ recordingsDir: data });
/** Of nine cameras. */
const median = async (work: (camera: string, at: number) => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let at = 0; at < 9; at++) {
    const beganMs = performance.now();
    await work(`cam${at * 11}`, at);
    times.push(performance.now() - beganMs);
  }
  return times.toSorted((x, y) => x - y)[4] ?? 0;
};
const month = (away: readonly string[]): Promise<number> =>
  median(async (camera, at) => {
    const runs = await index.archivesBefore(camera, NOW - at * MINUTE, 1000, NOW - MONTH, away);
    if (runs.length === 0) throw new Error("nothing is recorded");
  });
const perDay = (camera: string): Promise<unknown> =>
  index.archivesPerDay([camera], "Europe/Berlin", { fromMs: NOW - MONTH, toMs: NOW });
say("a month of a camera's timeline, median", await month([]), 100);
say("the same with a volume away", await month(["b", BUCKET_VOLUME]), 100);
say("the same with copies of what is older than a day", await month(["b"]), 100);
say("a month of a camera's calendar", await median(perDay), 100);
say("what the bucket holds", await median(() => index.bucketSums()), 20);
say("how far the check of recordings is", await median(() => index.filesAfter(1)), 20);
const used = performance.now();
for (const name of ["a", "b"]) await index.usageOf(name);
say("what each volume holds", performance.now() - used, 1000);

// As much too much as 100 cameras record in ten minutes: removed before it is recorded again.
const MINUTES = 10;
const want = MINUTES * STREAMS * BYTES;
const capacityBytes = 1e15;
let freed = false;
const cleaner = new Cleaner({
  index,
  now: () => NOW,
  volumes: () =>
    volumes.slice(0, 1).map(({ name, path, reserveBytes }) => ({
      name,
      path,
      reserveBytes,
      space: () => {
        const freeBytes = capacityBytes * 0.15 - (freed ? 0 : want);
        freed = true;
        return Promise.resolve({ capacityBytes, freeBytes, unavailableBytes: 0 });
      },
      check: () => Promise.resolve(),
    })),
});
cleaner.setPolicy(DEFAULT_POLICY);
const cleaning = performance.now();
const before = (await index.usageOf("a")).reduce((sum, one) => sum + one.segments, 0);
await cleaner.run();
const ms = performance.now() - cleaning;
const gone = before - (await index.usageOf("a")).reduce((sum, one) => sum + one.segments, 0);
say("cleaning of ten minutes of 100 cameras", ms, MINUTES * MINUTE, `, ${gone} segments`);
await index.close();
process.stdout.write("end\n");

/** The sums are made at once, and not by a trigger for each row. */
function generate(): void {
  const db = new DatabaseSync(join(data, INDEX_FILE));
  const triggers = db
    .prepare("select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'segment'")
    .all() as { name: string; sql: string }[];
  db.exec("pragma synchronous = off");
  db.exec("begin");
  for (const { name } of triggers) db.exec(`drop trigger ${name}`);
  const put = db.prepare(`
    with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${PER_STREAM})
    insert into segment(stream, start, "end", file, bytes, frames, closed, volume)
    select ?1, ${FIRST} + i * ${MINUTE}, ${FIRST} + (i + 1) * ${MINUTE} - case when i % ${PAUSE_EACH} = 0 then 9000 else 1 end,
      ?1 || '/' || strftime('%Y-%m-%d/%H', (${FIRST} + i * ${MINUTE}) / 1000, 'unixepoch') || '/' || (${FIRST} + i * ${MINUTE}) || '.mp4',
      ${BYTES}, 900, 1, case when (i / 60) % 2 = 0 then 'a' else 'b' end
    from n`);
  for (let at = 0; at < STREAMS; at++) put.run(`cam${at}`);
  db.exec(`insert into stream(id, camera, bytes, recorded_ms, segments)
    select stream, stream, sum(bytes), sum("end" - start), count(*) from segment group by stream`);
  db.exec(`insert into stored(volume, stream, bytes, recorded_ms, segments)
    select volume, stream, sum(bytes), sum("end" - start), count(*) from segment group by volume, stream`);
  for (const { sql } of triggers) db.exec(sql);
  db.exec(`insert into bucket_object(key, version, stream, start, "end", bytes, files, head, held)
    select min(file), '', stream, min(start), max("end"), sum(bytes), count(*), '{}', 0 from segment
    where start < ${NOW - DAY} group by stream, id / 8`);
  db.exec(`insert into bucket_copy(segment, object, place)
    select s.id, o.id, 0 from bucket_object o join segment s on s.stream = o.stream and s.start >= o.start and s.start < o."end"`);
  db.exec("commit");
  db.close();
}
