/** Bookmarks, and evidence locks: ranges that no cleaning touches. */
import type { FastifyInstance } from "fastify";
import {
  bookmarkCreate,
  bookmarkList,
  LOCK_LONGEST_DAYS,
  LOCK_LONGEST_MS,
  lockCreate,
  lockList,
  type Mark,
  markParams,
  marksQuery,
} from "#protocol/rest/recordings/mark.ts";
import { Mutex } from "#base/mutex.ts";
import type { Permission } from "#domain/accounts/access.ts";
import { errors, say as sayEnglish } from "#domain/errors.ts";
import { type Answer, done, refuse } from "#recorder/core/answer.ts";
import { can, canOnCamera, type Identity } from "#recorder/core/identity.ts";
import type { Services } from "#recorder/http/services.ts";
import { mayOnStream, route, say } from "#recorder/http/route.ts";

/** A mark as the index keeps it, of either kind. */
interface Row {
  readonly id: number;
  readonly streamId: string | null;
  readonly startMs: number;
  readonly stopMs: number;
  readonly text: string;
  readonly createdMs: number;
  readonly createdBy: string;
}

const FOREVER_MS = 1e15;
/**
 * Number of bookmarks, and of locks, that one account may have: a user who may only watch must not fill the index for
 * everybody.
 */
const MOST_OF_ONE_USER = 10_000;

export function markRoutes(app: FastifyInstance, services: Services): void {
  const { cameras, index, hub, journal, users } = services;
  /** Changes run one after the other, so that a count still holds when a mark is added. */
  const turns = new Mutex();

  const cameraOfStream = (streamId: string): string | null => cameras.stream(streamId)?.camera_id ?? null;
  /** A mark on all streams, or on a stream that is gone, concerns only users who have the right everywhere. */
  const mayOnRow = (who: Identity, row: Row, permission: Permission): boolean => {
    const cameraId = row.streamId === null ? null : cameraOfStream(row.streamId);
    return cameraId === null ? can(who, permission) : canOnCamera(who, cameraId, permission);
  };
  const denied = (who: Identity, streamIds: readonly string[], permission: Permission) => {
    for (const id of streamIds) {
      const no = mayOnStream(services, who, id, permission);
      if (no) return no;
    }
    return null;
  };
  /** Null when this account may have this many more marks. */
  const tooMany = (who: Identity, rows: readonly Row[], more: number) =>
    rows.filter((row) => row.createdBy === who.userId).length + more > MOST_OF_ONE_USER
      ? refuse("mark/too-many", errors.mark_too_many.text)
      : null;
  const seen = async (
    who: Identity,
    rows: readonly Row[],
    query: { start?: number | undefined; stop?: number | undefined; streamId?: readonly string[] | undefined },
    removable: (row: Row) => boolean,
  ): Promise<Mark[]> => {
    const names = new Map((await users.list()).map(({ id, username }) => [id, username]));
    const stopMs = query.stop === undefined || query.stop === 0 ? FOREVER_MS : query.stop;
    return rows
      .filter((row) => row.startMs < stopMs && row.stopMs >= (query.start ?? 0))
      .filter((row) => row.streamId === null || !query.streamId?.length || query.streamId.includes(row.streamId))
      .filter((row) => mayOnRow(who, row, "playback"))
      .map((row) => ({
        id: String(row.id),
        streamId: row.streamId,
        start: row.startMs,
        stop: row.stopMs,
        text: row.text,
        createdBy: names.get(row.createdBy) ?? "",
        created: row.createdMs,
        removable: removable(row),
      }));
  };
  /** The user who made a bookmark may remove it, and so may users who may export recordings. */
  const mayRemoveBookmark = (who: Identity, row: Row): boolean =>
    (row.createdBy !== "" && row.createdBy === who.userId) || mayOnRow(who, row, "export");

  const bookmarkRows = async (): Promise<readonly Row[]> =>
    (await index.bookmarks(0, FOREVER_MS)).map((row) => ({ ...row, startMs: row.timeMs }));
  const lockRows = async (): Promise<readonly Row[]> =>
    (await index.locks()).map((row) => ({ ...row, startMs: row.fromMs, stopMs: row.toMs, text: row.note }));
  /** Every client that plays back reads the marks again. */
  const changed = (kind: "bookmarks" | "locks", id: string): void =>
    hub.publish("marks-modified", kind, id, (who) => can(who, "playback") || who.scope.cameraScopes.length > 0);
  const remove = async (
    row: Row | undefined,
    may: (row: Row) => boolean,
    take: (id: number) => Promise<boolean>,
  ): Promise<Answer<null>> => {
    if (!row) return refuse("mark/unknown", errors.mark_unknown.text);
    if (!may(row)) return refuse("access/denied", errors.denied.text);
    await take(row.id);
    return done(null);
  };

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/bookmarks",
      access: "session",
      summary: "bookmarks that touch start..stop, in order",
      query: marksQuery,
      answer: bookmarkList,
    },
    async ({ query, who }) => ({
      href: "/service/bookmarks",
      bookmarks: await seen(who, await bookmarkRows(), query, (row) => mayRemoveBookmark(who, row)),
    }),
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/bookmarks",
      access: "session",
      summary: "mark an instant or a range of streams with a text",
      body: bookmarkCreate,
      answer: bookmarkList,
    },
    async ({ body, who, reply }) => {
      const stopMs = body.stop ?? body.start;
      const no =
        denied(who, body.streams, "playback") ??
        (stopMs < body.start ? refuse("request/invalid", "stop: must not be before start") : null);
      if (no) return say(reply, no);
      const ids: number[] = [];
      const full = await turns.run(async () => {
        const refused = tooMany(who, await bookmarkRows(), body.streams.length);
        if (refused) return refused;
        for (const streamId of body.streams) {
          const mark = { streamId, timeMs: body.start, stopMs, text: body.text, createdMs: services.now() };
          ids.push(await index.addBookmark({ ...mark, createdBy: who.userId }));
        }
        return null;
      });
      if (full) return say(reply, full);
      changed("bookmarks", ids.join(","));
      const made = (await bookmarkRows()).filter(({ id }) => ids.includes(id));
      return say(reply, done({ bookmarks: await seen(who, made, {}, () => true) }), (value) => value, 201);
    },
  );

  route(
    app,
    services,
    {
      method: "DELETE",
      url: "/service/bookmarks/:id",
      access: "session",
      summary: "remove a bookmark: one's own, or with the permission to export",
      params: markParams,
      answer: null,
    },
    async ({ params, who, reply }) => {
      const row = (await bookmarkRows()).find(({ id }) => String(id) === params.id);
      const visible = row && mayOnRow(who, row, "playback") ? row : undefined;
      const answer = await remove(
        visible,
        (each) => mayRemoveBookmark(who, each),
        (id) => index.removeBookmark(id),
      );
      if (answer.ok) changed("bookmarks", params.id);
      return say(reply, answer);
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/locks",
      access: "session",
      summary: "evidence locks that touch start..stop, in order",
      query: marksQuery,
      answer: lockList,
    },
    async ({ query, who }) => ({
      href: "/service/locks",
      locks: await seen(who, await lockRows(), query, (row) => mayOnRow(who, row, "export")),
    }),
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/locks",
      access: "session",
      summary: "keep what was recorded in a range until the lock is removed",
      body: lockCreate,
      answer: lockList,
    },
    async ({ body, who, request, reply }) => {
      const { start, stop } = body;
      const no =
        denied(who, body.streams, "export") ??
        (stop <= start ? refuse("request/invalid", "stop: must be after start") : null) ??
        (stop - start > LOCK_LONGEST_MS
          ? refuse("request/invalid", sayEnglish("lock_too_long", { count: LOCK_LONGEST_DAYS }))
          : null);
      if (no) return say(reply, no);
      const ids: number[] = [];
      const full = await turns.run(async () => {
        const refused = tooMany(who, await lockRows(), body.streams.length);
        if (refused) return refused;
        for (const streamId of body.streams) {
          const lock = { streamId, fromMs: start, toMs: stop, note: body.text, createdMs: services.now() };
          ids.push(await index.addLock({ ...lock, createdBy: who.userId }));
        }
        return null;
      });
      if (full) return say(reply, full);
      await journal.audit(who, "lock", body.streams.join(",").slice(0, 2000), request.ip, { start, stop });
      changed("locks", ids.join(","));
      const made = (await lockRows()).filter(({ id }) => ids.includes(id));
      return say(reply, done({ locks: await seen(who, made, {}, () => true) }), (value) => value, 201);
    },
  );

  route(
    app,
    services,
    {
      method: "DELETE",
      url: "/service/locks/:id",
      access: "session",
      summary: "remove an evidence lock; what it kept may then be cleaned",
      params: markParams,
      answer: null,
    },
    async ({ params, who, request, reply }) => {
      const row = (await lockRows()).find(({ id }) => String(id) === params.id);
      const visible = row && mayOnRow(who, row, "playback") ? row : undefined;
      const answer = await remove(
        visible,
        (each) => mayOnRow(who, each, "export"),
        (id) => index.removeLock(id),
      );
      if (answer.ok) {
        await journal.audit(who, "unlock", row?.streamId ?? "", request.ip, { start: row?.startMs, stop: row?.stopMs });
        changed("locks", params.id);
      }
      return say(reply, answer);
    },
  );
}
