import type { MediaCommand } from "#protocol/media-socket.ts";
import type { ViewRights } from "#recorder/ipc/viewing-shapes.ts";
import type { LiveParts } from "../live-parts.ts";
import { LivePlayer } from "../live-player.ts";
import type { BandwidthEstimate } from "../output/bandwidth-estimate.ts";
import type { MediaOutput } from "../output/media-output.ts";
import {
  ENOUGH_BITS_PER_SECOND,
  lineRendition,
  maskedRendition,
  type Rendition,
  socketRendition,
} from "../transcoding/rendition.ts";
import type { TranscodedUse } from "../transcoding/transcoders.ts";

export type Feed = NonNullable<ReturnType<LiveParts["streams"]["feed"]>>;
export type Video = NonNullable<Feed["video"]>;

interface LivePlay {
  readonly parts: LiveParts;
  readonly feed: Feed;
  readonly video: Video;
  readonly streamId: string;
  readonly format: "fmp4" | "jpeg";
  readonly rights: ViewRights;
  readonly play: Extract<MediaCommand, { op: "play" }>;
  readonly output: MediaOutput;
  readonly line: BandwidthEstimate;
  /** the viewer tells what has arrived */
  readonly isAcknowledged: boolean;
  /** the same play begins again, if no other one has begun */
  again(): void;
}

/**
 * Plays a running stream to one viewer: as the viewer decodes it, with its masks, and as small as the line needs. It begins
 * anew when one of these changes.
 */
export function playLive(order: LivePlay): {
  readonly player: LivePlayer;
  readonly transcoded: TranscodedUse | null;
} {
  const { parts, feed, streamId, format, play, output, line } = order;
  const renditionOf = (video: Video): Rendition =>
    maskedRendition(
      lineRendition(
        socketRendition(video, format, play.height, play.accepts ?? []),
        format,
        play.height,
        line.capBitsPerSecond,
      ),
      format,
      video,
      parts.masks.of(streamId, order.rights),
    );
  const rendition = renditionOf(order.video);
  const transcoded = rendition.kind === "transcode" ? parts.transcoders.use(feed, rendition.spec) : null;
  const made = JSON.stringify(rendition);
  const changed = (): boolean => {
    if (!feed.video || JSON.stringify(renditionOf(feed.video)) === made) return false;
    // Not from inside the player's own call.
    setImmediate(() => order.again());
    return true;
  };
  const stale = (): boolean => {
    line.tryMore(ENOUGH_BITS_PER_SECOND, performance.now());
    return changed();
  };
  const narrowing = order.isAcknowledged ? { line, narrow: () => void changed() } : null;
  return { player: new LivePlayer(transcoded?.feed ?? feed, output, play.paused, stale, narrowing), transcoded };
}
