/**
 * Takes in what another recorder has for this one beside recordings. All of it is entered before the other one hears that it may go, and is
 * there once, however often it comes: whenever this ends, it goes on where it was.
 */
import { type Failure, failure, hasCode, inWords } from "#domain/failures/failure.ts";
import { missingMotion } from "#domain/standby/missing-motion.ts";
import { NOTE_KINDS, type Note, type NoteKind, type NotesRange } from "#protocol/standby-notes.ts";
import { can } from "#recorder/core/identity.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import { takeInEvent } from "#recorder/core/journal-notes.ts";
import type { PeerAddress } from "#recorder/ipc/standby-contract.ts";
import { Peer, PeerTrouble } from "#recorder/recording/handback/peer.ts";
import type { NewLock } from "#recorder/recording/index/notes/note-rows.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import type { Store } from "#recorder/store/store.ts";
import { tellChangedPast } from "./changed-past.ts";
import { markKind, markName } from "./shared-marks.ts";

interface NoteTakingPorts {
  readonly index: Pick<
    RecordingIndex,
    "giveLock" | "giveBookmark" | "takeInMark" | "motionIn" | "putEvent" | "putWatched"
  >;
  readonly store: Store;
  /** id of this recorder */
  readonly uuid: string;
  readonly hub: Pick<EventHub, "relay" | "origin" | "publish">;
}

interface TakenNotes {
  /** that the other one still has although we have them, or that could not be taken in */
  readonly left: number;
  /** why some could not be; null = all could */
  readonly failure: Failure | null;
}

type Wanted = (rows: readonly Note[]) => Promise<readonly Note[]>;

/** A release before this one has no notes to give: its recordings are fetched all the same. */
const isOlder = ({ told }: PeerTrouble): boolean => hasCode(told, "standby/refused") && told.params?.status === 404;

export class NoteTaking {
  readonly #ports: NoteTakingPorts;
  readonly #abort = new AbortController();

  constructor(ports: NoteTakingPorts) {
    this.#ports = ports;
  }

  close(): void {
    this.#abort.abort();
  }

  /** `from`: its id; `streams`: with their cameras. Never rejects: the answer says what was in the way. */
  async take(from: string, at: PeerAddress, streams: ReadonlyMap<string, string>): Promise<TakenNotes> {
    const peer = new Peer(at, this.#abort.signal);
    let left = 0;
    let trouble: Failure | null = null;
    for (const kind of NOTE_KINDS)
      try {
        left += await this.#takeKind(peer, kind, from, streams);
      } catch (error) {
        if (error instanceof PeerTrouble && isOlder(error)) break;
        left += 1;
        trouble = error instanceof PeerTrouble ? error.told : failure("standby/not-kept", { cause: inWords(error) });
      }
    return { left, failure: trouble };
  }

  /**
   * Takes in what the other one keeps, too. `wanted`: which of a page; absent: all. Rejects with what was in the way, a PeerTrouble where it
   * was the other one.
   */
  async copy(
    from: string,
    at: PeerAddress,
    streams: ReadonlyMap<string, string>,
    kind: NoteKind,
    range: NotesRange,
    wanted: Wanted = (rows) => Promise.resolve(rows),
  ): Promise<void> {
    await this.#takeKind(new Peer(at, this.#abort.signal), kind, from, streams, { range, wanted });
  }

  /**
   * Takes in how marks are at the other one since `sinceMs` of its times, also those that were removed: what was changed later holds.
   * Resolves with the time to go on from. Rejects as `copy` does.
   */
  async marks(
    at: PeerAddress,
    streams: { readonly has: (id: string) => boolean },
    kind: "locks" | "bookmarks",
    sinceMs: number,
  ): Promise<number> {
    const { index, uuid } = this.#ports;
    const peer = new Peer(at, this.#abort.signal);
    let [from, skip] = [sinceMs, 0];
    const changed: number[] = [];
    try {
      for (;;) {
        const rows = await peer.notes(kind, skip, { from });
        if (rows.length === 0) return from;
        let next = from;
        for (const row of rows) {
          if (!("shared" in row) || !row.shared || !streams.has(row.streamId)) continue;
          const { key, streamId, shared, ...mark } = row;
          const state = { streamId, changedMs: shared.changedMs, mark: shared.isGone ? null : mark };
          const id = await index.takeInMark(markKind(kind), markName(key, uuid), state);
          if (id !== null) changed.push(id);
        }
        for (const row of rows)
          if ("shared" in row && row.shared) next = Math.max(next, Math.floor(row.shared.notedMs));
        // The next page begins with the time of the last row, without those that were in this page.
        const known = rows.filter((row) => "shared" in row && row.shared && row.shared.notedMs >= next).length;
        [from, skip] = next > from ? [next, known] : [from, skip + rows.length];
      }
    } finally {
      if (changed.length > 0) this.#tellMarks(kind, changed);
    }
  }

  /** Resolves with how many the other one keeps although we have them. `copied`: it keeps all of them. */
  async #takeKind(
    peer: Peer,
    kind: NoteKind,
    from: string,
    streams: ReadonlyMap<string, string>,
    copied: { readonly range: NotesRange; readonly wanted: Wanted } | null = null,
  ): Promise<number> {
    const cameras = new Set(streams.values());
    let [left, skip] = [0, 0];
    const fresh: number[] = [];
    const moved = new Set<string>();
    try {
      for (;;) {
        const rows = await peer.notes(kind, skip, copied?.range);
        if (rows.length === 0) break;
        // What we know no camera of is left where it is.
        const own = rows.filter((row) => ("cameraId" in row ? cameras.has(row.cameraId) : streams.has(row.streamId)));
        for (const row of copied ? await copied.wanted(own) : own) {
          fresh.push(...(await this.#enter(kind, row, from)));
          if ("score" in row) moved.add(row.streamId);
        }
        const gone =
          own.length === 0 || copied
            ? 0
            : await peer.notesTaken(
                kind,
                own.map(({ key }) => key),
              );
        left += own.length - gone;
        skip += rows.length - gone;
      }
    } finally {
      // Also where a receipt got lost: what comes again is not new any more.
      if (fresh.length > 0) this.#tellMarks(kind, fresh);
      tellChangedPast(this.#ports.hub, streams, moved);
    }
    return left;
  }

  /** Resolves with the id of a mark that is new. */
  async #enter(kind: NoteKind, row: Note, from: string): Promise<number[]> {
    const { index, store } = this.#ports;
    if ("cameraId" in row) {
      const { key: id, whenMs, streamId, cameraId, ...rest } = row;
      await takeInEvent(store, { id, ...rest, when_ms: whenMs, stream_id: streamId, camera_id: cameraId });
      return [];
    }
    if ("text" in row) {
      const given =
        kind === "locks"
          ? await index.giveLock(lockOf(row), originOf(from, row))
          : await index.giveBookmark({ ...row, timeMs: row.startMs }, originOf(from, row));
      return given === null ? [] : [given];
    }
    const { streamId, startMs, stopMs } = row;
    if ("score" in row) {
      const held = await index.motionIn([streamId], startMs, stopMs);
      const known = held.map((one) => ({ startMs: one.startMs, endMs: one.stopMs }));
      for (const piece of missingMotion({ startMs, endMs: stopMs }, known))
        await index.putEvent({ streamId, startMs: piece.startMs, stopMs: piece.endMs, score: row.score });
    } else await index.putWatched({ streamId, startMs, stopMs });
    return [];
  }

  /** Everybody who plays back looks again. */
  #tellMarks(kind: NoteKind, ids: readonly number[]): void {
    const { hub } = this.#ports;
    hub.relay(
      { type: "marks-modified", resource: kind, id: ids.join(","), ...hub.origin },
      (who) => can(who, "playback") || who.scope.cameraScopes.length > 0,
    );
  }
}

const lockOf = ({ startMs: fromMs, stopMs: toMs, text: note, ...rest }: Note<"locks">): NewLock => ({
  ...rest,
  fromMs,
  toMs,
  note,
});
const originOf = (from: string, { key }: Note): string => `${from} ${key}`;
