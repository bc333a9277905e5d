/** Streams of a camera: the administrator's side. */
import { refuse } from "#domain/failures/failure.ts";
import type { FastifyInstance } from "fastify";
import { stream, streamList } from "#protocol/rest/cameras/stream.ts";
import { streamPatch, streamRemoved, streamWrite } from "#protocol/rest/cameras/stream-write.ts";
import { showStream } from "#recorder/cameras/camera-shapes.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { Uses } from "#recorder/http/services.ts";
import type { CameraRow, StreamRow } from "#recorder/store/tables/camera-rows.ts";
import { invalid } from "#recorder/core/invalid.ts";
import { cameraOf, route } from "#recorder/http/route.ts";
import { cameraParams, ownStream, streamParams } from "./own-stream.ts";

export function cameraStreamRoutes(
  app: FastifyInstance,
  services: Uses<"journal" | "media" | "now" | "streamEditor">,
): void {
  const { cameras, streamEditor, media, journal } = services;
  const showOne = (row: StreamRow, owner: CameraRow, who: Identity) =>
    showStream(row, owner, media.status(row.id), services.now(), who);

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/cameras/:id/streams",
      access: { on: "camera", permission: "see" },
      summary: "streams of a camera",
      params: cameraParams,
      answer: streamList,
    },
    ({ params: ids, who }) => {
      const owner = cameraOf(services, ids);
      return {
        href: `/service/cameras/${owner.id}/streams`,
        streams: cameras.streamsOf(owner.id).map((row) => showOne(row, owner, who)),
      };
    },
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/cameras/:id/streams",
      access: "config",
      summary: "add a stream",
      params: cameraParams,
      body: streamWrite,
      answer: stream,
    },
    async ({ params: { id }, body, who, request, reply }) => {
      const owner = cameras.get(id);
      if (!owner) return reply(refuse("camera/unknown"));
      const answer = await streamEditor.add(owner, body);
      if (answer.ok) await journal.audit(who, "stream-added", answer.value.id, request.ip);
      return reply(answer, (row) => showOne(row, owner, who), 201);
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/cameras/:id/streams/:streamId",
      access: { on: "camera", permission: "see" },
      summary: "one stream",
      params: streamParams,
      answer: stream,
    },
    ({ params: ids, who, reply }) =>
      reply(ownStream(services, ids), (row) => showOne(row, cameraOf(services, ids), who)),
  );

  for (const method of ["PUT", "PATCH"] as const) {
    route(
      app,
      services,
      {
        method,
        url: "/service/cameras/:id/streams/:streamId",
        access: "config",
        summary: "change a stream: name, activity, recording style, dewarp settings, configuration",
        params: streamParams,
        body: streamPatch,
        answer: stream,
      },
      async ({ params: ids, body, who, request, reply }) => {
        if (body.id !== undefined && body.id !== ids.streamId)
          return reply(invalid("field/not-of-path", { field: "id" }));
        const owner = cameras.get(ids.id);
        const found = ownStream(services, ids);
        if (!owner || !found.ok) return reply(found.ok ? refuse("camera/unknown") : found);
        const answer = await streamEditor.change(owner, found.value, body);
        if (answer.ok) {
          await journal.audit(who, "stream-modified", ids.streamId, request.ip, { changed: Object.keys(body) });
        }
        return reply(answer, (row) => showOne(row, owner, who));
      },
    );
  }

  route(
    app,
    services,
    {
      method: "DELETE",
      url: "/service/cameras/:id/streams/:streamId",
      access: "config",
      summary: "remove a stream that is not fixed",
      params: streamParams,
      answer: streamRemoved,
    },
    async ({ params: ids, who, request, reply }) => {
      const found = ownStream(services, ids);
      if (!found.ok) return reply(found);
      const answer = await streamEditor.remove(found.value);
      if (answer.ok) await journal.audit(who, "stream-removed", ids.streamId, request.ip);
      return reply(answer, (next) => (next === null ? {} : { primaryStream: { id: next } }));
    },
  );

  route(
    app,
    services,
    {
      method: "PATCH",
      url: "/service/cameras/:id/streams/:streamId/restart",
      access: { on: "camera", permission: "stats" },
      summary: "connect anew",
      params: streamParams,
      answer: null,
    },
    async ({ params: ids, who, request, reply }) => {
      const found = ownStream(services, ids);
      if (!found.ok) return reply(found);
      const answer = await media.call("stream.restart", { streamId: ids.streamId });
      await journal.audit(who, "stream-restarted", ids.streamId, request.ip);
      return reply(answer);
    },
  );
}
