import type { VideoConfig } from "#recorder/formats/codec-config.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import type { RecordingReader } from "#recorder/recording/segments/recorded-sample.ts";
import { type Accepts, socketRendition } from "../transcoding/rendition.ts";

/** A stream whose recording is this much nearer to the wanted time replaces the wanted stream, ms. */
const NEARER_MS = 1000;

/**
 * Which of a camera's streams to play from a time on: the wanted one (the first of the list) where it was recorded,
 * otherwise the one whose recording is nearest in the direction of play: small streams are watched live and mostly not
 * recorded.
 */
export async function recordedStream(
  reader: Pick<RecordingReader, "nextRecorded" | "previousRecorded">,
  streamIds: readonly [string, ...string[]],
  timeMs: number,
  rate: number,
): Promise<{ readonly streamId: string; readonly nearMs: number | null }> {
  let best: { streamId: string } & Near = { streamId: streamIds[0], nearMs: null, awayMs: Number.POSITIVE_INFINITY };
  for (const streamId of streamIds) {
    const near = await nearest(reader, streamId, timeMs, rate);
    if (near.awayMs < best.awayMs - (best.streamId === streamId ? 0 : NEARER_MS)) best = { streamId, ...near };
    // Nothing can be nearer than here.
    if (best.awayMs === 0) break;
  }
  return { streamId: best.streamId, nearMs: best.nearMs };
}

interface Near {
  /** the recording there; null: there is none */
  readonly nearMs: number | null;
  /** a large distance if there is only something in the other direction; Infinity: nothing at all */
  readonly awayMs: number;
}

async function nearest(
  reader: Pick<RecordingReader, "nextRecorded" | "previousRecorded">,
  streamId: string,
  timeMs: number,
  rate: number,
): Promise<Near> {
  const ahead = await (rate < 0 ? reader.previousRecorded(streamId, timeMs) : reader.nextRecorded(streamId, timeMs));
  if (ahead !== null) return { nearMs: ahead, awayMs: Math.abs(ahead - timeMs) };
  const behind = rate < 0 ? null : await reader.previousRecorded(streamId, timeMs);
  return { nearMs: behind, awayMs: behind === null ? Number.POSITIVE_INFINITY : Number.MAX_SAFE_INTEGER };
}

/** Why nothing is shown of a time: it was not recorded, or lies where it cannot be reached now. */
export async function whyNothing(
  reader: Pick<RecordingReader, "isAway">,
  streamIds: readonly string[],
  timeMs: number,
): Promise<Failure> {
  for (const streamId of streamIds) if (await reader.isAway(streamId, timeMs)) return failure("archive/not-reachable");
  return failure("archive/not-there");
}

/** What to show of a camera while the user drags through its recording. */
export interface DraftStream {
  readonly streamId: string;
  /** the key frame before the time stands for the frame if it is at most this many ms before it */
  readonly keyWithinMs: number;
}

/**
 * A group of pictures this small is decoded within some 20 ms; of larger ones a draft is the key frame, however far
 * away.
 */
const SMALL_PX = 640 * 360;

/**
 * The smallest of a camera's streams that has a frame at that time and that the viewer can decode. `streamIds`: the
 * wanted stream first; `withinMs`: how far before the time a frame may be. Null: nothing is recorded there.
 */
export async function draftStream(
  reader: {
    readonly configAt: (
      streamId: string,
      timeMs: number,
    ) => Promise<(Pick<VideoConfig, "codec" | "width" | "height"> & Partial<Pick<VideoConfig, "codecString">>) | null>;
  },
  streamIds: readonly string[],
  timeMs: number,
  withinMs: number,
  accepts: Accepts,
): Promise<DraftStream | null> {
  const recorded = await Promise.all(
    streamIds.map(async (streamId) => ({ streamId, video: await reader.configAt(streamId, timeMs) })),
  );
  let best: { streamId: string; px: number } | null = null;
  for (const { streamId, video } of recorded) {
    if (!video || socketRendition(video, "fmp4", 0, accepts).kind !== "copy") continue;
    const px = video.width * video.height;
    if (best === null || px < best.px) best = { streamId, px };
  }
  return best && { streamId: best.streamId, keyWithinMs: best.px > SMALL_PX ? Number.POSITIVE_INFINITY : withinMs };
}
