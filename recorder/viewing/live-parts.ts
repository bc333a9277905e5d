import type { RecordingReader } from "#recorder/recording/segments/recorded-sample.ts";
import type { Analysis } from "./transcoding/analysis.ts";
import type { LiveStreams } from "./live-feed.ts";
import type { StreamMasks } from "./stream-masks.ts";
import type { Transcoders } from "./transcoding/transcoders.ts";

/** What sessions are made of; all sessions share it. */
export interface LiveParts {
  readonly streams: LiveStreams;
  /** what of them is hidden */
  readonly masks: StreamMasks;
  /** the other streams of a stream's camera */
  readonly siblings: (streamId: string) => readonly string[];
  readonly reader: RecordingReader;
  readonly analysis: Analysis;
  readonly transcoders: Transcoders;
  /** lines for the log */
  readonly onTrouble: (text: string, error: unknown) => void;
  /** a command turned a live session into a playback */
  readonly onPlayback: (sessionId: string, timeMs: number) => void;
}
