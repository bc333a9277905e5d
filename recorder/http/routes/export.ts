/** Downloads of recorded video. */
import { createReadStream } from "node:fs";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { EXPORT_MIN_MS } from "#domain/limits.ts";
import { exportQuery } from "#protocol/rest/archive.ts";
import { pathId } from "#protocol/rest/list.ts";
import { refuse } from "#recorder/main/answer.ts";
import type { Services } from "#recorder/main/services.ts";
import { route, say, streamOf } from "../route.ts";

const params = z.strictObject({ id: pathId });
const HOUR_MS = 3_600_000;

export function exportRoutes(app: FastifyInstance, services: Services): void {
  const { index, journal } = services;
  const access = { on: "stream", permission: "export" } as const;

  /** Null when the range may be exported; document 2, section 8 otherwise. */
  const wrong = async (streamId: string, start: number, stop: number) => {
    if (stop - start < EXPORT_MIN_MS) {
      return refuse(
        "export/too-short",
        "Invalid time selection. Start time must be at least 10 seconds less than end time.",
      );
    }
    const { maxExportHours } = await services.settings.get();
    if (maxExportHours !== null && stop - start > maxExportHours * HOUR_MS) {
      return refuse("export/too-long", `At most ${maxExportHours} hours can be exported at once.`);
    }
    const runs = await index.archives(streamId, start, stop);
    return runs.length === 0 ? refuse("archive/none", "no archives in region") : null;
  };

  route(
    app,
    services,
    {
      method: "HEAD",
      url: "/service/streams/:id/export",
      access,
      summary: "can this range be exported: 404 no archives in region",
      params,
      query: exportQuery,
      answer: null,
      sid: true,
    },
    async ({ params: ids, query, reply }) => {
      const no = await wrong(ids.id, query.start, query.stop);
      return no ? say(reply, no) : reply.code(200).send();
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/streams/:id/export",
      access,
      summary: "download a range as mkv or mov",
      params,
      query: exportQuery,
      answer: null,
      sid: true,
    },
    async ({ params: ids, query, who, request, reply }) => {
      const { camera } = streamOf(services, ids);
      const format = query.format ?? "mkv";
      if (format !== "mkv" && format !== "mov") {
        return say(reply, refuse("export/unsupported", `The format ${format} is not made by this server.`));
      }
      const no = await wrong(ids.id, query.start, query.stop);
      if (no) return say(reply, no);
      const gone = new AbortController();
      reply.raw.once("close", () => gone.abort());
      const answer = await services.exports.make(
        { streamId: ids.id, cameraName: camera.name, startMs: query.start, stopMs: query.stop, format },
        gone.signal,
      );
      await journal.audit(who, "export", ids.id, request.ip, { start: query.start, stop: query.stop, ok: answer.ok });
      if (!answer.ok) return say(reply, answer);
      const { file, bytes, remove } = answer.value;
      reply.raw.once("close", remove);
      reply.header("content-disposition", disposition(camera.name, query.start, format));
      reply.header("content-length", bytes);
      return reply.type(format === "mkv" ? "video/x-matroska" : "video/quicktime").send(createReadStream(file));
    },
  );
}

/** What file systems refuse, and what turns the direction of text. */
const UNFIT = /[\\/:*?"<>|\u202A-\u202E\u2066-\u2069]/;

/** RFC 6266: a plain name for old programs, the real one beside it. */
function disposition(cameraName: string, startMs: number, format: string): string {
  const stamp = new Date(startMs).toISOString().slice(0, 19).replaceAll(":", "-");
  const plain = Array.from(cameraName, (one) => (UNFIT.test(one) || one < " " || one === "\u007F" ? "_" : one)).join(
    "",
  );
  const name = `${plain} ${stamp}.${format}`;
  const ascii = name.replaceAll(/[^ -~]|["\\%]/g, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
