/** The locks, bookmarks and motion events that remain when the index of recordings is damaged. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openOrReplaceIndex, type ReplacedIndex } from "#recorder/recording/keeping/replaced-index.ts";
import { INDEX_FILE, openSqliteIndex } from "#recorder/recording/index/sqlite-index.ts";
import { DEFAULT_POLICY } from "#recorder/recording/keeping/retention.ts";
import { openRecordings, temporaryFolder } from "#test/recorder/recording/fixture.ts";

const START = Date.UTC(2026, 5, 1);
const BOOKMARKS = 2_000;

let folder: { dir: string; remove: () => void };
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** The file of an index with marks, without a write-ahead log beside it. */
async function marked(): Promise<string> {
  const written = join(folder.dir, "written");
  mkdirSync(written);
  const index = await openSqliteIndex(written);
  for (const note of ["first", "second"])
    await index.addLock({
      streamId: "cam",
      fromMs: START,
      toMs: START + 60_000,
      note,
      createdMs: START,
      createdBy: "anna",
    });
  for (let at = 0; at < BOOKMARKS; at++)
    await index.addBookmark({ streamId: null, timeMs: START + at * 1000, text: `bookmark ${at}.`, createdMs: START });
  await index.putEvent({ streamId: "cam", startMs: START + 5000, stopMs: START + 9000, score: 0.5 });
  await index.close();
  for (const tail of ["", "-wal"])
    if (existsSync(join(written, INDEX_FILE + tail)))
      copyFileSync(join(written, INDEX_FILE + tail), join(folder.dir, INDEX_FILE + tail));
  const file = join(folder.dir, INDEX_FILE);
  const db = new DatabaseSync(file);
  db.exec("pragma wal_checkpoint(truncate); pragma journal_mode=delete;");
  db.close();
  return file;
}

const PAGE = 4096;
/** Overwrites the page of the file that contains a text, or the root of a table, with nonsense. */
function damage(file: string, where: { readonly text: string } | { readonly root: string }): void {
  const bytes = readFileSync(file);
  let page: number;
  if ("text" in where) page = Math.floor(bytes.indexOf(where.text) / PAGE);
  else {
    const db = new DatabaseSync(file, { readOnly: true });
    const row = db.prepare("select rootpage from sqlite_master where name = ?").get(where.root) as { rootpage: number };
    db.close();
    page = row.rootpage - 1;
  }
  bytes.fill(0xa5, page * PAGE, (page + 1) * PAGE);
  writeFileSync(file, bytes);
}

async function reopened() {
  const replaced: ReplacedIndex[] = [];
  const index = await openOrReplaceIndex({ recordingsDir: folder.dir }, START, (one) => replaced.push(one));
  const marks = {
    locks: await index.locks(),
    bookmarks: await index.bookmarks(0, START * 2),
    events: await index.events(null, 0, START * 2),
  };
  await index.close();
  return { replaced, ...marks };
}

test("damage elsewhere: every lock, bookmark and motion event is in the new index", async () => {
  const file = await marked();
  damage(file, { root: "segment" });
  const { replaced, locks, bookmarks, events } = await reopened();
  expect(replaced).toEqual([{ aside: `${INDEX_FILE}.damaged-${START}`, locks: 2, bookmarks: BOOKMARKS, whole: true }]);
  expect(locks.map(({ note, createdBy, fromMs }) => [note, createdBy, fromMs])).toEqual([
    ["first", "anna", START],
    ["second", "anna", START],
  ]);
  expect(bookmarks).toHaveLength(BOOKMARKS);
  expect(events).toMatchObject([{ streamId: "cam", startMs: START + 5000, stopMs: START + 9000, score: 0.5 }]);
});

test("damage among the bookmarks: those on both sides of it are taken over, and it is said that others may be lost", async () => {
  const file = await marked();
  damage(file, { root: "segment" });
  damage(file, { text: `bookmark ${BOOKMARKS / 2}.` });
  const { replaced, locks, bookmarks } = await reopened();
  expect(replaced).toMatchObject([{ locks: 2, bookmarks: bookmarks.length, whole: false }]);
  expect(locks).toHaveLength(2);
  const texts = new Set(bookmarks.map(({ text }) => text));
  expect([texts.has("bookmark 0."), texts.has(`bookmark ${BOOKMARKS - 1}.`)]).toEqual([true, true]);
  expect(texts.has(`bookmark ${BOOKMARKS / 2}.`)).toBe(false);
  expect(texts.size).toBeGreaterThan(BOOKMARKS - 200);
});

test("no database at all: a new one without marks", async () => {
  writeFileSync(join(folder.dir, INDEX_FILE), "this is not a database".repeat(300));
  expect((await reopened()).replaced).toMatchObject([{ locks: 0, bookmarks: 0, whole: false }]);
});

test("nothing is cleaned before index and files agree: motion events would go whose video is not known yet", async () => {
  const recordings = await openRecordings(folder.dir);
  const start = vi.spyOn(recordings.cleaner, "start");
  recordings.setPolicy(DEFAULT_POLICY);
  expect(start).not.toHaveBeenCalled();
  await recordings.reconciled;
  expect(start).toHaveBeenCalledOnce();
  await recordings.close();
});
