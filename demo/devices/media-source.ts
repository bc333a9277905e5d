import type { Disposer } from "#base/disposer.ts";
import type { AudioInfo } from "#recorder/formats/media-info.ts";

/** One unit of media at the moment of its sending. */
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

/** What an RTSP mount plays: H.264, and sound perhaps. */
export interface MediaSource {
  /** SPS and PPS; may change over time, then the next key frame belongs to the new ones */
  readonly parameterSets: readonly Buffer[];
  readonly framesPerSecond: number;
  readonly audio: { readonly info: AudioInfo; readonly config: Buffer } | null;
  /** Hears every unit from now on; sources that make pictures only for viewers run while somebody hears them. */
  subscribe(listener: (unit: SourceUnit) => void): Disposer;
}
