/** Sound of a WebRTC track: an audio element that plays it. Silent (and not decoded by the browser) at volume 0. */
export class TrackAudio {
  readonly #element = new Audio();

  constructor(track: MediaStreamTrack, volume: number) {
    this.#element.srcObject = new MediaStream([track]);
    this.setVolume(volume);
  }

  setVolume(volume: number): void {
    this.#element.volume = volume;
    this.#element.muted = volume === 0;
    // refused until the user has touched the page; the volume button is such a touch
    if (volume > 0) this.#element.play().catch(() => undefined);
    else this.#element.pause();
  }

  close(): void {
    this.#element.pause();
    this.#element.srcObject = null;
  }
}
