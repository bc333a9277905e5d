import type { ViewRights } from "#recorder/ipc/viewing-shapes.ts";
import type { MediaCommand } from "#protocol/media-socket.ts";
import type { LiveParts } from "../live-parts.ts";
import type { MediaOutput } from "../output/media-output.ts";
import { makePipe } from "./frame-pipe.ts";
import { RecordedLine } from "./recorded-line.ts";
import { RecordedPlayer } from "./recorded-player.ts";
import { type DraftStream, draftStream, recordedStream } from "./recorded-stream.ts";
import {
  COPY,
  lineRendition,
  maskedRendition,
  pacedRendition,
  type Rendition,
  socketRendition,
  stillRendition,
  type RenditionSource,
} from "../transcoding/rendition.ts";
import type { BandwidthEstimate } from "../output/bandwidth-estimate.ts";

type Play = Extract<MediaCommand, { op: "play" }>;

interface RecordedStart {
  readonly parts: Pick<LiveParts, "reader" | "streams" | "analysis" | "masks">;
  readonly format: "fmp4" | "jpeg";
  /** the wanted stream, and the others of its camera */
  readonly streamIds: readonly [string, ...string[]];
  /** of the viewer, for what is hidden */
  readonly rights: ViewRights;
  readonly play: Play;
  readonly output: MediaOutput;
  /** null: the viewer does not acknowledge frames */
  readonly line: BandwidthEstimate | null;
  /** the play was replaced, or its viewer is gone */
  readonly isOver: () => boolean;
  /** continues with another player */
  readonly restart: (play: Play) => void;
  readonly onBroken: (error: unknown) => void;
}

type Source = { readonly streamId: string; readonly video: RenditionSource | null };

/**
 * Plays what is recorded, from the stream and in the size that suit the viewer and the line. Null: it ended before it
 * began.
 */
export async function startRecorded(start: RecordedStart): Promise<RecordedPlayer | null> {
  const { parts, play, output, line, isOver, restart, onBroken } = start;
  const draft = await draftOf(start);
  const source = draft ? { ...draft, video: null } : await sourceOf(start);
  if (isOver()) return null;
  const rendition = renditionOf(start, source, play.paused);
  const made = JSON.stringify(rendition);
  const goOnFrom = (fromMs: number): void => {
    // Not from inside the player's own call, but before the next command.
    queueMicrotask(() => {
      if (!isOver()) restart({ ...play, time: fromMs, paused: false, draft: false });
    });
  };
  const changed = (fromMs: number): boolean => {
    if (JSON.stringify(renditionOf(start, source, false)) === made) return false;
    goOnFrom(fromMs);
    return true;
  };
  return new RecordedPlayer(
    parts.reader,
    output,
    makePipe(rendition, parts.analysis, output, play.rate < 0),
    {
      streamId: source.streamId,
      timeMs: play.time,
      rate: play.rate,
      paused: play.paused,
      ...(draft ? { keyWithinMs: draft.keyWithinMs } : {}),
      ...(line ? {} : { leadMs: 0 }),
      // Only a re-encoded play has the same format whatever its source is.
      ...(rendition.kind === "copy" ? { onOtherCodec: goOnFrom } : {}),
    },
    line && new RecordedLine(line, changed),
    onBroken,
  );
}

/** The draft that stands for the frame while the user drags; null: the frame itself. */
async function draftOf({ parts, format, streamIds, play }: RecordedStart): Promise<DraftStream | null> {
  if (!play.draft || !play.paused || format !== "fmp4") return null;
  return draftStream(parts.reader, streamIds, play.time, play.within ?? 0, play.accepts ?? []);
}

async function sourceOf({ parts, streamIds, play }: RecordedStart): Promise<Source> {
  const { reader, streams } = parts;
  const { streamId, nearMs } = await recordedStream(reader, streamIds, play.time, play.rate);
  const recorded = nearMs === null ? null : await reader.configAt(streamId, nearMs);
  const live = streams.feed(streamId)?.video ?? null;
  // Files do not say how often key frames come; the camera's present behaviour does.
  const video = recorded && live?.isIntraRefresh ? { ...recorded, isIntraRefresh: true } : recorded;
  return { streamId, video: video ?? live };
}

/** What this viewer may see of the source. Of another stream than the wanted one, that one's masks count. */
function renditionOf(start: RecordedStart, source: Source, isStill: boolean): Rendition {
  const { parts, format, rights, play } = start;
  const masks = parts.masks.of(source.streamId, rights);
  return pacedRendition(maskedRendition(shownAs(start, source, isStill), format, source.video, masks), play.rate);
}

/** A source whose codec is not known is sent as it is; so is a draft. */
function shownAs({ format, play, line }: RecordedStart, { video }: Source, isStill: boolean): Rendition {
  if (!video) return COPY;
  const wanted = socketRendition(video, format, play.height, play.accepts ?? []);
  const cap = line?.capBitsPerSecond ?? null;
  return isStill ? stillRendition(wanted, video, cap) : lineRendition(wanted, format, play.height, cap);
}
