/**
 * What another recorder has got of a time long after it was recorded, as from a standby that has handed it back: whoever has looked for its
 * own gaps there before looks again.
 */
import type { PeerAddress } from "#recorder/ipc/standby-contract.ts";
import { Peer } from "#recorder/recording/handback/peer.ts";

/** No file has a higher number. */
const AFTER_ALL = 999_999_999_999_999;

/** Of one stream: from the first to the last of it. */
interface LateTime {
  readonly streamId: string;
  readonly startMs: number;
  readonly endMs: number;
}

interface Late {
  readonly times: readonly LateTime[];
  /** where to go on, when these were looked at */
  readonly untilId: number;
}

export class LateFiles {
  /** by recorder: the number of the last file of which is known when it came */
  readonly #known = new Map<string, number>();
  readonly #abort = new AbortController();

  close(): void {
    this.#abort.abort();
  }

  /** Since `seen` was called last; nothing the first time. Rejects with a PeerTrouble. */
  async since(peerId: string, at: PeerAddress): Promise<Late> {
    const peer = new Peer(at, this.#abort.signal);
    const known = this.#known.get(peerId);
    const times = new Map<string, LateTime>();
    // How far it is first: what comes meanwhile is looked at the next time.
    const { lastId: untilId = 0 } = await peer.offered({ late: "true", after: AFTER_ALL });
    // Its index was lost, and counts from 1 again: all of it may have come since.
    let after = known === undefined ? untilId : known > untilId ? 0 : known;
    for (let isMore = after < untilId; isMore; ) {
      const offered = await peer.offered({ late: "true", after });
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
    return { times: [...times.values()], untilId };
  }

  seen(peerId: string, { untilId }: Late): void {
    this.#known.set(peerId, untilId);
  }
}
