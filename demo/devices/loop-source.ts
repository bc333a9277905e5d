import type { Disposer } from "#base/disposer.ts";
import type { Clip, AudioClip } from "../clip.ts";
import type { MediaSource, SourceUnit } from "./media-source.ts";
import { tickByWallClock } from "./wall-ticker.ts";

/** A listener of a source. The source runs while it has one. */
export class Listeners {
  readonly #set = new Set<(unit: SourceUnit) => void>();
  readonly #start: () => Disposer;
  #stop: Disposer | null = null;

  /** `start` begins to make units; the function that it returns stops that. */
  constructor(start: () => Disposer) {
    this.#start = start;
  }

  readonly add = (listener: (unit: SourceUnit) => void): Disposer => {
    this.#set.add(listener);
    this.#stop ??= this.#start();
    return () => {
      this.#set.delete(listener);
      if (this.#set.size > 0) return;
      this.#stop?.();
      this.#stop = null;
    };
  };

  /** Stops a running source and starts it again, after the way of making units has changed. */
  restart(): void {
    if (!this.#stop) return;
    this.#stop();
    this.#stop = this.#start();
  }

  tell(unit: SourceUnit): void {
    for (const listener of [...this.#set]) listener(unit);
  }
}

/** An encoded loop that is sent by the wall clock: at any time all cameras show the same moment of the loop. */
export class LoopSource implements MediaSource {
  readonly parameterSets: readonly Buffer[];
  readonly framesPerSecond: number;
  readonly audio: MediaSource["audio"];
  readonly subscribe: MediaSource["subscribe"];
  readonly #listeners: Listeners;
  #audioClip: AudioClip | null;

  constructor(clip: Clip, audio: AudioClip | null) {
    this.#audioClip = audio;
    this.parameterSets = clip.parameterSets;
    this.framesPerSecond = clip.framesPerSecond;
    this.audio = audio
      ? { info: { codec: audio.codec, sampleRate: audio.sampleRate, channels: 1 }, config: audio.config }
      : null;
    const listeners = new Listeners(() => {
      let before: number | null = null;
      const stopVideo = tickByWallClock(clip.framesPerSecond, (count) => {
        const picture = clip.pictures[count % clip.pictures.length];
        // After a jump (the machine slept) pictures refer to pictures that nobody received, so the source starts again
        // with a key frame.
        const follows = before === null || count === before + 1;
        if (!follows && !picture?.key) return;
        before = count;
        if (picture) listeners.tell({ kind: "video", ...picture, pts: (count * 90_000) / clip.framesPerSecond });
      });
      const now = this.#audioClip;
      if (!now) return stopVideo;
      const stopAudio = tickByWallClock(now.sampleRate / now.samplesPerPacket, (count) => {
        const data = now.packets[count % now.packets.length];
        if (data) listeners.tell({ kind: "audio", data, pts: count * now.samplesPerPacket });
      });
      return () => {
        stopVideo();
        stopAudio();
      };
    });
    this.#listeners = listeners;
    this.subscribe = listeners.add;
  }

  /** From now on sends the same sound in another encoding: codec, rate and packet length stay. */
  setAudio(audio: AudioClip): void {
    this.#audioClip = audio;
    this.#listeners.restart();
  }
}
