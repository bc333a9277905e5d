/** What a recorder knows beside recordings, as another one of its group is told. */
import { NOTE_NAME_MAX, NOTE_TEXT_MAX, NOTE_TOLD_MAX, NOTES_LETTERS, type Note } from "#protocol/standby-notes.ts";
import type { MotionEventRow } from "#recorder/recording/index/notes/note-rows.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import type { Store } from "#recorder/store/store.ts";
import type { ServerEventRow } from "#recorder/store/tables/server-rows.ts";

export interface MarkNote {
  readonly id: number;
  readonly note: Note<"locks">;
}

/** An index that was lost counts from 1 again. */
export const keyOf = ({ id, createdMs }: { readonly id: number; readonly createdMs: number }): string =>
  `${id} ${createdMs}`;

/** `untilMs`: up to when it is known where it lasts */
export const motionNote = (
  { id, streamId, startMs, stopMs, score }: MotionEventRow,
  untilMs: number,
): Note<"motion"> => ({ key: String(id), streamId, startMs, stopMs: stopMs ?? untilMs, score });

export const watchedNote = (one: Omit<Note<"watched">, "key">): Note<"watched"> => ({
  key: `${one.streamId} ${one.startMs}`,
  ...one,
});

export const eventNote = (row: ServerEventRow): Note<"events"> => ({
  key: row.id,
  type: row.type,
  message: row.message.slice(0, NOTE_TEXT_MAX),
  told: row.told.length > NOTE_TOLD_MAX ? "" : row.told,
  whenMs: row.when_ms,
  streamId: row.stream_id,
  cameraId: row.camera_id ?? "",
});

/** Of streams that are named, in the order in which they were made. */
export async function markNotes(
  { index, store }: { readonly index: Pick<RecordingIndex, "locks" | "bookmarks">; readonly store: Store },
  kind: "locks" | "bookmarks",
  streams: { readonly has: (id: string) => boolean },
): Promise<MarkNote[]> {
  const rows =
    kind === "locks"
      ? (await index.locks()).map((row) => ({ ...row, startMs: row.fromMs, stopMs: row.toMs, text: row.note }))
      : (await index.bookmarks(0, Number.MAX_SAFE_INTEGER)).map((row) => ({ ...row, startMs: row.timeMs }));
  const users = await store.selectFrom("users").select(["id", "username"]).execute();
  const names = new Map(users.map(({ id, username }) => [id, username]));
  return rows
    .toSorted((one, other) => one.id - other.id)
    .flatMap(({ id, streamId, startMs, stopMs, text, createdMs, createdBy, author }) => {
      if (streamId === null || !streams.has(streamId)) return [];
      const made = {
        createdMs,
        createdBy: createdBy.slice(0, NOTE_NAME_MAX),
        author: (names.get(createdBy) ?? author).slice(0, NOTE_NAME_MAX),
      };
      return [{ id, note: { key: keyOf({ id, createdMs }), streamId, startMs, stopMs, text, ...made } }];
    });
}

/** As many of a page as an answer may hold, at least one. */
export function lettersCut<T>(rows: readonly T[]): T[] {
  let letters = 0;
  return rows.filter((row, at) => {
    letters += JSON.stringify(row).length;
    return at === 0 || letters <= NOTES_LETTERS;
  });
}
