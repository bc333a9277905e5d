import type { FrameSource } from "#media/frame-source.ts";
import type { SourceFacts, SourcePlay, SourceRequest } from "#protocol/stage-worker.ts";
import { type SlotHost, SourceSlot } from "./wall/source-slot.ts";

export type CreateSource = (request: SourceRequest) => FrameSource;

/** All sources of a wall by id; a slot outlives its sources, so that the last frame stays. */
export class SourceTable {
  readonly #slots = new Map<string, SourceSlot>();
  readonly #host: SlotHost;
  readonly #create: CreateSource;

  constructor(host: SlotHost, create: CreateSource) {
    this.#host = host;
    this.#create = create;
  }

  open(id: string, request: SourceRequest): void {
    let slot = this.#slots.get(id);
    if (!slot) this.#slots.set(id, (slot = new SourceSlot(id, this.#host)));
    slot.start(this.#create(request));
  }

  /** Returns true when a frame is gone from the tiles. */
  close(id: string, forget: boolean): boolean {
    const slot = this.#slots.get(id);
    if (!slot) return false;
    if (!forget) {
      slot.stop();
      return false;
    }
    slot.dispose();
    this.#slots.delete(id);
    return true;
  }

  play(id: string, play: SourcePlay): void {
    this.#slots.get(id)?.play(play);
  }
  step(id: string, direction: 1 | -1): void {
    this.#slots.get(id)?.step(direction);
  }
  prefetch(id: string, timeMs: number): void {
    this.#slots.get(id)?.prefetch(timeMs);
  }
  clock(id: string, wallMs: number, rtpTime: number): void {
    this.#slots.get(id)?.clock(wallMs, rtpTime);
  }
  decoded(id: string, frames: number): void {
    this.#slots.get(id)?.decoded(frames);
  }

  get(id: string | null): SourceSlot | undefined {
    return id === null ? undefined : this.#slots.get(id);
  }
  all(): readonly SourceSlot[] {
    return [...this.#slots.values()];
  }
  facts(): readonly SourceFacts[] {
    return this.all().map((slot) => slot.facts());
  }

  dispose(): void {
    for (const slot of this.#slots.values()) slot.dispose();
    this.#slots.clear();
  }
}
