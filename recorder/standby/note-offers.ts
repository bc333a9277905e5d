/** What this recorder has for an owner beside recordings: motion, marks and events of the journal, of that one's cameras. */
import { type Note, type NoteKind, NOTES_AT_ONCE } from "#protocol/standby-notes.ts";
import { eventsAbout, forgetEvents } from "#recorder/core/journal-notes.ts";
import type { NotesPage } from "#recorder/recording/index/notes/notes-index.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import type { SegmentRow } from "#recorder/recording/index/segment-row.ts";
import type { Store } from "#recorder/store/store.ts";
import type { BorrowedCameras } from "./borrowed-cameras.ts";
import { eventNote, keyOf, lettersCut, markNotes, type MarkNote, motionNote, watchedNote } from "./note-rows.ts";

interface NoteOffersPorts {
  readonly index: Pick<
    RecordingIndex,
    | "locks"
    | "removeLock"
    | "bookmarks"
    | "removeBookmark"
    | "closeOpenEvents"
    | "endedMotion"
    | "removeMotion"
    | "watchedStretches"
    | "removeWatched"
    | "segmentsBetween"
  >;
  readonly store: Store;
  readonly borrowed: Pick<BorrowedCameras, "of" | "streamsOf">;
}

interface Subject {
  readonly streams: ReadonlySet<string>;
  readonly streamIds: readonly string[];
  readonly cameraIds: readonly string[];
}

export class NoteOffers {
  readonly #ports: NoteOffersPorts;
  /** Locks that their owner has, too. Who starts anew is told again. */
  readonly #known = new Set<string>();

  constructor(ports: NoteOffersPorts) {
    this.#ports = ports;
  }

  /** Nothing while its cameras are recorded here: what is being made is not whole. */
  async list(owner: string, kind: NoteKind, skip: number): Promise<Note[]> {
    const about = await this.#about(owner);
    if (about === null) return [];
    const rows = await this.#rows(about, kind, { take: NOTES_AT_ONCE, skip });
    return lettersCut(rows);
  }

  /** The owner has them. Resolves with how many are not here any more. */
  async taken(owner: string, kind: NoteKind, keys: readonly string[]): Promise<number> {
    const about = await this.#about(owner);
    if (about === null) return 0;
    const { index, store } = this.#ports;
    switch (kind) {
      case "locks":
        return this.#lockKnown(about, keys);
      case "bookmarks":
        return this.#removeBookmarks(about, keys);
      case "motion":
        return index.removeMotion(about.streamIds, keys.map(Number));
      case "watched":
        return this.#removeWatched(about, keys);
      case "events":
        return forgetEvents(store, about.cameraIds, keys);
    }
  }

  /** A lock touches it that its owner does not have yet. */
  async isHeld({ streamId, startMs, endMs }: Pick<SegmentRow, "streamId" | "startMs" | "endMs">): Promise<boolean> {
    const locks = await this.#ports.index.locks();
    return locks.some(
      (lock) =>
        lock.streamId === streamId && lock.fromMs < endMs && lock.toMs > startMs && !this.#known.has(keyOf(lock)),
    );
  }

  async #about(owner: string): Promise<Subject | null> {
    const { borrowed } = this.#ports;
    if (borrowed.of(owner).length > 0) return null;
    const streams = await borrowed.streamsOf(owner);
    return {
      streams: new Set(streams.keys()),
      streamIds: [...streams.keys()],
      cameraIds: [...new Set(streams.values())],
    };
  }

  async #rows({ streams, streamIds, cameraIds }: Subject, kind: NoteKind, page: NotesPage): Promise<Note[]> {
    const { index, store } = this.#ports;
    const cut = (marks: readonly MarkNote[]) => marks.slice(page.skip, page.skip + page.take).map(({ note }) => note);
    switch (kind) {
      case "locks":
      case "bookmarks":
        return cut(await markNotes(this.#ports, kind, streams));
      case "motion": {
        // Nobody watches them any more: what a process that died has left open has ended.
        await index.closeOpenEvents({ only: streamIds });
        return (await index.endedMotion(streamIds, page)).map((row) => motionNote(row, row.startMs));
      }
      case "watched":
        return (await index.watchedStretches(streamIds, page)).map(watchedNote);
      case "events":
        return (await eventsAbout(store, cameraIds, page)).map(eventNote);
    }
  }

  /** One whose recordings are here holds them until the owner has those, too. */
  async #lockKnown({ streams }: Subject, keys: readonly string[]): Promise<number> {
    const { index } = this.#ports;
    let gone = 0;
    for (const { id, note } of await markNotes(this.#ports, "locks", streams)) {
      if (!keys.includes(note.key)) continue;
      this.#known.add(note.key);
      if ((await index.segmentsBetween(note.streamId, note.startMs, note.stopMs)).length > 0) continue;
      await index.removeLock(id);
      this.#known.delete(note.key);
      gone += 1;
    }
    return gone;
  }

  async #removeBookmarks({ streams }: Subject, keys: readonly string[]): Promise<number> {
    const named = (await markNotes(this.#ports, "bookmarks", streams)).filter(({ note }) => keys.includes(note.key));
    for (const { id } of named) await this.#ports.index.removeBookmark(id);
    return named.length;
  }

  async #removeWatched({ streams }: Subject, keys: readonly string[]): Promise<number> {
    let gone = 0;
    for (const key of keys) {
      const [streamId = "", startMs = ""] = key.split(" ");
      const isGone =
        streams.has(streamId) && (await this.#ports.index.removeWatched({ streamId, startMs: Number(startMs) }));
      gone += isGone ? 1 : 0;
    }
    return gone;
  }
}
