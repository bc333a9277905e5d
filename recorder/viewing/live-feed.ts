import type { Failure } from "#domain/failures/failure.ts";
import type { Disposer } from "#base/disposer.ts";
import type { AccessUnit, AudioUnit } from "#recorder/formats/access-unit.ts";
import type { VideoInfo } from "#recorder/formats/media-info.ts";
import type { AudioConfig } from "#recorder/formats/codec-config.ts";

/** What a viewer of live video gets. */
export interface LiveTaker {
  video(unit: AccessUnit): void;
  audio?(unit: AudioUnit): void;
}

/** A running stream as viewers see it: a camera's own, or a smaller one made of it. It continues over reconnects. */
export interface LiveFeed {
  /** null until the first frame has been parsed */
  readonly video: VideoInfo | null;
  readonly audio: AudioConfig | null;
  /** the units since the last key frame, which comes first; empty while nothing comes */
  readonly gop: readonly AccessUnit[];
  /** units from now on, in decoding order */
  subscribe(taker: LiveTaker): Disposer;
}

/** Where live streams are found. */
export interface LiveStreams {
  /** null = no such stream; a stream that does not run has an empty `gop` */
  feed(streamId: string): LiveFeed | null;
  /** why it does not run, for the viewer; null while it does or only just starts */
  trouble(streamId: string): Failure | null;
}
