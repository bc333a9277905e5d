/** Marks that an owner and its mirror both keep, as one tells the other: made, changed and removed, wherever that was done. */
import { NOTE_NAME_MAX, type Note } from "#protocol/standby-notes.ts";
import type { ChangedMark, MarkName } from "#recorder/recording/index/notes/notes-index.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import type { Store } from "#recorder/store/store.ts";

export const markKind = (kind: "locks" | "bookmarks") => (kind === "locks" ? "lock" : "bookmark");

interface Told {
  readonly streams: { readonly has: (id: string) => boolean };
  /** what became so since */
  readonly fromMs: number;
}

/** In the order in which they became so. */
export async function sharedMarks(
  ports: { readonly index: Pick<RecordingIndex, "changedMarks">; readonly store: Store; readonly uuid: string },
  kind: "locks" | "bookmarks",
  { streams, fromMs }: Told,
): Promise<Note<"locks">[]> {
  const rows = (await ports.index.changedMarks(markKind(kind), fromMs)).filter((row) => streams.has(row.streamId));
  if (rows.length === 0) return [];
  const users = await ports.store.selectFrom("users").select(["id", "username"]).execute();
  const names = new Map(users.map(({ id, username }) => [id, username]));
  return rows.map((row) => told(row, row.isOwn ? `${ports.uuid} ${row.name}` : row.name, names));
}

const GONE = { startMs: 0, stopMs: 0, text: "", createdMs: 0, createdBy: "", author: "" };

function told(
  { streamId, changedMs, notedMs, mark }: ChangedMark,
  key: string,
  names: ReadonlyMap<string, string>,
): Note<"locks"> {
  const { createdBy, author, ...made } = mark ?? GONE;
  return {
    key,
    streamId,
    ...made,
    createdBy: createdBy.slice(0, NOTE_NAME_MAX),
    author: (names.get(createdBy) ?? author).slice(0, NOTE_NAME_MAX),
    shared: { changedMs, notedMs, isGone: mark === null },
  };
}

/** What came back to the recorder that has made it is known there by its number alone. */
export function markName(key: string, uuid: string): MarkName {
  const own = key.startsWith(`${uuid} `) ? /^(\d+) (\S+)$/.exec(key.slice(uuid.length + 1)) : null;
  return { name: key, own: own ? { id: Number(own[1]), createdMs: Number(own[2]) } : null };
}
