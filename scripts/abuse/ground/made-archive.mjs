/**
 * An archive of many days made of one recorded minute: the index has a row for each minute, and each row a file. Files
 * that are read carry the dates of their minute; the others are links to the first one, so that a month fits on any disk.
 */
import { linkSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const ROWS_AT_ONCE = 500;

/**
 * Puts `days` of recordings before the one closed segment of the stream; the recorder must not run. `isRead(at)`: whether
 * pictures of the segment with this number, counted backwards from 1, are wanted. Resolves with the segments' starts, ms.
 */
export async function makeArchive(recorder, streamId, days, isRead) {
  const { openSqliteIndex } = await import(pathToFileURL(join(recorder.built, "index.js")).href);
  const index = await openSqliteIndex(recorder.recordings);
  try {
    const rows = (await index.allSegments(0, 1000)).filter((row) => row.streamId === streamId && row.closed);
    const model = rows.toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))[0];
    if (!model) throw new Error("nothing is recorded yet");
    const first = rows.toSorted((a, b) => a.startMs - b.startMs)[0];
    const fragments = await index.fragments(model.id);
    const bytes = readFileSync(join(recorder.recordings, model.file));
    // Dates are moved by whole seconds, which leaves less than the two seconds that would be a gap.
    const stepS = Math.ceil((model.endMs - model.startMs) / 1000);
    const count = Math.floor((days * 86_400) / stepS);
    const behindS = Math.ceil((model.startMs - first.startMs) / 1000);
    const starts = [];
    let waiting = [];
    for (let at = 1; at <= count; at += 1) {
      const backS = at * stepS + behindS;
      const startMs = model.startMs - backS * 1000;
      const file = placeOf(streamId, startMs);
      mkdirSync(dirname(join(recorder.recordings, file)), { recursive: true });
      if (isRead(at, count)) writeFileSync(join(recorder.recordings, file), datedBack(bytes, backS));
      else linkSync(join(recorder.recordings, model.file), join(recorder.recordings, file));
      const { frames } = model;
      const row = { streamId, startMs, endMs: model.endMs - backS * 1000, file, bytes: bytes.length, frames };
      waiting.push(index.insertClosed(row, fragments));
      starts.push(startMs);
      if (waiting.length < ROWS_AT_ONCE) continue;
      await Promise.all(waiting);
      waiting = [];
    }
    await Promise.all(waiting);
    return { starts, segmentMs: model.endMs - model.startMs };
  } finally {
    await index.close();
  }
}

/** `<stream>/<YYYY-MM-DD>/<HH>/<start>.mp4`, as the recorder names its files. */
function placeOf(streamId, startMs) {
  const [day, time] = new Date(startMs).toISOString().split("T");
  return `${streamId}/${day}/${time.slice(0, 2)}/${Math.floor(startMs)}.mp4`;
}

/** The seconds of the `prft` boxes' NTP time stand 16 bytes behind the beginning of each. */
function datedBack(bytes, seconds) {
  const copy = Buffer.from(bytes);
  for (let at = 0; at + 8 <= copy.length; at += copy.readUInt32BE(at)) {
    if (copy.toString("latin1", at + 4, at + 8) === "prft")
      copy.writeUInt32BE(copy.readUInt32BE(at + 16) - seconds, at + 16);
    if (copy.readUInt32BE(at) < 8) throw new Error("not a recorded file");
  }
  return copy;
}
