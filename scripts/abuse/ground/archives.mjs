/** What is on the disk, as the index of the recordings has it: answers of the API join what lies close together. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The segments of the streams, oldest first, by stream: `{start, end}` in ms. */
export async function segmentsOf(recorder, streams) {
  const { openSqliteIndex } = await import(pathToFileURL(join(recorder.built, "index.js")).href);
  const index = await openSqliteIndex(recorder.recordings);
  try {
    const rows = await index.allSegments(0, 1_000_000);
    return streams.map((id) =>
      rows
        .filter(({ streamId, endMs, startMs }) => streamId === id && endMs > startMs)
        .map(({ startMs, endMs }) => ({ start: startMs, end: endMs }))
        .sort((a, b) => a.start - b.start),
    );
  } finally {
    await index.close();
  }
}

/** True once every stream has pictures after this time. */
export async function recordsSince(recorder, streams, sinceMs) {
  return (await segmentsOf(recorder, streams)).every((segments) => (segments.at(-1)?.end ?? 0) > sinceMs);
}

/** ms that are missing before a moment, and the longest hole that ends after it. */
export function lossAt(segments, atMs) {
  const before = Math.max(0, ...segments.filter(({ start }) => start < atMs).map(({ end }) => end));
  const holes = segments.slice(1).map(({ start }, at) => (start > atMs ? start - segments[at].end : 0));
  return { lost: Math.max(0, atMs - before), hole: Math.max(0, ...holes) };
}
