/**
 * Audio of a WebRTC track: an audio element plays it. At volume 0 there is no element, because even a paused and muted
 * one keeps the browser decoding, on a thread of its own that wakes a hundred times a second.
 */
export class TrackAudio {
  readonly #stream: MediaStream;
  #element: HTMLAudioElement | null = null;

  /** `volume`: 0 to 1 */
  constructor(track: MediaStreamTrack, volume: number) {
    this.#stream = new MediaStream([track]);
    this.setVolume(volume);
  }

  setVolume(volume: number): void {
    if (volume === 0) return this.close();
    const element = (this.#element ??= this.#open());
    element.volume = volume;
    // refused until the user has touched the page; the volume button is such a touch
    element.play().catch(() => undefined);
  }

  close(): void {
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
