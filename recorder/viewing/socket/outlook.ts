import { type Failure, failure } from "#domain/failures/failure.ts";
import type { LowBandwidthOutlook, PlaySpec } from "#recorder/ipc/viewing-shapes.ts";
import type { LiveParts } from "../live-parts.ts";
import { recordedStream, whyNothing } from "../playback/recorded-stream.ts";

const ready: LowBandwidthOutlook = { state: "ready", failure: null };
const failed = (why: Failure): LowBandwidthOutlook => ({ state: "failed", failure: why });

/**
 * What a viewer of a camera can expect: pending until there is something to send, failed when there never will be. The first
 * stream is the session's own.
 */
export async function outlookOf(
  { streams, reader }: Pick<LiveParts, "streams" | "reader">,
  streamIds: readonly [string, ...string[]],
  play: PlaySpec,
): Promise<LowBandwidthOutlook> {
  const [streamId] = streamIds;
  if (play.timeMs > 0) {
    const { nearMs } = await recordedStream(reader, streamIds, play.timeMs, play.rate);
    return nearMs === null ? failed(await whyNothing(reader, streamIds, play.timeMs)) : ready;
  }
  const feed = streams.feed(streamId);
  if (!feed) return failed(failure("stream/none"));
  if (feed.video && feed.gop.length > 0) return ready;
  const trouble = streams.trouble(streamId);
  return trouble ? failed(trouble) : { state: "pending", failure: null };
}
