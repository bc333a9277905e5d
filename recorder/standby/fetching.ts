/** Fetches from other recorders what they have recorded for this one: `media` does it, here is how far that is. */
import { setTimeout as pause } from "node:timers/promises";
import { englishText } from "#domain/failures/english.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { MediaLink } from "#recorder/cameras/media/media-link.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import type { Log } from "#recorder/core/log.ts";
import { pairKey } from "#recorder/core/pair-proof.ts";
import type { FilledSome, FillOrder, PeerAddress } from "#recorder/ipc/standby-contract.ts";
import { tellChangedPast } from "./changed-past.ts";
import type { NoteTaking } from "./note-taking.ts";

/** What could not be fetched is asked for again after this. */
const AGAIN_MS = 5000;
/** `media` may still be comparing files with its index: that comes first. */
const ANSWER_MS = 30 * 60_000;

interface FetchingPorts {
  readonly id: string;
  readonly secret: string;
  readonly media: Pick<MediaLink, "call">;
  /** cameras of the streams that may be fetched from a recorder */
  readonly streams: (peerId: string) => Promise<ReadonlyMap<string, string>>;
  readonly notes: Pick<NoteTaking, "take" | "close">;
  readonly hub: Pick<EventHub, "publish">;
  readonly log: Log;
}
export interface PeerRecorder {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** its dates are so much too late; absent: they are right, as far as is known */
  readonly lateMs?: number;
}

/** `failure`: why it does not get on; null = it does */
interface Fetched {
  readonly name: string;
  readonly files: number;
  readonly failure: Failure | null;
}

export class Fetching {
  readonly #ports: FetchingPorts;
  readonly #ending = new AbortController();
  readonly #now = new Map<string, Fetched>();

  constructor(ports: FetchingPorts) {
    this.#ports = ports;
  }

  /** what is under way, by the recorder */
  get now(): readonly Fetched[] {
    return [...this.#now.values()];
  }

  /** All that it has for us, after which it has none of it any more. Resolves with null when this recorder ends before. */
  async move(peer: PeerRecorder): Promise<Fetched | null> {
    let fetched: Fetched = { name: peer.name, files: 0, failure: null };
    try {
      while (!this.#ending.signal.aborted) {
        this.#now.set(peer.id, fetched);
        // A lock is here before its recordings, and goes there after the last of them.
        const before = await this.#notes(peer);
        const some = await this.some(peer, { isMove: true });
        const { left, failure } = some.left === 0 ? await this.#notes(peer) : before;
        fetched = { name: peer.name, files: fetched.files + some.files, failure: some.failure ?? failure };
        if (some.left + left === 0) return fetched;
        this.#now.set(peer.id, fetched);
        if (some.files > 0 && fetched.failure === null) continue;
        if (fetched.failure !== null)
          this.#ports.log.warn(
            { recorder: peer.name, reason: englishText(fetched.failure) },
            "recordings cannot be fetched",
          );
        await pause(AGAIN_MS, undefined, { signal: this.#ending.signal }).catch(() => undefined);
      }
      return null;
    } finally {
      this.#now.delete(peer.id);
    }
  }

  async some(peer: PeerRecorder, what: Pick<FillOrder, "isMove" | "range">): Promise<FilledSome> {
    const { media, streams, hub } = this.#ports;
    const order = { peer: this.address(peer), streams: await streams(peer.id), ...what };
    const answer = await media.call("recordings.fill", order, ANSWER_MS);
    if (!answer.ok) return { files: 0, bytes: 0, streams: [], left: 1, failure: answer.error };
    tellChangedPast(hub, order.streams, answer.value.streams);
    return answer.value;
  }

  close(): void {
    this.#ending.abort();
    this.#ports.notes.close();
  }

  /** How it is called. */
  address({ id, address: url, lateMs }: PeerRecorder): PeerAddress {
    const { id: from, secret } = this.#ports;
    return { url, from, key: pairKey(secret, from, id), ...(lateMs ? { lateMs } : {}) };
  }

  async #notes(peer: PeerRecorder): ReturnType<NoteTaking["take"]> {
    const { notes, streams } = this.#ports;
    return notes.take(peer.id, this.address(peer), await streams(peer.id));
  }
}
