/**
 * Frames that the main thread posts one by one, for browsers without a track processor (`<video>` and its frame
 * callback).
 */
import type { Disposer } from "#base/disposer.ts";
import type { SourceEvent, SourceRequest } from "#protocol/stage-worker.ts";
import { type RtpAnchor, rtpToWall } from "../rtp-clock.ts";
import { type FrameMailbox, ownFrame, type FrameImage } from "../frame-mailbox.ts";
import type { FrameSource, SourceCounters } from "../frame-source.ts";

type FramesRequest = Extract<SourceRequest, { kind: "frames" }>;

/** What goes over the port; the frame is transferred. `rtpTime` is null where the browser does not give it. */
export interface PostedFrame {
  readonly frame: FrameImage;
  readonly rtpTime: number | null;
}

export class FramesSource implements FrameSource {
  readonly #port: MessagePort;
  #anchor: RtpAnchor | null = null;

  constructor(request: FramesRequest) {
    this.#port = request.port;
  }

  start(mailbox: FrameMailbox, onEvent: (event: SourceEvent) => void): Disposer {
    let first = true;
    this.#port.onmessage = (event: MessageEvent<PostedFrame>) => {
      const { frame, rtpTime } = event.data;
      const wallMs = this.#anchor && rtpTime !== null ? rtpToWall(this.#anchor, rtpTime) : null;
      mailbox.put(ownFrame(frame, wallMs, performance.now()));
      // the sender posts one frame at a time: this one has arrived
      this.#port.postMessage(true);
      if (first) onEvent({ kind: "first-frame", wallMs: wallMs ?? 0 });
      first = false;
    };
    return () => {
      // frames that are still on their way are closed
      this.#port.onmessage = (event: MessageEvent<PostedFrame>) => event.data.frame.close();
      this.#port.postMessage(false);
      setTimeout(() => this.#port.close(), 1000);
    };
  }

  play(): void {}
  step(): void {}

  clock(wallMs: number, rtpTime: number): void {
    this.#anchor = { wallMs, rtpTime };
  }

  counters(): SourceCounters {
    return { bytesReceived: 0, decodeQueue: 0, decodeMs: 0, decodedBy: null };
  }
}
