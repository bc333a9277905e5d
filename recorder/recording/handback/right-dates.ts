/** What a recorder has told and recorded whose clock was wrong, with the dates that it should have. `lateMs`: by so much they are too late. */
import { open } from "node:fs/promises";
import { writeNtp } from "#recorder/formats/containers/fmp4.ts";
import type { Offer } from "#protocol/standby.ts";
import type { Note } from "#protocol/standby-notes.ts";
import { digestOf } from "../segments/file-digest.ts";
import { scanSegment } from "../segments/segment-scan.ts";

export const datedFiles = (files: Offer["files"], lateMs: number): Offer["files"] =>
  files.map((file) => ({ ...file, startMs: file.startMs - lateMs, endMs: file.endMs - lateMs }));

/** Not of a mark that two recorders keep: its times there are its name and which change is the later one. */
export function datedNote(note: Note, lateMs: number): Note {
  if ("whenMs" in note) return { ...note, whenMs: note.whenMs - lateMs };
  const span = { startMs: note.startMs - lateMs, stopMs: note.stopMs - lateMs };
  return "createdMs" in note ? { ...note, ...span, createdMs: note.createdMs - lateMs } : { ...note, ...span };
}

/** In the box before a fragment, behind its length, name, flags and track. */
const DATE_AT = 16;

/** Writes the dates within a segment file anew; resolves with the SHA-256 that it has then, in hex. */
export async function dateFile(path: string, lateMs: number, signal: AbortSignal): Promise<string> {
  const file = await open(path, "r+");
  try {
    const date = Buffer.alloc(8);
    for (const { offset, wallMs } of (await scanSegment(file)).fragments) {
      writeNtp(date, 0, wallMs - lateMs);
      await file.write(date, 0, date.length, offset + DATE_AT);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return (await digestOf(path, signal)).sha256.toString("hex");
}
