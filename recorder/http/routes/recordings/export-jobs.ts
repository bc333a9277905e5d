/** Exports that the client watches: progress, cancel, and several cameras as one signed zip. */
import { createReadStream } from "node:fs";
import type { FastifyInstance } from "fastify";
import { errors } from "#domain/errors.ts";
import { exportStamp } from "#domain/recordings/export-names.ts";
import {
  type ExportJobFacts,
  exportFileQuery,
  exportJob,
  exportJobList,
  exportJobParams,
  exportJobRequest,
} from "#protocol/rest/recordings/export-job.ts";
import { refuse } from "#recorder/core/answer.ts";
import type { ExportJob } from "#recorder/site/export-jobs.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { Services } from "#recorder/http/services.ts";
import { extensionOf } from "#recorder/site/exports.ts";
import { exportStreamOf } from "#recorder/http/export-stream.ts";
import { disposition } from "#recorder/http/files/disposition.ts";
import { checkedRange } from "#recorder/http/export-range.ts";
import { mayOnCamera, mayOnStream, route, say } from "#recorder/http/route.ts";

const TYPES: Readonly<Record<string, string>> = {
  mkv: "video/x-matroska",
  mov: "video/quicktime",
  html: "text/html; charset=utf-8",
  zip: "application/zip",
};
const noJob = refuse("export/unknown", errors.export_unknown.text);

export function exportJobRoutes(app: FastifyInstance, services: Services): void {
  const { cameras, exports, journal } = services;

  /** Null when every stream is one that this user may export. Rights are checked anew at each step. */
  const denied = (who: Identity, streamIds: readonly string[]) => {
    for (const id of streamIds) {
      const no = mayOnStream(services, who, id, "export");
      if (no) return no;
    }
    return null;
  };

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
      const ids = [...new Set(body.streams)];
      const no = denied(who, ids);
      if (no) return say(reply, no);
      const zip = body.zip === true || ids.length > 1;
      const { start, format, zone = "UTC", title = `${ids.length} cameras` } = body;
      const range = await checkedRange(services, { streamIds: ids, start, stop: body.stop, format, zip });
      if (!range.ok) return say(reply, range);
      const { stop, needBytes } = range.value;
      const streams = ids.map((streamId) => exportStreamOf(services, streamId));
      const of = streams.length === 1 ? (streams[0]?.cameraName ?? "") : title;
      const name = `${of} ${exportStamp(start, zone)}.${zip ? "zip" : extensionOf(format)}`;
      return say(
        reply,
        exports.jobs.start(
          who.userId,
          { streams, startMs: start, stopMs: stop, format, zip, zone, needBytes },
          name,
          (ok) =>
            void journal.audit(who, "export", ids.join(",").slice(0, 2000), request.ip, {
              start,
              stop,
              format,
              zip,
              ok,
            }),
        ),
        shown,
        201,
      );
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
      if (cameras.all().some(({ id }) => mayOnCamera(who, id, "export") === null)) exports.warm();
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
      return job ? shown(job) : say(reply, noJob);
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
    ({ params, who, reply }) =>
      exports.jobs.remove(who.userId, params.id) ? reply.code(204).send() : say(reply, noJob),
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
    ({ params, who, reply }) => {
      const job = exports.jobs.get(who.userId, params.id);
      if (!job?.made) return say(reply, noJob);
      const no = denied(
        who,
        job.ask.streams.map(({ streamId }) => streamId),
      );
      if (no) return say(reply, no);
      reply.header("content-disposition", disposition(job.name));
      reply.header("content-length", job.made.bytes);
      return reply
        .type(TYPES[job.name.slice(job.name.lastIndexOf(".") + 1)] ?? "application/octet-stream")
        .send(createReadStream(job.made.file));
    },
  );
}

const shown = (job: ExportJob): ExportJobFacts => ({
  id: job.id,
  state: job.state,
  share: job.share,
  name: job.name,
  ...(job.made ? { href: `/service/exports/${job.id}/file`, bytes: job.made.bytes } : {}),
  ...(job.made && job.made.withoutVideo.length > 0 ? { withoutVideo: job.made.withoutVideo } : {}),
  ...job.failure,
});
