import { failure } from "#domain/failures/failure.ts";
import type { LiveParts } from "../live-parts.ts";
import type { MediaOutput } from "../output/media-output.ts";
import type { Feed, Video } from "./live-start.ts";

/** A live stream that does not deliver within this time after `play` is reported, and still awaited. */
const START_TIMEOUT_MS = 10_000;
/** How often a stream that has not started is checked. */
const LOOK_AGAIN_MS = 100;

/** Waits until a live stream has video, and tells the viewer meanwhile. One wait at a time. */
export class LiveWait {
  readonly #streams: LiveParts["streams"];
  readonly #streamId: string;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(streams: LiveParts["streams"], streamId: string) {
    this.#streams = streams;
    this.#streamId = streamId;
  }

  /** Calls `ready` at once where the stream has video; never after `end`. */
  begin(output: MediaOutput, ready: (feed: Feed, video: Video) => void): void {
    this.#look(output, ready, performance.now() + START_TIMEOUT_MS);
  }

  end(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #look(output: MediaOutput, ready: (feed: Feed, video: Video) => void, deadlineMs: number): void {
    const feed = this.#streams.feed(this.#streamId);
    if (!feed) {
      output.error(failure("stream/unknown", { cause: failure("stream/none") }), false);
      return;
    }
    if (feed.video) return ready(feed, feed.video);
    output.state("starting");
    // Keeps waiting: the camera may return at any time.
    if (performance.now() > deadlineMs) {
      const none = failure("stream/not-running", { cause: failure("stream/no-picture") });
      output.error(this.#streams.trouble(this.#streamId) ?? none, true);
      deadlineMs = Number.POSITIVE_INFINITY;
    }
    this.#timer = setTimeout(() => this.#look(output, ready, deadlineMs), LOOK_AGAIN_MS);
  }
}
