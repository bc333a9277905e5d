/**
 * What another recorder has got of a time long after it was recorded, as from a standby that has handed it back: whoever has looked for its
 * own gaps there before looks again.
 */
import type { PeerAddress } from "#recorder/ipc/standby-contract.ts";
import { Peer } from "#recorder/recording/handback/peer.ts";

/** No file has a higher number. */
const AFTER_ALL = 999_999_999_999_999;
/** Clocks may differ a little: what is so young is looked for in any case. */
const YOUNG_MS = 5000;

/** Of one stream: from the first to the last of it. */
interface LateTime {
  readonly streamId: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** How far its files were known, and when: later ones of an earlier time have come late. */
interface Known {
  readonly lastId: number;
  readonly atMs: number;
}

interface Late {
  readonly times: readonly LateTime[];
  /** what is known when these were looked at */
  readonly next: Known;
}

export class LateFiles {
  readonly #now: () => number;
  /** by recorder */
  readonly #known = new Map<string, Known>();
  readonly #abort = new AbortController();

  constructor(now: () => number) {
    this.#now = now;
  }

  close(): void {
    this.#abort.abort();
  }

  /** Since what `seen` was told last; nothing the first time, or when its index was lost. Rejects with a PeerTrouble. */
  async since(peerId: string, at: PeerAddress): Promise<Late> {
    const peer = new Peer(at, this.#abort.signal);
    const known = this.#known.get(peerId);
    // How far they go is asked first: what comes meanwhile is looked at the next time.
    const atMs = this.#now();
    const { lastId = 0 } = await peer.offered({ last: "true", after: AFTER_ALL });
    const times = new Map<string, LateTime>();
    let after = known?.lastId ?? lastId;
    for (let isMore = known !== undefined && after < lastId; isMore; ) {
      const to = Math.max(0, Math.floor((known?.atMs ?? 0) - YOUNG_MS));
      const offered = await peer.offered({ after, to });
      for (const { id, streamId, startMs, endMs } of offered.files) {
        const before = times.get(streamId);
        times.set(streamId, {
          streamId,
          startMs: Math.min(startMs, before?.startMs ?? startMs),
          endMs: Math.max(endMs, before?.endMs ?? endMs),
        });
        after = id;
      }
      isMore = offered.isMore && offered.files.length > 0;
    }
    return { times: [...times.values()], next: { lastId, atMs } };
  }

  seen(peerId: string, { next }: Late): void {
    this.#known.set(peerId, next);
  }
}
