/**
 * Frames of a WebRTC track: reads the `readable` of a MediaStreamTrackProcessor that the main thread transferred, so
 * that a busy main thread delays nothing. The newest frame wins.
 *
 * Seen in Chromium 156: `timestamp` of a received frame is this machine's render clock in µs and of no use here. The
 * RTP timestamp of its sender is in `VideoFrame.metadata().rtpTimestamp`, equal to the receiver's synchronization
 * source. It survives the transfer of the readable. Without that method the wall time of a track's frames stays unknown
 * (null).
 */
import { failure } from "#domain/failures/failure.ts";
import type { Disposer } from "#base/disposer.ts";
import type { SourceEvent, SourceRequest } from "#protocol/stage-worker.ts";
import { type RtpAnchor, rtpToWall } from "../rtp-clock.ts";
import { type FrameMailbox, ownFrame } from "../frame-mailbox.ts";
import type { FrameSource, SourceCounters } from "../frame-source.ts";

type TrackRequest = Extract<SourceRequest, { kind: "track" }>;

const DRAIN_MS = 500;

export class TrackSource implements FrameSource {
  readonly #readable: ReadableStream<VideoFrame>;
  #anchor: RtpAnchor | null = null;

  constructor(request: TrackRequest) {
    this.#readable = request.readable;
  }

  start(mailbox: FrameMailbox, onEvent: (event: SourceEvent) => void): Disposer {
    const reader = this.#readable.getReader();
    let stopped = false;
    let first = true;
    const read = async (): Promise<void> => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        if (stopped) {
          value.close();
          continue;
        }
        const wallMs = this.#wallOf(value);
        mailbox.put(ownFrame(value, wallMs, performance.now()));
        if (first) onEvent({ kind: "first-frame", wallMs: wallMs ?? 0 });
        first = false;
      }
      if (!stopped) onEvent({ kind: "closed" });
    };
    read().catch((error: unknown) => {
      if (!stopped)
        onEvent({ kind: "error", failure: failure("media/track", { message: String(error) }), recoverable: true });
    });
    return () => {
      stopped = true;
      // frames that are on their way are read and closed: cancelling at once would leave them to the garbage collector.
      // The sender stops its track, which ends the stream; for a sender that does not, cancelling ends it.
      setTimeout(() => reader.cancel().catch(() => undefined), DRAIN_MS);
    };
  }

  /** A track plays what the recorder sends: seeking goes over the session's control channel. */
  play(): void {}
  step(): void {}

  clock(wallMs: number, rtpTime: number): void {
    this.#anchor = { wallMs, rtpTime };
  }

  counters(): SourceCounters {
    return { bytesReceived: 0, decodeQueue: 0, decodeMs: 0, decodedBy: null };
  }

  #wallOf(frame: VideoFrame): number | null {
    if (!this.#anchor) return null;
    const rtpTime = rtpTimeOf(frame);
    return rtpTime === null ? null : rtpToWall(this.#anchor, rtpTime);
  }
}

/** RTP timestamp of a received frame, where the browser gives it. */
export function rtpTimeOf(frame: VideoFrame): number | null {
  if (!("metadata" in frame) || typeof frame.metadata !== "function") return null;
  const metadata: unknown = frame.metadata.call(frame);
  if (typeof metadata !== "object" || metadata === null || !("rtpTimestamp" in metadata)) return null;
  return typeof metadata.rtpTimestamp === "number" ? metadata.rtpTimestamp : null;
}
