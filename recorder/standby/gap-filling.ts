/**
 * An owner and its mirror record the same: what one of them has missed it fetches from the other, some minutes later, so that each can be
 * asked for all of it.
 */
import { setTimeout as pause } from "node:timers/promises";
import { isMissing, type Stretch, uncovered } from "#domain/recordings/missing.ts";
import type { Log } from "#recorder/core/log.ts";
import { PeerTrouble } from "#recorder/recording/handback/peer.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import type { Fetching, PeerRecorder } from "./fetching.ts";
import type { LateFiles } from "./late-files.ts";
import type { MirrorNotes, SharedStream } from "./mirror-notes.ts";

const LOOK_MS = 30_000;
/** The other one's file of that time is closed by then. */
const BEHIND_MS = 90_000;
/** A look goes back over what the one before has seen: files that were away then. */
const AGAIN_MS = 600_000;
/** After a start, or when the other one was away for long, so much is looked through. */
const LONGEST_MS = 7 * 24 * 3_600_000;

interface GapPorts {
  /** who records the same, now */
  readonly peers: () => Promise<readonly PeerRecorder[]>;
  /** streams that a peer records, too */
  readonly streams: (peerId: string) => ReadonlyMap<string, SharedStream>;
  readonly index: Pick<RecordingIndex, "segmentsBetween">;
  readonly fetching: Pick<Fetching, "some" | "address">;
  readonly notes: Pick<MirrorNotes, "take" | "again">;
  readonly late: LateFiles;
  readonly now: () => number;
  readonly log: Log;
}

export class GapFilling {
  readonly #ports: GapPorts;
  readonly #ending = new AbortController();
  /** until when nothing of a stream is missing that the peer has, by `peer stream` */
  readonly #whole = new Map<string, number>();

  constructor(ports: GapPorts) {
    this.#ports = ports;
  }

  /** Resolves when it was ended. */
  async run(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      await this.look().catch((error: unknown) =>
        this.#ports.log.warn({ reason: String(error) }, "gaps cannot be filled from a mirror"),
      );
      await pause(LOOK_MS, undefined, { signal: this.#ending.signal }).catch(() => undefined);
    }
  }

  close(): void {
    this.#ending.abort();
    this.#ports.late.close();
  }

  /** Once, at all peers. */
  async look(): Promise<void> {
    const { peers, streams, fetching, notes, now } = this.#ports;
    for (const peer of await peers()) {
      const shared = streams(peer.id);
      if (shared.size > 0) await this.#fillLate(peer, shared);
      if (shared.size > 0) await notes.take(peer, fetching.address(peer), shared);
      for (const [streamId, { sinceMs }] of shared) {
        if (this.#ending.signal.aborted) return;
        const name = `${peer.id} ${streamId}`;
        const endMs = now() - BEHIND_MS;
        const fromMs = Math.max(sinceMs, endMs - LONGEST_MS, (this.#whole.get(name) ?? 0) - AGAIN_MS);
        if (fromMs < endMs && (await this.#fill(peer, streamId, { startMs: fromMs, endMs })))
          this.#whole.set(name, endMs);
      }
    }
  }

  /** What the peer was handed back by a standby, or has fetched itself, after its time was looked at here. */
  async #fillLate(peer: PeerRecorder, shared: ReadonlyMap<string, SharedStream>): Promise<void> {
    const { late, fetching, notes, log } = this.#ports;
    try {
      const came = await late.since(peer.id, fetching.address(peer));
      let isWhole = true;
      for (const { streamId, startMs, endMs } of came.times) {
        if (this.#ending.signal.aborted) return;
        if (!shared.has(streamId)) continue;
        notes.again(peer.id, { streamId, startMs, endMs });
        if (!(await this.#fill(peer, streamId, { startMs, endMs }))) isWhole = false;
      }
      if (isWhole) late.seen(peer.id, came);
    } catch (error) {
      if (!(error instanceof PeerTrouble)) throw error;
      log.debug({ recorder: peer.name, reason: error.message }, "a mirror does not say what came to it late");
    }
  }

  /** False: the peer could not give all that it has. */
  async #fill(peer: PeerRecorder, stream: string, time: Stretch): Promise<boolean> {
    const { index, fetching } = this.#ports;
    const rows = await index.segmentsBetween(stream, time.startMs, time.endMs);
    const held = rows.map((row) => ({
      startMs: row.startMs,
      endMs: row.closed ? row.endMs : Number.POSITIVE_INFINITY,
    }));
    let isWhole = true;
    for (const gap of uncovered(time, held)) {
      if (!isMissing(gap, [])) continue;
      const range = { stream, from: Math.floor(gap.startMs), to: Math.ceil(gap.endMs) };
      const { left } = await fetching.some(peer, { isMove: false, range });
      isWhole &&= left === 0;
    }
    return isWhole;
  }
}
