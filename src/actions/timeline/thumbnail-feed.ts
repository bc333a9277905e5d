/**
 * Small pictures of recorded instants for the pointer over the timeline. They are kept, one request runs at a time, and
 * the newest wins.
 */
import { IMAGE_REQUESTS_MAX } from "#domain/limits.ts";
import type { HttpClient } from "#transport/http.ts";
import { Throttle } from "#transport/throttle.ts";

/** Pictures kept: some megabytes. */
const KEPT = 300;
export const THUMBNAIL_WIDTH_PX = 192;
/**
 * A missing picture is requested again after this: video that is being recorded arrives a little later, and time goes
 * on.
 */
const NOTHING_FOR_MS = 10_000;

export class ThumbnailFeed {
  readonly #http: Pick<HttpClient, "blob"> & Partial<Pick<HttpClient, "ownerOf">>;
  readonly #throttle: Throttle;
  readonly #nowMs: () => number;
  /** by key, oldest first: object URLs; null: there was no picture then, ms of `#nowMs` */
  readonly #known = new Map<string, { readonly address: string | null; readonly atMs: number }>();
  #busy = false;
  /** answers to requests before this are not kept */
  #cleared = 0;
  #next: { readonly streamId: string; readonly timeMs: number; readonly onCame: () => void } | null = null;

  /**
   * `throttle`: shared with all other code that requests stills. The pointer's picture goes before all that wait.
   * `nowMs`: any clock that nobody sets.
   */
  constructor(
    http: Pick<HttpClient, "blob"> & Partial<Pick<HttpClient, "ownerOf">>,
    throttle = new Throttle(IMAGE_REQUESTS_MAX),
    nowMs = () => performance.now(),
  ) {
    this.#nowMs = nowMs;
    this.#http = http;
    this.#throttle = throttle;
  }

  /** URL of the picture of a stream at a time (server ms); null: there is none; undefined: not known yet. */
  get(streamId: string, timeMs: number): string | null | undefined {
    const known = this.#known.get(keyOf(streamId, timeMs));
    if (known?.address === null && this.#nowMs() - known.atMs >= NOTHING_FOR_MS) return undefined;
    return known?.address;
  }

  /** Requests an unknown picture; a later call replaces one that still waits. */
  want(streamId: string, timeMs: number, onCame: () => void): void {
    if (this.get(streamId, timeMs) !== undefined) return;
    this.#next = { streamId, timeMs, onCame };
    void this.#fetch();
  }

  /** Drops everything: another user may sign in. */
  clear(): void {
    this.#cleared += 1;
    this.#next = null;
    for (const { address } of this.#known.values()) if (address) URL.revokeObjectURL(address);
    this.#known.clear();
  }

  async #fetch(): Promise<void> {
    const wanted = this.#next;
    if (this.#busy || !wanted) return;
    this.#next = null;
    this.#busy = true;
    const { streamId, timeMs, onCame } = wanted;
    const own = this.#cleared;
    const ask = () =>
      this.#http.blob({
        path: `/service/streams/${encodeURIComponent(streamId)}/frame`,
        query: { time: Math.round(timeMs), width: THUMBNAIL_WIDTH_PX, height: 0 },
      });
    const answer = await this.#throttle.lane(this.#http.ownerOf?.(streamId) ?? "").run(ask, undefined, true);
    this.#busy = false;
    if (answer && own === this.#cleared) {
      // Only an explicit "nothing there" is remembered: a failed request may succeed another time.
      if (answer.ok && answer.value.size > 0) this.#keep(keyOf(streamId, timeMs), URL.createObjectURL(answer.value));
      else if (!answer.ok && answer.error.status === 404) this.#keep(keyOf(streamId, timeMs), null);
      onCame();
    }
    void this.#fetch();
  }

  #keep(key: string, address: string | null): void {
    this.#known.set(key, { address, atMs: this.#nowMs() });
    for (const [old, each] of this.#known) {
      if (this.#known.size <= KEPT) return;
      this.#known.delete(old);
      if (each.address) URL.revokeObjectURL(each.address);
    }
  }
}

const keyOf = (streamId: string, timeMs: number): string => `${streamId}/${Math.round(timeMs)}`;
