import type { Disposer } from "#base/disposer.ts";
import type { DecodedBy } from "#domain/player/decode-cost.ts";
import type { SourceEvent, SourcePlay } from "#protocol/stage-worker.ts";
import type { FrameMailbox } from "./frame-mailbox.ts";

/** Counters of a source; the stage adds what it knows about showing. */
export interface SourceCounters {
  readonly bytesReceived: number;
  readonly decodeQueue: number;
  /** mean ms from decode() to output over the last second */
  readonly decodeMs: number;
  /** null: not known, or the browser decodes it before the stage sees it */
  readonly decodedBy: DecodedBy;
}

/**
 * The origin of a tile's frames, inside the stage's thread: a WebRTC track's readable, a port, or a media socket with
 * its demuxer and decoder. Every kind ends in the same mailbox, so a mode switch is a swap of sources.
 */
export interface FrameSource {
  /** Starts delivering into `mailbox`; the disposer stops it and frees sockets, decoders and frames. Once per source. */
  start(mailbox: FrameMailbox, onEvent: (event: SourceEvent) => void): Disposer;
  /** A new play request; sources that cannot seek ignore it. */
  play(play: SourcePlay): void;
  step(direction: 1 | -1): void;
  /** This recorded time is expected to be wanted next (server ms; 0: none): its frame may be made ready. */
  prefetch?(timeMs: number): void;
  /** server ms of one RTP timestamp, for sources whose frames carry RTP time */
  clock(wallMs: number, rtpTime: number): void;
  counters(): SourceCounters;
}
