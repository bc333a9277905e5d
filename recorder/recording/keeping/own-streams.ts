/** Where several processes record, each looks after its own streams. The first one, the keeper, keeps order for all of them. */
import type { StreamScope } from "../index/recording-index.ts";

export class OwnStreams {
  /** which of the processes this is, from 0 on */
  readonly at: number;
  #own: ReadonlySet<string> = new Set();
  #others: ReadonlySet<string> = new Set();

  constructor(at: number) {
    this.at = at;
  }

  get isKeeper(): boolean {
    return this.at === 0;
  }

  /** `others`: what other processes record */
  set(own: Iterable<string>, others: Iterable<string>): void {
    this.#own = new Set(own);
    this.#others = new Set(others);
  }

  /** Streams that nobody records any more belong to the keeper. */
  has(streamId: string): boolean {
    return this.isKeeper ? !this.#others.has(streamId) : this.#own.has(streamId);
  }

  get scope(): StreamScope {
    return this.isKeeper ? { but: [...this.#others] } : { only: [...this.#own] };
  }
}
