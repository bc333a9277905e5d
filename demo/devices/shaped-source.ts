/**
 * A camera whose picture is a loop, with an encoder that can be configured: other sizes and rates are encoded while
 * somebody watches.
 */
import type { Disposer } from "#base/disposer.ts";
import { Scaler, VideoDecoder } from "#recorder/codec/av-video.ts";
import { type EncoderSetting, isSlice, parameterSetsOf, settingEncoder } from "../clip-encoder.ts";
import type { AudioClip } from "../clip.ts";
import { Listeners, type LoopSource } from "./loop-source.ts";
import type { MediaSource, SourceUnit } from "./media-source.ts";
import { splitAnnexB } from "#recorder/formats/annex-b.ts";

const START_CODE = Buffer.from([0, 0, 0, 1]);
const TICKS_PER_S = 90_000;

export class ShapedSource implements MediaSource {
  readonly subscribe: MediaSource["subscribe"];
  readonly #loop: LoopSource;
  readonly #listeners: Listeners;
  /** null = the loop as it was encoded */
  #setting: EncoderSetting | null = null;
  #parameterSets: readonly Buffer[];

  constructor(loop: LoopSource) {
    this.#loop = loop;
    this.#parameterSets = loop.parameterSets;
    this.#listeners = new Listeners(() => this.#start());
    this.subscribe = this.#listeners.add;
  }

  get audio(): MediaSource["audio"] {
    return this.#loop.audio;
  }
  get parameterSets(): readonly Buffer[] {
    return this.#parameterSets;
  }
  get framesPerSecond(): number {
    return this.#setting?.framesPerSecond ?? this.#loop.framesPerSecond;
  }

  /** Uses other settings from the next key frame on; null is the loop itself. Viewers stay connected. */
  set(setting: EncoderSetting | null): void {
    this.#setting = setting;
    this.#parameterSets = setting ? parameterSetsOf(settingEncoder(setting), setting) : this.#loop.parameterSets;
    this.#listeners.restart();
  }

  setAudio(audio: AudioClip): void {
    this.#loop.setAudio(audio);
  }

  #start(): Disposer {
    const tell = (unit: SourceUnit): void => this.#listeners.tell(unit);
    const setting = this.#setting;
    if (!setting) return this.#loop.subscribe(tell);
    const decoder = new VideoDecoder("h264", { lowDelay: true });
    const scaler = new Scaler(setting.widthPx, setting.heightPx, "yuv420p", "bilinear");
    const encoder = settingEncoder(setting);
    let waitsForKey = true;
    let lastSlot = -1;
    const stop = this.#loop.subscribe((unit) => {
      if (unit.kind === "audio") return tell(unit);
      if (waitsForKey && !unit.key) return;
      waitsForKey = false;
      const nals = unit.key ? [...this.#loop.parameterSets, ...unit.nals] : unit.nals;
      const data = Buffer.concat(nals.flatMap((nal) => [START_CODE, nal]));
      decoder.decode(data, unit.pts, (frame) => {
        // Every picture is decoded; of each interval of the requested rate the first picture is sent.
        const slot = Math.floor((unit.pts * setting.framesPerSecond) / TICKS_PER_S + 1e-6);
        if (slot === lastSlot) return;
        lastSlot = slot;
        const scaled = scaler.scale(frame);
        scaled.pts = BigInt(Math.round(unit.pts));
        encoder.encode(scaled, false, ({ data: bytes, key }) =>
          tell({ kind: "video", key, nals: splitAnnexB(bytes).filter(isSlice), pts: unit.pts }),
        );
      });
    });
    return () => {
      stop();
      decoder.close();
      scaler.close();
      encoder.close();
    };
  }
}
