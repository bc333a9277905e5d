import type { Disposer } from "#base/disposer.ts";
import type { AudioInfo } from "#recorder/formats/media-info.ts";

/** One unit of media at the moment at which it is sent. */
export type SourceUnit =
  | {
      readonly kind: "video";
      readonly key: boolean;
      /** without parameter sets */
      readonly nals: readonly Buffer[];
      /** 90 kHz, not wrapped */
      readonly pts: number;
    }
  | {
      readonly kind: "audio";
      readonly data: Buffer;
      /** in units of the sample rate, not wrapped */
      readonly pts: number;
    };

/** The media of an RTSP mount: H.264, and optionally sound. */
export interface MediaSource {
  /** SPS and PPS; they may change over time, and the next key frame then uses the new ones */
  readonly parameterSets: readonly Buffer[];
  readonly framesPerSecond: number;
  readonly audio: { readonly info: AudioInfo; readonly config: Buffer } | null;
  /** Receives every unit from now on; sources that make pictures only for viewers run while they have a listener. */
  subscribe(listener: (unit: SourceUnit) => void): Disposer;
}
