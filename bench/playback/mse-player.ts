/**
 * A `<video>` player with Media Source Extensions that knows its file's index, as an HLS or DASH player does. It is the
 * baseline.
 */
import { type Fragment, readSegment, type Segment } from "./segment.ts";

/** the number of fragments (of one second) that are read after the requested one */
const AHEAD = 2;

/** ms since the request */
export interface Sought {
  /** until the page knows that the picture is shown; for the stage, this includes waiting for the GPU */
  readonly seenMs: number;
  /** until the picture was handed over for display: `<video>` reports it as `presentationTime` */
  readonly handedOverMs: number;
}

export class MsePlayer {
  readonly #video: HTMLVideoElement;
  readonly #url: string;
  readonly #segment: Segment;
  readonly #buffer: SourceBuffer;

  private constructor(video: HTMLVideoElement, url: string, segment: Segment, buffer: SourceBuffer) {
    this.#video = video;
    this.#url = url;
    this.#segment = segment;
    this.#buffer = buffer;
  }

  static async open(url: string): Promise<MsePlayer> {
    const file = await (await fetch(url)).arrayBuffer();
    const segment = readSegment(file);
    const video = document.createElement("video");
    video.muted = true;
    document.body.append(video);
    const source = new MediaSource();
    const opened = new Promise((resolve) => source.addEventListener("sourceopen", resolve, { once: true }));
    video.src = URL.createObjectURL(source);
    await opened;
    const buffer = source.addSourceBuffer(`video/mp4; codecs="${segment.codec}"`);
    const player = new MsePlayer(video, url, segment, buffer);
    await player.#append(file.slice(0, segment.initBytes));
    source.duration = (segment.fragments.at(-1)?.startS ?? 0) + 2;
    return player;
  }

  /** The seconds of the file that can be sought. */
  get lengthS(): number {
    return this.#segment.fragments.at(-1)?.startS ?? 0;
  }

  /**
   * Removes the fragments of earlier seeks from the buffer: each seek begins without its pictures, as in a recording of
   * days.
   */
  async forget(): Promise<void> {
    if (this.#buffer.buffered.length === 0) return;
    const done = this.#updated();
    this.#buffer.remove(0, Number.POSITIVE_INFINITY);
    await done;
  }

  async seek(timeS: number): Promise<Sought> {
    const { fragments } = this.#segment;
    const begun = performance.now();
    const last = fragments.findLastIndex(({ startS }) => startS <= timeS);
    const first = fragments.findLastIndex(({ startS, key }) => key && startS <= timeS);
    const [from, to] = [fragments[first], fragments[last]];
    if (!from || !to) throw new Error("outside the recording");
    const shown = new Promise<Sought>((resolve) => {
      const look = (_now: number, { mediaTime, presentationTime }: VideoFrameCallbackMetadata): void => {
        // The picture of an earlier seek may still arrive.
        if (Math.abs(mediaTime - timeS) < 0.2)
          resolve({ seenMs: performance.now() - begun, handedOverMs: presentationTime - begun });
        else this.#video.requestVideoFrameCallback(look);
      };
      this.#video.requestVideoFrameCallback(look);
    });
    this.#video.currentTime = timeS;
    await this.#fetch(from, to);
    // A decoder may hold a picture back until it has received some more: players read ahead while they seek.
    const next = fragments[last + 1];
    const after = fragments[last + AHEAD] ?? next;
    const ahead = next && after ? this.#fetch(next, after) : Promise.resolve();
    const sought = await shown;
    await ahead;
    return sought;
  }

  /** Appends fragments that follow one another. */
  async #fetch(from: Fragment, to: Fragment): Promise<void> {
    const range = `bytes=${from.offset}-${to.offset + to.bytes - 1}`;
    const answer = await fetch(this.#url, { headers: { range } });
    await this.#append(await answer.arrayBuffer());
  }

  async #append(data: ArrayBuffer): Promise<void> {
    const done = this.#updated();
    this.#buffer.appendBuffer(data);
    await done;
  }

  #updated(): Promise<void> {
    return new Promise((resolve) => this.#buffer.addEventListener("updateend", () => resolve(), { once: true }));
  }
}
