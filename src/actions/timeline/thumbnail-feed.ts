/**
 * Small pictures of recorded instants for the pointer over the timeline. They are kept, one request runs at a time, and
 * the newest wins.
 */
import { IMAGE_REQUESTS_MAX } from "#domain/limits/requests.ts";
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

/** Pictures of a list that are on their way at once. */
const LIST_AT_ONCE = 2;

/** A picture of one instant: of the first of these streams that has one. */
interface Still {
  readonly streamIds: readonly string[];
  /** server ms */
  readonly timeMs: number;
}

export class ThumbnailFeed {
  readonly #http: Pick<HttpClient, "blob"> & Partial<Pick<HttpClient, "ownerOf">>;
  readonly #throttle: Throttle;
  readonly #nowMs: () => number;
  /** by key, oldest first: object URLs; null: there was no picture then, ms of `#nowMs` */
  readonly #known = new Map<string, { readonly address: string | null; readonly atMs: number }>();
  #busy = false;
  /** answers to requests before this are not kept */
  #cleared = 0;
  #list: readonly Still[] = [];
  #onListed: () => void = () => undefined;
  #listed = 0;
  /** of the list, asked for once: whatever became of it, the same list does not ask again */
  #asked = new Set<string>();
  /** of this list or one before it, not answered yet */
  readonly #onTheWay = new Set<string>();
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

  /** As `get`, of the first of the streams that has a picture then. */
  still({ streamIds, timeMs }: Still): string | null | undefined {
    for (const id of streamIds) {
      const known = this.get(id, timeMs);
      if (known !== null) return known;
    }
    return null;
  }

  /** Requests many, in their order; a later call replaces those that still wait. The pointer's picture goes before. */
  wantAll(stills: readonly Still[], onCame: () => void): void {
    this.#list = stills;
    this.#onListed = onCame;
    // What failed, or is not kept any more, is asked for again.
    this.#asked = new Set(this.#onTheWay);
    while (this.#listed < LIST_AT_ONCE && this.#nextOfList()) void this.#fetchList();
  }

  #nextOfList(): { readonly streamId: string; readonly timeMs: number } | null {
    for (const { streamIds, timeMs } of this.#list)
      for (const streamId of streamIds) {
        const known = this.get(streamId, timeMs);
        if (known) break;
        if (known === undefined && !this.#asked.has(keyOf(streamId, timeMs))) return { streamId, timeMs };
        if (known === undefined) break;
      }
    return null;
  }

  async #fetchList(): Promise<void> {
    this.#listed += 1;
    for (let wanted = this.#nextOfList(); wanted; wanted = this.#nextOfList()) {
      const key = keyOf(wanted.streamId, wanted.timeMs);
      this.#asked.add(key);
      this.#onTheWay.add(key);
      await this.#ask(wanted.streamId, wanted.timeMs, false);
      this.#onTheWay.delete(key);
      this.#onListed();
    }
    this.#listed -= 1;
  }

  /** Drops everything: another user may sign in. */
  clear(): void {
    this.#cleared += 1;
    this.#next = null;
    this.#list = [];
    for (const { address } of this.#known.values()) if (address) URL.revokeObjectURL(address);
    this.#known.clear();
  }

  async #fetch(): Promise<void> {
    const wanted = this.#next;
    if (this.#busy || !wanted) return;
    this.#next = null;
    this.#busy = true;
    const { streamId, timeMs, onCame } = wanted;
    await this.#ask(streamId, timeMs, true, onCame);
    this.#busy = false;
    void this.#fetch();
  }

  /** `first`: before all others that wait */
  async #ask(streamId: string, timeMs: number, first: boolean, onCame?: () => void): Promise<void> {
    const own = this.#cleared;
    const ask = () =>
      this.#http.blob({
        path: `/service/streams/${encodeURIComponent(streamId)}/frame`,
        query: { time: Math.round(timeMs), width: THUMBNAIL_WIDTH_PX, height: 0 },
      });
    const answer = await this.#throttle.lane(this.#http.ownerOf?.(streamId) ?? "").run(ask, undefined, first);
    if (!answer || own !== this.#cleared) return;
    const key = keyOf(streamId, timeMs);
    // Only an explicit "nothing there" is remembered: a failed request may succeed another time.
    if (answer.ok && answer.value.size > 0) this.#keep(key, URL.createObjectURL(answer.value));
    else if (!answer.ok && answer.error.status === 404) this.#keep(key, null);
    onCame?.();
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
