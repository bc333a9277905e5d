/** Downloads of recorded video. */
import { refuse } from "#domain/failures/failure.ts";
import { basename } from "node:path";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { type exportFormat, exportQuery } from "#protocol/rest/recordings/archive.ts";
import { pathId } from "#protocol/rest/list.ts";
import type { Uses } from "#recorder/http/services.ts";
import { exportStreamOf } from "#recorder/site/exports/export-order.ts";
import { stillHides } from "#recorder/site/exports/export-rights.ts";
import { mayOnStream } from "#recorder/cameras/camera-access.ts";
import { disposition } from "#recorder/http/files/disposition.ts";
import { openedFile } from "#recorder/http/files/opened-file.ts";
import { checkedRange } from "#recorder/site/exports/export-range.ts";
import { watermarkOf } from "#recorder/site/watermark.ts";
import { route } from "#recorder/http/route.ts";

const params = z.strictObject({ id: pathId });
const TYPES = { mkv: "video/x-matroska", mov: "video/quicktime", dewarp: "text/html; charset=utf-8" } as const;

type Format = z.infer<typeof exportFormat>;
const isMade = (format: Format): format is keyof typeof TYPES => format in TYPES;
const notMade = (format: Format) => refuse("export/unsupported", { name: format });

export function exportRoutes(
  app: FastifyInstance,
  services: Uses<"exports" | "index" | "journal" | "media" | "now" | "settings" | "volumes">,
): void {
  const { cameras, exports, journal } = services;
  const access = { on: "stream", permission: "export" } as const;

  route(
    app,
    services,
    {
      method: "HEAD",
      url: "/service/streams/:id/export",
      access: { on: "stream", permission: "export-views" },
      summary: "can this range be exported: 404 no archives in region",
      params,
      query: exportQuery,
      answer: null,
      sid: true,
    },
    async ({ params: ids, query, reply, response }) => {
      const { format = "mkv", start, stop } = query;
      if (!isMade(format)) return reply(notMade(format));
      const range = await checkedRange(services, { streamIds: [ids.id], start, stop, format, zip: false });
      return range.ok ? response.code(200).send() : reply(range);
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/streams/:id/export",
      access,
      summary: "download a range as mkv, mov or dewarp page",
      params,
      query: exportQuery,
      answer: null,
      sid: true,
    },
    async ({ params: ids, query, who, request, reply, response }) => {
      const { format = "mkv", start } = query;
      if (!isMade(format)) return reply(notMade(format));
      const isUnmasked = query.masks === "off";
      const hidden = isUnmasked ? mayOnStream(cameras, who, ids.id, "unmask") : null;
      if (hidden) return reply(hidden);
      const unmasked = isUnmasked ? ({ isUnmasked } as const) : {};
      const asked = { streamIds: [ids.id], start, stop: query.stop, format, zip: false };
      const range = await checkedRange(services, asked);
      if (!range.ok) return reply(range);
      const { stop } = range.value;
      const gone = new AbortController();
      response.raw.once("close", () => gone.abort());
      const streams = [exportStreamOf(cameras, ids.id, { ...unmasked, ...(await watermarkOf(services, who)) })];
      const ask = { streams, startMs: start, stopMs: stop, format, zip: false, ...unmasked };
      const answer = await exports.makeNow(who.userId, ask, gone.signal);
      await journal.audit(who, isUnmasked ? "export-unmasked" : "export", ids.id, request.ip, {
        start,
        stop,
        ok: answer.ok,
      });
      if (!answer.ok) return reply(answer);
      const still = stillHides(cameras, who, ask);
      if (!still.ok) {
        answer.value.remove();
        return reply(still);
      }
      const { file, bytes, remove, name, notReachable } = answer.value;
      // A file that is only downloaded has no other place that says so to a program.
      if (notReachable.length > 0)
        response.header(
          "x-not-reachable",
          notReachable.map(({ startMs, stopMs }) => `${startMs}-${stopMs}`).join(", "),
        );
      response.raw.once("close", remove);
      const opened = await openedFile(file);
      if (!opened) return reply(refuse("export/unknown"));
      response.header("content-disposition", disposition(name ?? basename(file)));
      response.header("content-length", bytes);
      return response.type(TYPES[format]).send(opened);
    },
  );
}
