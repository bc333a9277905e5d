/** Demuxes fMP4 with mp4box: an initialisation once, then fragments. Each call returns the samples of its fragment. */
import { createFile, type ISOFile, MP4BoxBuffer, type Sample } from "mp4box";

interface DemuxedSample {
  readonly track: "video" | "audio";
  readonly data: Uint8Array<ArrayBuffer>;
  readonly key: boolean;
  /** presentation time after the fragment's first sample of this track, ms */
  readonly offsetMs: number;
  readonly durationMs: number;
}

/** mp4box keeps a box of every fragment for ever: a fresh instance takes over after this many fragments. */
const FRAGMENTS_PER_FILE = 250;

export class FragmentDemuxer {
  #init: ArrayBuffer | null = null;
  #file: ISOFile | null = null;
  #offset = 0;
  #fragments = 0;
  #samples: Taken[] = [];
  #videoId = -1;
  #trouble: string | null = null;

  /** A new initialisation segment; later fragments belong to it. Returns what is wrong with it, or null. */
  init(bytes: ArrayBuffer): string | null {
    this.#init = bytes;
    return this.#open();
  }

  /**
   * Returns the fragment's samples in decode order, or what is wrong with it. A broken fragment does not spoil the next
   * one.
   */
  fragment(bytes: ArrayBuffer): readonly DemuxedSample[] | string {
    if (!this.#init) return "fragment before its initialisation";
    if (this.#fragments >= FRAGMENTS_PER_FILE || !this.#file) {
      const trouble = this.#open();
      if (trouble !== null) return trouble;
    }
    this.#fragments += 1;
    this.#samples = [];
    const trouble = this.#append(bytes);
    if (trouble !== null || this.#samples.length === 0) {
      this.#file = null; // what mp4box still holds of the broken fragment must not reach the next one
      return trouble ?? "fragment without samples";
    }
    return this.#take();
  }

  close(): void {
    this.#file = null;
    this.#init = null;
    this.#samples = [];
  }

  #open(): string | null {
    const file = createFile();
    this.#file = file;
    this.#offset = 0;
    this.#fragments = 0;
    this.#videoId = -1;
    file.onError = (module, message) => {
      this.#trouble = `${module}: ${message}`;
    };
    file.onReady = (movie) => {
      this.#videoId = movie.videoTracks[0]?.id ?? -1;
      for (const track of movie.tracks) file.setExtractionOptions(track.id, null, { nbSamples: 1 });
      file.start();
    };
    file.onSamples = (id, _user, samples) => {
      for (const sample of samples) {
        // taken now: releasing a sample takes its bytes away
        if (sample.data) this.#samples.push({ sample, data: new Uint8Array(sample.data) });
      }
      const last = samples.at(-1);
      if (last) file.releaseUsedSamples(id, last.number + 1);
    };
    const trouble = this.#init ? this.#append(this.#init) : "no initialisation";
    return trouble ?? (this.#videoId < 0 ? "initialisation without a video track" : null);
  }

  #append(bytes: ArrayBuffer): string | null {
    this.#trouble = null;
    try {
      // a copy: mp4box may cut the buffer up, and the initialisation is needed again
      this.#file?.appendBuffer(MP4BoxBuffer.fromArrayBuffer(bytes.slice(0), this.#offset));
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    this.#offset += bytes.byteLength;
    return this.#trouble;
  }

  #take(): DemuxedSample[] {
    const first = new Map<number, number>();
    for (const { sample } of this.#samples) {
      first.set(sample.track_id, Math.min(first.get(sample.track_id) ?? Number.POSITIVE_INFINITY, sample.cts));
    }
    return this.#samples.map(({ sample, data }) => ({
      track: sample.track_id === this.#videoId ? "video" : "audio",
      data,
      key: sample.is_sync,
      offsetMs: ((sample.cts - (first.get(sample.track_id) ?? sample.cts)) / sample.timescale) * 1000,
      durationMs: (sample.duration / sample.timescale) * 1000,
    }));
  }
}

interface Taken {
  readonly sample: Sample;
  readonly data: Uint8Array<ArrayBuffer>;
}
