/**
 * Prints what the index of a recorder shows of a stream, as JSON: begin and end of each fragment in epoch ms, in order. argv: the folder of
 * the recordings, and the stream.
 */
import { decodeFragments } from "#recorder/recording/index/fragment-index.ts";
import { openSqliteIndex } from "#recorder/recording/index/sqlite-index.ts";

const [, , folder = "", streamId = ""] = process.argv;
const index = await openSqliteIndex(folder);
const shown: [number, number][] = [];
for (const row of await index.segmentsBetween(streamId, 0, Number.MAX_SAFE_INTEGER)) {
  const blob = row.closed ? await index.fragments(row.id) : null;
  const fragments = blob ? decodeFragments(row.startMs, blob) : null;
  if (fragments) for (const one of fragments) shown.push([one.wallMs, one.wallMs + one.durationMs]);
  else shown.push([row.startMs, row.endMs]);
}
process.stdout.write(`${JSON.stringify(shown.toSorted(([one], [other]) => one - other))}\n`);
await index.close();
