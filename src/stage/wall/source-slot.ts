import type { Disposer } from "#base/disposer.ts";
import { lerp } from "#base/geometry.ts";
import { FrameMailbox } from "#media/frame-mailbox.ts";
import type { FrameSource, SourceCounters } from "#media/frame-source.ts";
import type { SourceEvent, SourceFacts, SourcePlay } from "#protocol/stage-worker.ts";
import { ArrivalRate } from "./arrival-rate.ts";
import type { BytePool } from "../gl/byte-pool.ts";
import type { FramePicture } from "../frame-picture.ts";
import type { PreparedFrame, UploadPath } from "../gl/upload-path.ts";
import { releasePrepared } from "../gl/upload-paths.ts";

export interface SlotHost {
  readonly bytes: BytePool;
  pathFor(slot: SourceSlot, picture: VideoFrame | ImageBitmap): UploadPath;
  /** A frame waits in the mailbox. */
  arrived(slot: SourceSlot): void;
  /** How many frames were due and never arrived: this machine is too slow for them. */
  leftOut(slot: SourceSlot, frames: number): void;
  /** A frame is ready to upload. */
  ready(slot: SourceSlot): void;
  event(slot: SourceSlot, event: SourceEvent): void;
}

const noCounters: SourceCounters = { bytesReceived: 0, decodeQueue: 0, decodeMs: 0, decodedBy: null };

const LATENCIES_KEPT = 64;
const COPY_SMOOTHING = 0.2;

/**
 * One source id: the running source (or none), the frame on its way, the shown frame. Sources come and go under it; the
 * shown frame stays until the next source shows its first. Owns every frame and buffer between mailbox and painter.
 */
export class SourceSlot {
  readonly id: string;
  /** the painter's copy of the shown frame; null before the first */
  picture: FramePicture | null = null;
  readonly #host: SlotHost;
  #source: FrameSource | null = null;
  #mailbox: FrameMailbox | null = null;
  #stop: Disposer | null = null;
  #pending: PreparedFrame | null = null;
  #shown: PreparedFrame | null = null;
  #preparing = false;
  #copyMs = 0;
  #generation = 0;
  #firstDue = false;
  /** an order was given, and the screen shows nothing of it yet */
  #orderDue = false;
  #halted = false;
  #counts = { arrived: 0, shown: 0, replaced: 0 };
  readonly #rate = new ArrivalRate();
  #lastShownAtMs = 0;
  #latencies: number[] = [];

  constructor(id: string, host: SlotHost) {
    this.id = id;
    this.#host = host;
  }

  get open(): boolean {
    return this.#source !== null;
  }
  /** True when the shown frame stays unchanged: the source is paused, has ended or does not exist any more. */
  get stands(): boolean {
    return this.#source === null || this.#halted;
  }
  /** True while the running source has shown nothing yet. */
  get awaitsFirst(): boolean {
    return this.#source !== null && this.#firstDue;
  }
  /** True while somebody waits for a picture: the first one of all, or of a seek or a step. */
  get isAwaited(): boolean {
    return this.awaitsFirst || this.#orderDue;
  }
  /** True when a prepared frame waits for the next present. */
  get hasPending(): boolean {
    return this.#pending !== null;
  }
  /** True when a frame waits in the mailbox, is being prepared, or waits for the next present. */
  get hasWaiting(): boolean {
    return this.#pending !== null || this.#preparing || this.#mailbox?.waiting === true;
  }
  /** True when this slot keeps a copy from which its picture can be made again. */
  get hasPicture(): boolean {
    return this.#shown !== null;
  }

  /** Replaces the running source; the old one's last frame stays. */
  start(source: FrameSource): void {
    this.stop();
    this.#counts = { arrived: 0, shown: 0, replaced: 0 };
    this.#firstDue = true;
    this.#halted = false;
    const generation = this.#generation;
    this.#source = source;
    this.#mailbox = new FrameMailbox(
      () => {
        this.#rate.note(performance.now());
        this.#host.arrived(this);
      },
      (frames) => this.#host.leftOut(this, frames),
    );
    this.#stop = source.start(this.#mailbox, (event) => {
      // A source knows only which frames have arrived. The first frame is the first shown one, and the stage reports
      // it.
      if (generation !== this.#generation || event.kind === "first-frame") return;
      if (event.kind === "state") this.#halted = event.state === "paused" || event.state === "ended";
      this.#host.event(this, event);
    });
  }

  /** Ends the running source; frames that it has not shown are closed. */
  stop(): void {
    this.#generation += 1;
    this.#stop?.();
    this.#stop = null;
    this.#source = null;
    this.#mailbox?.close();
    this.#mailbox = null;
    this.#rate.reset();
    this.#dropPending();
  }

  /** Ends the source and forgets its frame. */
  dispose(): void {
    this.stop();
    if (this.#shown) releasePrepared(this.#shown, this.#host.bytes);
    this.#shown = null;
    this.picture?.release();
    this.picture = null;
  }

  play(play: SourcePlay): void {
    this.#orderDue = play.timeMs !== 0;
    this.#source?.play(play);
  }
  step(direction: 1 | -1): void {
    this.#orderDue = true;
    this.#source?.step(direction);
  }
  prefetch(timeMs: number): void {
    this.#source?.prefetch?.(timeMs);
  }
  clock(wallMs: number, rtpTime: number): void {
    this.#source?.clock(wallMs, rtpTime);
  }
  /**
   * How many frames the browser has decoded for the running source so far: it leaves some out when this thread is busy.
   */
  decoded(frames: number): void {
    this.#mailbox?.decoded(frames);
  }

  /**
   * Takes the newest frame out of the mailbox and prepares it. One at a time: while one is on its way, others wait or
   * are replaced.
   */
  prepare(): void {
    const frame = this.#preparing ? null : this.#mailbox?.take();
    if (!frame) return;
    const generation = this.#generation;
    this.#preparing = true;
    const fromMs = performance.now();
    void this.#host
      .pathFor(this, frame.image)
      .prepare(frame)
      .then((prepared) => {
        this.#preparing = false;
        this.#copyMs = lerp(this.#copyMs, performance.now() - fromMs, COPY_SMOOTHING);
        if (!prepared) return this.#host.ready(this);
        if (generation !== this.#generation) return releasePrepared(prepared, this.#host.bytes);
        if (this.#pending) this.#counts.replaced += 1;
        this.#dropPending();
        this.#pending = prepared;
        this.#host.ready(this);
      });
  }

  /** Uploads the waiting frame, inside `painter.uploading`. Returns true when there is another picture now. */
  upload(makePicture: () => FramePicture): boolean {
    const next = this.#pending;
    if (!next) return false;
    this.#pending = null;
    this.picture ??= makePicture();
    if (!this.picture.upload(next)) {
      releasePrepared(next, this.#host.bytes);
      return false;
    }
    if (this.#shown) releasePrepared(this.#shown, this.#host.bytes);
    this.#shown = next;
    return true;
  }

  /** Uploads the shown frame again: the context lost it. */
  uploadAgain(): void {
    if (this.#shown && this.picture) this.picture.upload(this.#shown);
  }

  /** The uploaded frame is on the screen. Returns true for the first one of the running source. */
  noteShown(nowMs: number): boolean {
    this.#counts.shown += 1;
    this.#lastShownAtMs = performance.timeOrigin + nowMs;
    if (this.#shown) {
      this.#latencies.push(nowMs - this.#shown.arrivedAtMs);
      if (this.#latencies.length > LATENCIES_KEPT) this.#latencies.shift();
    }
    const first = this.#firstDue;
    this.#firstDue = false;
    this.#orderDue = false;
    return first;
  }

  /** No tile shows this source: its first frame counts on arrival. Returns its time once, otherwise null. */
  takeUnseenFirst(): { readonly wallMs: number } | null {
    if (!this.#firstDue || (this.#mailbox?.arrived ?? 0) === 0) return null;
    this.#firstDue = false;
    return { wallMs: this.#mailbox?.waitingWallMs ?? 0 };
  }

  /** server ms of the shown frame, 0 = not known */
  get wallMs(): number {
    return this.#shown?.wallMs ?? 0;
  }
  get arrived(): number {
    return this.#counts.arrived + (this.#mailbox?.arrived ?? 0);
  }
  /** ms from taking a frame until it is ready, smoothed */
  get copyMs(): number {
    return this.#copyMs;
  }
  /** current arrivals per second, 0 = nothing moves */
  get rateHz(): number {
    return this.#rate.hz(performance.now());
  }

  /** Facts for the main thread. */
  facts(): SourceFacts {
    const counters = this.#source?.counters() ?? noCounters;
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    this.#latencies = this.#latencies.slice(-Math.max(1, Math.ceil(this.rateHz)));
    return {
      sourceId: this.id,
      framesArrived: this.arrived,
      framesShown: this.#counts.shown,
      framesReplaced: this.#counts.replaced + (this.#mailbox?.replaced ?? 0),
      lastShownAtMs: this.#lastShownAtMs,
      wallMs: this.wallMs,
      widthPx: this.picture?.widthPx ?? 0,
      heightPx: this.picture?.heightPx ?? 0,
      bytesReceived: counters.bytesReceived,
      decodeQueue: counters.decodeQueue,
      decodeMs: counters.decodeMs,
      decodedBy: counters.decodedBy,
      presentLatencyMs: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    };
  }

  #dropPending(): void {
    if (this.#pending) releasePrepared(this.#pending, this.#host.bytes);
    this.#pending = null;
  }
}
