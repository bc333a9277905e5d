/** What an owner has for its mirror beside recordings, and the mirror for its owner: both keep it, so nothing of it is taken away. */
import { type Note, type NoteKind, NOTES_AT_ONCE, type NotesRange } from "#protocol/standby-notes.ts";
import { eventsAbout } from "#recorder/core/journal-notes.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import type { Store } from "#recorder/store/store.ts";
import type { BorrowedCameras } from "./borrowed-cameras.ts";
import { eventNote, lettersCut, motionNote, watchedNote } from "./note-rows.ts";
import { sharedMarks } from "./shared-marks.ts";

interface SharedNotesPorts {
  readonly index: Pick<RecordingIndex, "events" | "watched" | "changedMarks">;
  readonly store: Store;
  readonly uuid: string;
  readonly borrowed: Pick<BorrowedCameras, "sharedWith">;
  readonly now: () => number;
}

export class SharedNotes {
  readonly #ports: SharedNotesPorts;

  constructor(ports: SharedNotesPorts) {
    this.#ports = ports;
  }

  async list(by: string, kind: NoteKind, skip: number, { stream, from = 0, to }: NotesRange = {}): Promise<Note[]> {
    const { store, borrowed, now } = this.#ports;
    const shared = [...(await borrowed.sharedWith(by))].filter(([id]) => stream === undefined || id === stream);
    const time = { from, to: to ?? now() };
    if (kind === "events") {
      const cameras = [...new Set(shared.map(([, cameraId]) => cameraId))];
      const rows = await eventsAbout(store, cameras, { take: NOTES_AT_ONCE, skip }, time);
      return lettersCut(rows.map(eventNote));
    }
    const rows = await this.#rows(new Set(shared.map(([id]) => id)), kind, time);
    return lettersCut(rows.slice(skip, skip + NOTES_AT_ONCE));
  }

  taken(): Promise<number> {
    return Promise.resolve(0);
  }

  async #rows(
    streams: ReadonlySet<string>,
    kind: Exclude<NoteKind, "events">,
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<readonly Note[]> {
    const { index } = this.#ports;
    switch (kind) {
      case "locks":
      case "bookmarks":
        return sharedMarks(this.#ports, kind, { streams, fromMs: from });
      case "motion":
        return (await index.events([...streams], from, to)).map((row) => motionNote(row, to));
      case "watched": {
        const notes: Note[] = [];
        for (const streamId of streams)
          for (const { startMs, stopMs } of await index.watched([streamId], from, to))
            notes.push(watchedNote({ streamId, startMs: Math.max(startMs, from), stopMs: Math.min(stopMs, to) }));
        return notes;
      }
    }
  }
}
