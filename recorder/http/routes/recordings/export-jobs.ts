/** Exports that the client watches: progress, cancel, and several cameras as one signed zip. */
import { writeFailure } from "#protocol/rest/error.ts";
import { englishText } from "#domain/failures/english.ts";
import { refuse } from "#domain/failures/failure.ts";
import type { FastifyInstance } from "fastify";
import {
  type ExportJobFacts,
  exportFileQuery,
  exportJob,
  exportJobList,
  exportJobParams,
  exportJobRequest,
} from "#protocol/rest/recordings/export-job.ts";
import type { UnreachedSpan } from "#recorder/ipc/export-contract.ts";
import type { ExportJob } from "#recorder/site/exports/export-jobs.ts";
import type { Uses } from "#recorder/http/services.ts";
import { orderedExport } from "#recorder/site/exports/export-order.ts";
import { mayHave, stillHides } from "#recorder/site/exports/export-rights.ts";
import { disposition } from "#recorder/http/files/disposition.ts";
import { openedFile } from "#recorder/http/files/opened-file.ts";
import { mayExportSome } from "#recorder/cameras/camera-access.ts";
import { route } from "#recorder/http/route.ts";

const TYPES: Readonly<Record<string, string>> = {
  mkv: "video/x-matroska",
  mov: "video/quicktime",
  html: "text/html; charset=utf-8",
  zip: "application/zip",
};
const noJob = refuse("export/unknown");

export function exportJobRoutes(
  app: FastifyInstance,
  services: Uses<"exports" | "index" | "journal" | "media" | "now" | "settings" | "volumes">,
): void {
  const { cameras, exports, journal } = services;

  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/exports",
      access: "session",
      summary: "start an export; several streams (or zip: true) make one zip with a signed manifest",
      body: exportJobRequest,
      answer: exportJob,
    },
    async ({ body, who, request, reply }) => {
      const { masks, ...order } = body;
      const isUnmasked = masks === "off";
      const ordered = await orderedExport(services, who, { ...order, ...(isUnmasked ? { isUnmasked } : {}) });
      if (!ordered.ok) return reply(ordered);
      const { ask, name } = ordered.value;
      const { streams, startMs: start, stopMs: stop, format, zip } = ask;
      const target = idsOf(streams).join(",").slice(0, 2000);
      const note = (ok: boolean) =>
        void journal.audit(who, isUnmasked ? "export-unmasked" : "export", target, request.ip, {
          start,
          stop,
          format,
          zip,
          ok,
        });
      return reply(exports.jobs.start(who.userId, ask, name, note), shown, 201);
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/exports",
      access: "session",
      summary: "this user's exports, and the fingerprint of the key that signs them",
      answer: exportJobList,
    },
    ({ who }) => {
      // The dialog calls this when it opens.
      if (cameras.all().some(({ id }) => mayExportSome(who, id) === null)) exports.warm();
      return { exports: exports.jobs.of(who.userId).map(shown), fingerprint: exports.fingerprint };
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/exports/:id",
      access: "session",
      summary: "how far an export is",
      params: exportJobParams,
      query: exportFileQuery,
      answer: exportJob,
    },
    ({ params, who, reply }) => {
      const job = exports.jobs.get(who.userId, params.id);
      return job ? shown(job) : reply(noJob);
    },
  );

  route(
    app,
    services,
    {
      method: "DELETE",
      url: "/service/exports/:id",
      access: "session",
      summary: "cancel an export or remove its file",
      params: exportJobParams,
      answer: null,
    },
    ({ params, who, reply, response }) =>
      exports.jobs.remove(who.userId, params.id) ? response.code(204).send() : reply(noJob),
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/exports/:id/file",
      access: "session",
      summary: "the finished file, by a ticket",
      params: exportJobParams,
      query: exportFileQuery,
      answer: null,
    },
    async ({ params, who, request, reply, response }) => {
      const job = exports.jobs.get(who.userId, params.id);
      if (!job?.made) return reply(noJob);
      const no = mayHave(cameras, who, job.ask.streams);
      if (no) return reply(no);
      const still = stillHides(cameras, who, job.ask);
      if (!still.ok) return reply(still);
      const file = await openedFile(job.made.file);
      if (!file) return reply(noJob);
      const { startMs: start, stopMs: stop } = job.ask;
      const target = idsOf(job.ask.streams).join(",").slice(0, 2000);
      await journal.audit(who, "export-downloaded", target, request.ip, { start, stop, name: job.name });
      response.header("content-disposition", disposition(job.name));
      response.header("content-length", job.made.bytes);
      return response
        .type(TYPES[job.name.slice(job.name.lastIndexOf(".") + 1)] ?? "application/octet-stream")
        .send(file);
    },
  );
}

/** Several views of a stream are of one. */
const idsOf = (streams: ExportJob["ask"]["streams"]): readonly string[] => [
  ...new Set(streams.map(({ streamId }) => streamId)),
];

const unreached = (spans: readonly UnreachedSpan[]): ExportJobFacts["notReachable"] =>
  spans.map(({ streamId, startMs, stopMs }) => ({ stream: streamId, start: startMs, stop: stopMs }));

const shown = (job: ExportJob): ExportJobFacts => ({
  id: job.id,
  state: job.state,
  share: job.share,
  name: job.name,
  ...(job.made ? { href: `/service/exports/${job.id}/file`, bytes: job.made.bytes } : {}),
  ...(job.made && job.made.withoutVideo.length > 0 ? { withoutVideo: job.made.withoutVideo } : {}),
  ...(job.made && job.made.notReachable.length > 0 ? { notReachable: unreached(job.made.notReachable) } : {}),
  ...(job.failure ? writeFailure(job.failure, englishText) : {}),
});
