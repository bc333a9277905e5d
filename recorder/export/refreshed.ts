/** Recordings of cameras that refresh their pictures in parts: they begin at recovery points, with pictures that are not whole yet. */
import { h264, h265 } from "#recorder/formats/nal-format.ts";
import { type GreyStart, greyStart } from "#recorder/formats/grey-start.ts";
import type { RecordedVideo, RecordingReader } from "#recorder/recording/segments/recorded-sample.ts";

/** A refresh takes no longer. */
const MOST_REFRESH_MS = 20_000;
const LENGTH_BYTES = 4;

/** Whether a recording begins here at a recovery point in place of a key picture. */
export function isRecoveryStart({ key, data, config }: RecordedVideo): boolean {
  if (!key || (config.codec !== "h264" && config.codec !== "h265")) return false;
  const format = config.codec === "h264" ? h264 : h265;
  for (let at = 0; at + LENGTH_BYTES < data.length; at += LENGTH_BYTES + data.readUInt32BE(at))
    if (format.isKey(format.typeOf(data.subarray(at + LENGTH_BYTES)))) return false;
  return true;
}

/** What is put before a recovery point that a file begins with, so that its first pictures have something to be predicted from. */
export function greyBefore({ data, config }: RecordedVideo): GreyStart | null {
  if (config.codec !== "h264") return null;
  for (let at = 0; at + LENGTH_BYTES < data.length; at += LENGTH_BYTES + data.readUInt32BE(at)) {
    const nal = data.subarray(at + LENGTH_BYTES, at + LENGTH_BYTES + data.readUInt32BE(at));
    if (h264.isSlice(h264.typeOf(nal))) return greyStart(config.parameterSets, nal);
  }
  return null;
}

/**
 * Whether a recording that begins with `earlier` leads to `start` without a pause: then its pictures are whole from there on,
 * because one refresh lies between them.
 */
export const leadsTo = (earlier: RecordedVideo | undefined, start: RecordedVideo): boolean =>
  earlier !== undefined &&
  earlier.key &&
  earlier.wallMs < start.wallMs &&
  start.wallMs - earlier.wallMs <= MOST_REFRESH_MS;

/** The picture that pictures from `fromMs` on are decoded from. */
async function startOf(reader: RecordingReader, streamId: string, fromMs: number, untilMs: number) {
  for await (const item of reader.samples(streamId, fromMs, { untilMs })) if (item.kind === "video") return item;
  return undefined;
}

/** From where a recording must be decoded, so that its pictures are whole from `startMs` on. */
export async function decodedFrom(
  reader: RecordingReader,
  streamId: string,
  startMs: number,
  stopMs: number,
): Promise<number> {
  const start = await startOf(reader, streamId, startMs, stopMs);
  if (!start || !isRecoveryStart(start)) return startMs;
  const earlier = await startOf(reader, streamId, start.wallMs - 1, stopMs);
  return earlier && leadsTo(earlier, start) ? earlier.wallMs : startMs;
}

/**
 * Whether a file cannot begin with what is recorded at `startMs`: H.265 that is refreshed in parts names the pictures that it is
 * predicted from, and those are not in the file.
 */
export async function mustEncode(
  reader: RecordingReader,
  streamId: string,
  startMs: number,
  stopMs: number,
): Promise<boolean> {
  const start = await startOf(reader, streamId, startMs, stopMs);
  return start?.config.codec === "h265" && isRecoveryStart(start);
}
