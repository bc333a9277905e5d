/**
 * The settings decide where the index lies: in the one folder, or beside the settings when volumes are named. Only the index
 * holds evidence locks and bookmarks, so it is moved when the setting changes.
 */
import { copyFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { STORAGE_TAG_FILE } from "#recorder/core/storage-tag.ts";
import { copyDatabase, moveDatabase } from "#recorder/store/sqlite-file.ts";
import type { IndexPlace } from "../index/open-index.ts";
import { INDEX_FILE } from "../index/sqlite-index.ts";

/** `folders`: where the index may lie until now. Returns the folder that it was moved from; null = it is in its place, or there is none. */
export async function bringMovedIndex(
  { recordingsDir: to, databaseUrl = "", volumes = [] }: IndexPlace,
  folders: readonly string[],
  nowMs: number,
): Promise<string | null> {
  const others = folders.filter((folder) => resolve(folder) !== resolve(to));
  const isElsewhere = databaseUrl !== "";
  if (isElsewhere ? volumes.length === 0 : (await dateOf(join(to, INDEX_FILE))) > 0) return null;
  const from = await newestWith(isElsewhere ? STORAGE_TAG_FILE : INDEX_FILE, others);
  if (from === null) return null;
  await bringTag(from, to);
  if (isElsewhere) return null;
  await copyDatabase(join(from, INDEX_FILE), join(to, INDEX_FILE));
  moveDatabase(join(from, INDEX_FILE), join(from, `${INDEX_FILE}.moved-${nowMs}`));
  return from;
}

/** The file by which licences recognise the storage is moved, too. */
async function bringTag(from: string, to: string): Promise<void> {
  const isThere = async (folder: string): Promise<boolean> => (await dateOf(join(folder, STORAGE_TAG_FILE))) > 0;
  if ((await isThere(from)) && !(await isThere(to)))
    await copyFile(join(from, STORAGE_TAG_FILE), join(to, STORAGE_TAG_FILE));
}

async function newestWith(name: string, folders: readonly string[]): Promise<string | null> {
  let newest: { readonly folder: string; readonly dateMs: number } | null = null;
  for (const folder of folders) {
    const dateMs = await dateOf(join(folder, name));
    if (dateMs > (newest?.dateMs ?? 0)) newest = { folder, dateMs };
  }
  return newest?.folder ?? null;
}

/** 0 = it is not there */
const dateOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
