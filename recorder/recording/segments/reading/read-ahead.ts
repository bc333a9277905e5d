import type { SegmentAccess, SegmentView } from "./segment-access.ts";
import type { FragmentContent } from "./fragment-content.ts";

/** Fragments that were read together. */
interface Batch {
  readonly view: SegmentView | null;
  readonly from: number;
  readonly contents: readonly (FragmentContent | null)[];
}

/** Reads the fragments of a run in batches. The next batch is read from disk while the consumer works on this one. */
export class ReadAhead {
  readonly #access: SegmentAccess;
  readonly #untilMs: number;
  #batch: Batch = { view: null, from: 0, contents: [] };
  #next: { readonly from: number; readonly batch: Promise<Batch> } | null = null;

  constructor(access: SegmentAccess, untilMs: number) {
    this.#access = access;
    this.#untilMs = untilMs;
  }

  /** null, undefined: it cannot be read. */
  async content(view: SegmentView, at: number): Promise<FragmentContent | null | undefined> {
    const { from, contents } = this.#batch;
    if (this.#batch.view !== view || from + contents.length <= at) await this.#begin(view, at);
    return this.#batch.contents[at - this.#batch.from];
  }

  async #begin(view: SegmentView, at: number): Promise<void> {
    const waiting = this.#next?.from === at ? await this.#next.batch : null;
    this.#batch = waiting?.view === view ? waiting : await this.#read(view, at);
    const from = at + this.#batch.contents.length;
    const batch = this.#read(view, from);
    // A reader that goes on gets the error with this batch; one that stops must not leave it unhandled.
    batch.catch(() => undefined);
    this.#next = { from, batch };
  }

  async #read(view: SegmentView, from: number): Promise<Batch> {
    return { view, from, contents: await this.#access.fragments(view, from, this.#untilMs) };
  }
}
