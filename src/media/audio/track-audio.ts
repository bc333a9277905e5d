import type { Disposer } from "#base/disposer.ts";
import { playWhenAllowed } from "./when-allowed.ts";

/**
 * Audio of a WebRTC track: an audio element plays it. At volume 0 there is no element, because even a paused and muted
 * one keeps the browser decoding, on a thread of its own that wakes a hundred times a second.
 */
export class TrackAudio {
  readonly #stream: MediaStream;
  readonly #refused: () => void;
  #element: HTMLAudioElement | null = null;
  #stopAsking: Disposer | null = null;

  /** `volume`: 0 to 1. `refused`: the browser plays only after a touch. */
  constructor(track: MediaStreamTrack, volume: number, refused: () => void) {
    this.#stream = new MediaStream([track]);
    this.#refused = refused;
    this.setVolume(volume);
  }

  setVolume(volume: number): void {
    if (volume === 0) return this.close();
    const element = (this.#element ??= this.#open());
    element.volume = volume;
    // The volume button is a touch; a volume that comes from elsewhere is not.
    this.#stopAsking?.();
    this.#stopAsking = playWhenAllowed(element, this.#refused);
  }

  close(): void {
    this.#stopAsking?.();
    this.#stopAsking = null;
    this.#element?.pause();
    if (this.#element) this.#element.srcObject = null;
    this.#element = null;
  }

  #open(): HTMLAudioElement {
    const element = new Audio();
    element.srcObject = this.#stream;
    return element;
  }
}
