/**
 * An owner and its mirror see and note much of the same by themselves. What one of them could not, because it was not there, it takes from
 * the other; and marks, which somebody makes at one of the two, wherever they were made. Both keep all of it.
 */
import * as z from "zod/mini";
import { englishText } from "#domain/failures/english.ts";
import { inWords } from "#domain/failures/failure.ts";
import { uncovered } from "#domain/recordings/missing.ts";
import { missingEvents } from "#domain/standby/missing-events.ts";
import { MOTION_SEAM_MS } from "#domain/standby/missing-motion.ts";
import type { Note } from "#protocol/standby-notes.ts";
import { eventsAbout } from "#recorder/core/journal-notes.ts";
import type { Log } from "#recorder/core/log.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import type { PeerAddress } from "#recorder/ipc/standby-contract.ts";
import { PeerTrouble } from "#recorder/recording/handback/peer.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import type { Store } from "#recorder/store/store.ts";
import type { PeerRecorder } from "./fetching.ts";
import type { NoteTaking } from "./note-taking.ts";

/** What was written at the same time as the last mark that was told may have come into the other one's index after it. */
const TOGETHER_MS = 5000;
/** The same as for recordings: see gap-filling.ts. */
const BEHIND_MS = 90_000;
const AGAIN_MS = 600_000;
const LONGEST_MS = 7 * 24 * 3_600_000;
const MINUTE_MS = 60_000;

/** A stream that both record. */
export interface SharedStream {
  readonly cameraId: string;
  /** since when it exists */
  readonly sinceMs: number;
  /** motion is looked for in it */
  readonly isWatched: boolean;
}

/**
 * What is known of a peer, up to when: how marks are there, by its times, and events of the time in which this recorder was away.
 * `marksMs`: by releases that told only what was made.
 */
const known = z.object({
  marksMs: z._default(z.number(), 0),
  locksMs: z.optional(z.number()),
  bookmarksMs: z.optional(z.number()),
  eventsMs: z.number(),
});
type Known = z.infer<typeof known>;

interface MirrorNotesPorts {
  readonly index: Pick<RecordingIndex, "watched">;
  readonly store: Store;
  readonly settings: Pick<SettingsStore, "internal" | "setInternal">;
  readonly taking: Pick<NoteTaking, "copy" | "marks">;
  readonly now: () => number;
  readonly log: Log;
}

interface From {
  readonly peer: PeerRecorder;
  readonly at: PeerAddress;
  /** with their cameras */
  readonly streams: ReadonlyMap<string, string>;
}

export class MirrorNotes {
  readonly #ports: MirrorNotesPorts;
  readonly #startedMs: number;
  /** until when nothing is missing of the motion of a stream, by `peer stream` */
  readonly #whole = new Map<string, number>();
  /** in which this recorder was away before it started, and whether the peer's events of it are to be asked for (again), by peer */
  readonly #away = new Map<string, { readonly from: number; readonly to: number; readonly isOpen: boolean }>();
  /** what was said last of a peer */
  readonly #said = new Map<string, string>();

  constructor(ports: MirrorNotesPorts) {
    this.#ports = ports;
    this.#startedMs = Math.ceil(ports.now());
  }

  /** Never rejects: what is in the way is logged once, and asked for again at the next call. */
  async take(peer: PeerRecorder, at: PeerAddress, shared: ReadonlyMap<string, SharedStream>): Promise<void> {
    const streams = new Map([...shared].map(([id, { cameraId }]) => [id, cameraId]));
    try {
      await this.#written({ peer, at, streams });
      for (const [id, stream] of shared) if (stream.isWatched) await this.#seen({ peer, at, streams }, id, stream);
      this.#said.delete(peer.id);
    } catch (error) {
      const reason = error instanceof PeerTrouble ? englishText(error.told) : inWords(error).code;
      if (this.#said.get(peer.id) !== reason)
        this.#ports.log.warn({ recorder: peer.name, reason }, "what a mirror has beside recordings cannot be fetched");
      this.#said.set(peer.id, reason);
    }
  }

  /** It has more of this stream than it had: motion from then on is looked at again, and events if this recorder was away then. */
  again(peerId: string, { streamId, startMs, endMs }: { streamId: string; startMs: number; endMs: number }): void {
    const name = `${peerId} ${streamId}`;
    const whole = this.#whole.get(name);
    if (whole !== undefined) this.#whole.set(name, Math.min(whole, startMs + AGAIN_MS));
    const away = this.#away.get(peerId);
    if (away && startMs < away.to && endMs > away.from) this.#away.set(peerId, { ...away, isOpen: true });
  }

  /** Marks as they are at both, and what is in the other one's journal. */
  async #written({ peer, at, streams }: From): Promise<void> {
    const { taking, settings } = this.#ports;
    const nowMs = Math.floor(this.#ports.now());
    const { marksMs, locksMs = marksMs, bookmarksMs = marksMs, eventsMs } = await this.#known(peer);
    const marks = (kind: "locks" | "bookmarks", untilMs: number): Promise<number> =>
      taking.marks(at, streams, kind, Math.max(0, Math.floor(untilMs) - TOGETHER_MS));
    const held = {
      marksMs,
      locksMs: await marks("locks", locksMs),
      bookmarksMs: await marks("bookmarks", bookmarksMs),
    };
    const away = this.#away.get(peer.id) ?? { from: eventsMs, to: this.#startedMs, isOpen: eventsMs < this.#startedMs };
    if (away.isOpen) {
      const [cameras, { from, to }] = [[...new Set(streams.values())], away];
      await taking.copy(peer.id, at, streams, "events", { from, to }, (rows) => this.#unknown(rows, cameras, away));
    }
    this.#away.set(peer.id, { ...away, isOpen: false });
    const next: Known = { ...held, eventsMs: nowMs };
    await settings.setInternal(nameOf(peer), JSON.stringify(next));
  }

  async #unknown(
    rows: readonly Note[],
    cameras: readonly string[],
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<Note[]> {
    const around = { from: from - MINUTE_MS, to: to + MINUTE_MS };
    const own = await eventsAbout(this.#ports.store, cameras, { take: Number.MAX_SAFE_INTEGER, skip: 0 }, around);
    const ours = own.map(({ type, camera_id: cameraId, when_ms: whenMs }) => ({ type, cameraId, whenMs }));
    return missingEvents(
      rows.flatMap((row) => ("whenMs" in row ? [row] : [])),
      ours,
    );
  }

  /** Motion of the times in which nobody looked for it here; those count as watched then. */
  async #seen({ peer, at, streams }: From, stream: string, { sinceMs }: SharedStream): Promise<void> {
    const { index, taking, now } = this.#ports;
    const name = `${peer.id} ${stream}`;
    const endMs = Math.floor(now() - BEHIND_MS);
    const startMs = Math.max(sinceMs, endMs - LONGEST_MS, (this.#whole.get(name) ?? 0) - AGAIN_MS);
    if (startMs >= endMs) return;
    const held = await index.watched([stream], startMs, endMs);
    const looked = held.map((one) => ({ startMs: one.startMs, endMs: one.stopMs }));
    for (const gap of uncovered({ startMs, endMs }, looked)) {
      if (gap.endMs - gap.startMs < MOTION_SEAM_MS) continue;
      const range = { stream, from: Math.floor(gap.startMs), to: Math.ceil(gap.endMs) };
      for (const kind of ["motion", "watched"] as const) await taking.copy(peer.id, at, streams, kind, range);
    }
    this.#whole.set(name, endMs);
  }

  async #known(peer: PeerRecorder): Promise<Known> {
    const stored = await this.#ports.settings.internal(nameOf(peer));
    return known.parse(stored === null ? { eventsMs: this.#startedMs } : JSON.parse(stored));
  }
}

const nameOf = ({ id }: PeerRecorder): string => `mirror-notes.${id}`;
