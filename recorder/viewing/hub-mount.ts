import type { Disposer } from "#base/disposer.ts";
import type { StreamHub } from "#recorder/ingest/stream-hub.ts";
import type { StreamConfig } from "#recorder/ingest/stream-session.ts";
import type { MountListener, MountPoint } from "#recorder/rtp/mount-point.ts";

/** A camera's stream as the hub has it. */
export class HubMountPoint implements MountPoint {
  readonly video: MountPoint["video"];
  readonly audio: MountPoint["audio"];
  readonly #hub: StreamHub;
  readonly #streamId: string;
  readonly #listeners: Set<MountListener>;

  constructor(hub: StreamHub, streamId: string, config: StreamConfig, listeners: Set<MountListener>) {
    this.#hub = hub;
    this.#streamId = streamId;
    this.#listeners = listeners;
    const { info, parameterSets } = config.video;
    this.video = { codec: info.codec, parameterSets, framesPerSecond: info.framesPerSecond };
    this.audio = config.audio;
  }

  get begun(): MountPoint["begun"] {
    return this.#hub.gop(this.#streamId);
  }

  subscribe(listener: MountListener): Disposer {
    this.#listeners.add(listener);
    const stop = this.#hub.subscribe(this.#streamId, {
      video: (unit) => listener.unit(unit),
      audio: (unit) => listener.unit(unit),
      discontinuity: (why) => {
        if (why !== "clock") listener.jumped();
      },
      config: (config) => {
        // New parameter sets travel with their key frame. Another codec, or audio that started or ended, needs a new
        // description.
        if (!this.#fits(config)) listener.ended();
      },
      ended: () => listener.ended(),
    });
    return () => {
      this.#listeners.delete(listener);
      stop();
    };
  }

  #fits({ video, audio }: StreamConfig): boolean {
    const [now, before] = [audio?.info, this.audio?.info];
    return (
      video.info.codec === this.video.codec && now?.codec === before?.codec && now?.sampleRate === before?.sampleRate
    );
  }
}
