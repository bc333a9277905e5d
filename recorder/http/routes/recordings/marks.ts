/** Bookmarks, and evidence locks: ranges that no cleaning touches. */
import type { FastifyInstance } from "fastify";
import {
  bookmarkCreate,
  bookmarkList,
  bookmarkRename,
  lockCreate,
  lockList,
  markParams,
  marksQuery,
} from "#protocol/rest/recordings/mark.ts";
import type { Uses } from "#recorder/http/services.ts";
import { route } from "#recorder/http/route.ts";

export function markRoutes(app: FastifyInstance, services: Uses<"marks" | "journal">): void {
  const { marks, journal } = services;

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
    async ({ query, who }) => ({ href: "/service/bookmarks", bookmarks: await marks.bookmarks(who, query) }),
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
    async ({ body, who, request, reply }) => {
      const answer = await marks.addBookmarks(who, body);
      const { streams, start, stop = start } = body;
      const target = streams.join(",").slice(0, 2000);
      if (answer.ok) await journal.audit(who, "bookmark-added", target, request.ip, { start, stop });
      return reply(answer, (bookmarks) => ({ bookmarks }), 201);
    },
  );

  route(
    app,
    services,
    {
      method: "PATCH",
      url: "/service/bookmarks/:id",
      access: "session",
      summary: "another text for a bookmark: one's own, or with the permission to export",
      params: markParams,
      body: bookmarkRename,
      answer: null,
    },
    async ({ params: { id }, body, who, request, reply }) => {
      const answer = await marks.renameBookmark(who, id, body.text);
      if (answer.ok) {
        const { streamId, startMs: start, stopMs: stop } = answer.value;
        await journal.audit(who, "bookmark-changed", streamId ?? "", request.ip, { start, stop });
      }
      return reply(answer, () => null);
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
    async ({ params: { id }, who, request, reply }) => {
      const answer = await marks.removeBookmark(who, id);
      if (answer.ok) await journal.audit(who, "bookmark-removed", id, request.ip);
      return reply(answer, () => null);
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
    async ({ query, who }) => ({ href: "/service/locks", locks: await marks.locks(who, query) }),
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
      const answer = await marks.addLocks(who, body);
      const { streams, start, stop } = body;
      if (answer.ok) await journal.audit(who, "lock", streams.join(",").slice(0, 2000), request.ip, { start, stop });
      return reply(answer, (locks) => ({ locks }), 201);
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
    async ({ params: { id }, who, request, reply }) => {
      const answer = await marks.removeLock(who, id);
      if (answer.ok) {
        const { streamId, startMs: start, stopMs: stop } = answer.value;
        await journal.audit(who, "unlock", streamId ?? "", request.ip, { start, stop });
      }
      return reply(answer, () => null);
    },
  );
}
