import type { RecordingReader } from "#recorder/recording/recorded-sample.ts";
import { type Accepts, socketRendition } from "./rendition.ts";

/** What to show of a camera while the viewer drags through its recording. */
export interface DraftStream {
  readonly streamId: string;
  /** only the key frame before the time: the pictures after it would take too long to decode */
  readonly keyOnly: boolean;
}

/** A group of pictures this small is decoded within some ms, so the exact picture costs little more than its key frame. */
const SMALL_PX = 640 * 360;

/**
 * The smallest of a camera's streams that has a picture at that time and that the viewer decodes as it is. `streamIds`: the
 * wanted stream first. Null: nothing is recorded there.
 */
export async function draftStream(
  reader: RecordingReader,
  streamIds: readonly string[],
  timeMs: number,
  accepts: Accepts,
): Promise<DraftStream | null> {
  const keys = await Promise.all(
    streamIds.map(async (streamId) => ({ streamId, key: await reader.keyFrameAt(streamId, timeMs) })),
  );
  let best: { streamId: string; px: number } | null = null;
  for (const { streamId, key } of keys) {
    if (!key || socketRendition(key.config, "fmp4", 0, accepts).kind !== "copy") continue;
    const px = key.config.width * key.config.height;
    if (best === null || px < best.px) best = { streamId, px };
  }
  return best && { streamId: best.streamId, keyOnly: best.px > SMALL_PX };
}
