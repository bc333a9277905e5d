/**
 * Reverse play: groups of pictures arrive whole and in forward order, and every frame of them is shown backwards.
 * Decoded frames are large, so a long group is cut into parts from its end. Each part decodes the group from its key
 * frame again and keeps only its own frames. Pure: it plans, the source decodes.
 */
import type { DecoderSettings, EncodedFrame } from "./encoded-frame.ts";

interface ReversePart {
  /** decode all of these in order, from the key frame on */
  readonly frames: readonly EncodedFrame[];
  /** keep the frames from this index on; another part has shown or will show the others */
  readonly keepFrom: number;
  readonly last: boolean;
}

export class GopReversal {
  #open: EncodedFrame[] = [];
  readonly #groups: EncodedFrame[][] = [];
  /** frames of the first group that are still to be shown: 0..#until-1 */
  #until = 0;

  /** Coded frames that wait. */
  get waiting(): number {
    return this.#groups.reduce((sum, group) => sum + group.length, this.#open.length);
  }
  get hasPart(): boolean {
    return this.#groups.length > 0;
  }
  /** decoder settings of the group that comes next */
  get settings(): DecoderSettings | null {
    return this.#groups[0]?.[0]?.settings ?? null;
  }

  /** A key frame also ends the group before it (key-frame play sends groups of one frame). */
  push(frame: EncodedFrame): void {
    if (frame.key) this.endGroup();
    else if (this.#open.length === 0) return; // there is no key frame to decode it from
    this.#open.push(frame);
  }

  endGroup(): void {
    if (this.#open.length === 0) return;
    if (this.#groups.length === 0) this.#until = this.#open.length;
    this.#groups.push(this.#open);
    this.#open = [];
  }

  /** The next part to decode; it keeps at most `budget` frames (at least one). Null when no whole group has arrived. */
  nextPart(budget: number): ReversePart | null {
    const group = this.#groups[0];
    if (!group) return null;
    const keepFrom = Math.max(0, this.#until - Math.max(1, Math.floor(budget)));
    const part = { frames: group.slice(0, this.#until), keepFrom, last: keepFrom === 0 };
    if (part.last) {
      this.#groups.shift();
      this.#until = this.#groups[0]?.length ?? 0;
    } else {
      this.#until = keepFrom;
    }
    return part;
  }

  clear(): void {
    this.#open = [];
    this.#groups.length = 0;
    this.#until = 0;
  }
}

/** How many decoded frames of this size one source may hold: 48 MB of I420, at most 72, at least 4. */
export function reverseBudget(widthPx: number, heightPx: number): number {
  const bytes = Math.max(1, widthPx * heightPx * 1.5);
  return Math.max(4, Math.min(72, Math.floor((48 * 1024 * 1024) / bytes)));
}
