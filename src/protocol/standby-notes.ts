/**
 * What recorders of one group hand over beside recordings (decision 0052): motion, marks and events of the journal. A list is read
 * page by page. At a standby what is in it goes when its owner says that it has it; an owner and its mirror both keep it.
 */
import * as z from "zod/mini";
import { pathId } from "./rest/list.ts";
import { MARK_TEXT_MAX } from "./rest/recordings/mark.ts";

export const STANDBY_NOTES_PATH = "/service/standby/notes";
/** A page has no more rows, */
export const NOTES_AT_ONCE = 100;
/** and after so many letters no further one. */
export const NOTES_LETTERS = 200_000;
export const NOTE_NAME_MAX = 320;
export const NOTE_TEXT_MAX = 2000;
/** JSON of a failure with its causes */
export const NOTE_TOLD_MAX = 20_000;

/** In the order in which they are handed over: a lock must be there before its recording goes. */
export const NOTE_KINDS = ["locks", "motion", "watched", "bookmarks", "events"] as const;
const kind = z.enum(NOTE_KINDS);
export type NoteKind = z.infer<typeof kind>;

const timeMs = z.number().check(z.nonnegative());
const name = z.string().check(z.maxLength(NOTE_NAME_MAX));
/** what the receipt names; the same note has the same one, and no other one ever has it */
const key = z.string().check(z.minLength(1), z.maxLength(100));
const span = { key, streamId: pathId, startMs: timeMs, stopMs: timeMs };

const motion = z.strictObject({ ...span, score: z.number() });
/** when what moves in a stream was watched */
const watched = z.strictObject(span);
/** between an owner and its mirror, which both keep it; its key is the same at all recorders then */
const shared = z.strictObject({
  /** when it was made, changed or removed */
  changedMs: timeMs,
  /** when it became so at who tells it: later for what it tells later */
  notedMs: timeMs,
  isGone: z.boolean(),
});
const mark = z.strictObject({
  ...span,
  shared: z.optional(shared),
  text: z.string().check(z.maxLength(MARK_TEXT_MAX)),
  createdMs: timeMs,
  /** id of the account that made it, at whoever hands it over; and its name, which stays where there is no such account */
  createdBy: name,
  author: name,
});
/** of the journal; `told`: what happened, as JSON, "" = only the sentence */
const event = z.strictObject({
  key: pathId,
  type: z.string().check(z.maxLength(100)),
  message: z.string().check(z.maxLength(NOTE_TEXT_MAX)),
  told: z.string().check(z.maxLength(NOTE_TOLD_MAX)),
  whenMs: z.int().check(z.nonnegative()),
  streamId: z.nullable(pathId),
  cameraId: pathId,
});

const page = <T extends z.ZodMiniType>(row: T) =>
  z.strictObject({ rows: z.array(row).check(z.maxLength(NOTES_AT_ONCE)) });
export const notePages = {
  locks: page(mark),
  motion: page(motion),
  watched: page(watched),
  bookmarks: page(mark),
  events: page(event),
};
export const notePage = z.union(Object.values(notePages));
export type Note<K extends NoteKind = NoteKind> = z.infer<(typeof notePages)[K]>["rows"][number];

const count = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/)),
  z.transform((text) => Number(text)),
);
/**
 * `skip`: so many that come first are not to be had now. Between an owner and its mirror also of which stream, and from when up to
 * when, epoch ms: of marks what became so since `from`, else when it was.
 */
export const notesAsk = z.strictObject({
  kind,
  skip: count,
  stream: z.optional(pathId),
  from: z.optional(count),
  to: z.optional(count),
});
export type NotesRange = Pick<z.infer<typeof notesAsk>, "stream" | "from" | "to">;
export const takenNotes = z.strictObject({ kind, keys: z.array(key).check(z.maxLength(NOTES_AT_ONCE)) });
/** so many of them are not there any more; a lock stays until its recordings are gone */
export const goneNotes = z.strictObject({ gone: z.int().check(z.nonnegative()) });
