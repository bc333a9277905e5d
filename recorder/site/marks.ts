/** Bookmarks, and evidence locks (ranges that no cleaning touches): who sees, makes and removes them, and how many. */
import { Mutex } from "#base/mutex.ts";
import { ok, type Result } from "#base/result.ts";
import type { Permission } from "#domain/accounts/access.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { changedAt } from "#domain/standby/later-mark.ts";
import { LOCK_LONGEST_DAYS, LOCK_LONGEST_MS, type Mark } from "#protocol/rest/recordings/mark.ts";
import { mayOnStreams, type StreamOwners } from "#recorder/cameras/camera-access.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import { can, canOnCamera, type Identity } from "#recorder/core/identity.ts";
import { invalid } from "#recorder/core/invalid.ts";
import type { MarkIndex } from "#recorder/recording/index/recording-index.ts";
import { type AskedTimes, askedRange } from "./asked-range.ts";

/** A mark as the index keeps it, whichever kind it is. */
interface MarkRow {
  readonly id: number;
  readonly streamId: string | null;
  readonly startMs: number;
  readonly stopMs: number;
  readonly text: string;
  readonly createdMs: number;
  readonly createdBy: string;
  readonly author: string;
  readonly changedMs: number;
}

interface MarkQuery extends AskedTimes {
  /** none: of all streams */
  readonly streamId?: readonly string[] | undefined;
}

/** The same text and time for each of these streams. */
interface NewMarks {
  readonly streams: readonly string[];
  readonly start: number;
  readonly text: string;
}

interface MarkParts {
  readonly cameras: StreamOwners;
  readonly index: MarkIndex;
  readonly hub: EventHub;
  readonly users: { list(): Promise<readonly { readonly id: string; readonly username: string }[]> };
  readonly now: () => number;
}

const FOREVER_MS = 1e15;
/** Bookmarks (and locks) that one account may have: a user who may only look must not fill the index for everybody. */
const MOST_OF_ONE_USER = 10_000;

const madeBy = ({ userId, username }: Identity, createdMs: number) => ({
  createdMs,
  createdBy: userId,
  author: username,
});

export class Marks {
  readonly #parts: MarkParts;
  /** Marks are added one after the other, so that a count is still true when its mark is added. */
  readonly #mutex = new Mutex();

  constructor(parts: MarkParts) {
    this.#parts = parts;
  }

  async bookmarks(who: Identity, query: MarkQuery): Promise<Mark[]> {
    return this.#seen(who, await this.#bookmarkRows(), query, (row) => this.#mayRemoveBookmark(who, row));
  }

  async locks(who: Identity, query: MarkQuery): Promise<Mark[]> {
    return this.#seen(who, await this.#lockRows(), query, (row) => this.#mayOnRow(who, row, "export"));
  }

  /** Failures: stream/unknown, access/denied, request/invalid, mark/too-many. */
  async addBookmarks(
    who: Identity,
    { streams, start, stop = start, text }: NewMarks & { readonly stop?: number | undefined },
  ): Promise<Result<Mark[], Failure>> {
    const { cameras, index, now } = this.#parts;
    const no =
      mayOnStreams(cameras, who, streams, "playback") ??
      (stop < start ? invalid("field/not-before", { field: "stop", other: "start" }) : null);
    if (no) return no;
    const rows = () => this.#bookmarkRows();
    const made = await this.#add(who, streams, rows, (streamId) =>
      index.addBookmark({ streamId, timeMs: start, stopMs: stop, text, ...madeBy(who, now()) }),
    );
    if (made.ok) this.#changed("bookmarks", made.value);
    return made.ok ? ok(await this.#made(who, made.value, rows)) : made;
  }

  /** Needs the right to export. Failures: as of a bookmark. */
  async addLocks(
    who: Identity,
    { streams, start, stop, text }: NewMarks & { readonly stop: number },
  ): Promise<Result<Mark[], Failure>> {
    const { cameras, index, now } = this.#parts;
    const no =
      mayOnStreams(cameras, who, streams, "export") ??
      (stop <= start ? invalid("field/after", { field: "stop", other: "start" }) : null) ??
      (stop - start > LOCK_LONGEST_MS ? invalid("mark/lock-too-long", { count: LOCK_LONGEST_DAYS }) : null);
    if (no) return no;
    const rows = () => this.#lockRows();
    const made = await this.#add(who, streams, rows, (streamId) =>
      index.addLock({ streamId, fromMs: start, toMs: stop, note: text, ...madeBy(who, now()) }),
    );
    if (made.ok) this.#changed("locks", made.value);
    return made.ok ? ok(await this.#made(who, made.value, rows)) : made;
  }

  /** Returns the mark that is gone. Failures: mark/unknown, access/denied. */
  async removeBookmark(who: Identity, id: string): Promise<Result<MarkRow, Failure>> {
    const { index, now } = this.#parts;
    const row = this.#found(who, id, await this.#bookmarkRows());
    if (!row) return refuse("mark/unknown");
    if (!this.#mayRemoveBookmark(who, row)) return refuse("access/denied");
    await index.removeBookmark(row.id, changedAt(now(), row.changedMs));
    this.#changed("bookmarks", [row.id]);
    return ok(row);
  }

  /** Renames a mark: allowed to everybody who may remove it. Failures: mark/unknown, access/denied. */
  async renameBookmark(who: Identity, id: string, text: string): Promise<Result<MarkRow, Failure>> {
    const { index, now } = this.#parts;
    const row = this.#found(who, id, await this.#bookmarkRows());
    if (!row) return refuse("mark/unknown");
    if (!this.#mayRemoveBookmark(who, row)) return refuse("access/denied");
    if (!(await index.renameBookmark(row.id, text, changedAt(now(), row.changedMs)))) return refuse("mark/unknown");
    this.#changed("bookmarks", [row.id]);
    return ok({ ...row, text });
  }

  /** Returns the mark that is gone. Failures: mark/unknown, access/denied. */
  async removeLock(who: Identity, id: string): Promise<Result<MarkRow, Failure>> {
    const { index, now } = this.#parts;
    const row = this.#found(who, id, await this.#lockRows());
    if (!row) return refuse("mark/unknown");
    if (!this.#mayOnRow(who, row, "export")) return refuse("access/denied");
    await index.removeLock(row.id, changedAt(now(), row.changedMs));
    this.#changed("locks", [row.id]);
    return ok(row);
  }

  async #bookmarkRows(): Promise<readonly MarkRow[]> {
    const rows = await this.#parts.index.bookmarks(0, FOREVER_MS);
    return rows.map((row) => ({ ...row, startMs: row.timeMs }));
  }

  async #lockRows(): Promise<readonly MarkRow[]> {
    const rows = await this.#parts.index.locks();
    return rows.map((row) => ({ ...row, startMs: row.fromMs, stopMs: row.toMs, text: row.note }));
  }

  /** Adds one mark for each stream, or none at all. Returns their ids. */
  #add(
    who: Identity,
    streams: readonly string[],
    rows: () => Promise<readonly MarkRow[]>,
    addTo: (streamId: string) => Promise<number>,
  ): Promise<Result<readonly number[], Failure>> {
    return this.#mutex.run(async () => {
      const own = (await rows()).filter((row) => row.createdBy === who.userId).length;
      if (own + streams.length > MOST_OF_ONE_USER) return refuse("mark/too-many");
      const ids: number[] = [];
      for (const streamId of streams) ids.push(await addTo(streamId));
      return ok(ids);
    });
  }

  async #made(who: Identity, ids: readonly number[], rows: () => Promise<readonly MarkRow[]>): Promise<Mark[]> {
    return this.#seen(
      who,
      (await rows()).filter(({ id }) => ids.includes(id)),
      {},
      () => true,
    );
  }

  #found(who: Identity, id: string, rows: readonly MarkRow[]): MarkRow | undefined {
    const row = rows.find((one) => String(one.id) === id);
    return row && this.#mayOnRow(who, row, "playback") ? row : undefined;
  }

  /** A mark of all streams, or of a stream that is gone, needs the permission on every camera. */
  #mayOnRow(who: Identity, { streamId }: MarkRow, permission: Permission): boolean {
    const cameraId = streamId === null ? undefined : this.#parts.cameras.stream(streamId)?.camera_id;
    return cameraId === undefined ? can(who, permission) : canOnCamera(who, cameraId, permission);
  }

  /** A bookmark may be removed by its maker and by everybody who may export. */
  #mayRemoveBookmark(who: Identity, row: MarkRow): boolean {
    return (row.createdBy !== "" && row.createdBy === who.userId) || this.#mayOnRow(who, row, "export");
  }

  async #seen(
    who: Identity,
    rows: readonly MarkRow[],
    query: MarkQuery,
    removable: (row: MarkRow) => boolean,
  ): Promise<Mark[]> {
    const names = new Map((await this.#parts.users.list()).map(({ id, username }) => [id, username]));
    const { startMs, stopMs } = askedRange(query, FOREVER_MS);
    return rows
      .filter((row) => row.startMs < stopMs && row.stopMs >= startMs)
      .filter((row) => row.streamId === null || !query.streamId?.length || query.streamId.includes(row.streamId))
      .filter((row) => this.#mayOnRow(who, row, "playback"))
      .map((row) => ({
        id: String(row.id),
        streamId: row.streamId,
        start: row.startMs,
        stop: row.stopMs,
        text: row.text,
        createdBy: names.get(row.createdBy) ?? row.author,
        created: row.createdMs,
        removable: removable(row),
      }));
  }

  /** Everybody who may play back is told to read the marks again. */
  #changed(kind: "bookmarks" | "locks", ids: readonly number[]): void {
    const isTold = (who: Identity) => can(who, "playback") || who.scope.cameraScopes.length > 0;
    const { hub } = this.#parts;
    hub.relay({ type: "marks-modified", resource: kind, id: ids.join(","), ...hub.origin }, isTold);
  }
}
