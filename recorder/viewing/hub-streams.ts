import { type Failure, failure } from "#domain/failures/failure.ts";
import type { Disposer } from "#base/disposer.ts";
import type { AccessUnit } from "#recorder/formats/access-unit.ts";
import type { StreamHub } from "#recorder/ingest/stream-hub.ts";
import type { VideoInfo } from "#recorder/formats/media-info.ts";
import { type AudioConfig, audioConfigOf } from "#recorder/formats/codec-config.ts";
import type { LiveFeed, LiveStreams, LiveTaker } from "./live-feed.ts";

/** The cameras' own streams, as the hub has them. */
export class HubStreams implements LiveStreams {
  readonly #hub: StreamHub;
  readonly #feeds = new Map<string, HubFeed>();

  constructor(hub: StreamHub) {
    this.#hub = hub;
    hub.events.on("removed", ({ streamId }) => this.#feeds.delete(streamId));
  }

  feed(streamId: string): LiveFeed | null {
    if (!this.#hub.spec(streamId)) return null;
    let feed = this.#feeds.get(streamId);
    if (!feed) this.#feeds.set(streamId, (feed = new HubFeed(this.#hub, streamId)));
    return feed;
  }

  trouble(streamId: string): Failure | null {
    const spec = this.#hub.spec(streamId);
    if (!spec) return failure("stream/unknown", { cause: failure("stream/none") });
    if (!spec.active) return failure("stream/not-running", { cause: failure("stream/off") });
    const trouble = this.#hub.status(streamId)?.trouble;
    return trouble ? failure("stream/not-running", { cause: trouble }) : null;
  }
}

class HubFeed implements LiveFeed {
  readonly #hub: StreamHub;
  readonly #streamId: string;

  constructor(hub: StreamHub, streamId: string) {
    this.#hub = hub;
    this.#streamId = streamId;
  }

  get video(): VideoInfo | null {
    return this.#hub.config(this.#streamId)?.video.info ?? null;
  }

  get audio(): AudioConfig | null {
    const audio = this.#hub.config(this.#streamId)?.audio;
    return audio ? audioConfigOf(audio.info, audio.config) : null;
  }

  get gop(): readonly AccessUnit[] {
    return this.#hub.gop(this.#streamId);
  }

  subscribe(taker: LiveTaker): Disposer {
    return this.#hub.subscribe(this.#streamId, {
      video: (unit) => taker.video(unit),
      audio: (unit) => taker.audio?.(unit),
    });
  }
}
