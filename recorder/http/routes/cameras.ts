/** Cameras and their streams: the administrator's side. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import {
  camera,
  cameraAnswer,
  cameraDiskUsage,
  cameraList,
  cameraPatch,
  cameraRegistration,
  cameraVerification,
} from "#protocol/rest/camera.ts";
import { pathId } from "#protocol/rest/list.ts";
import { stream, streamList, streamPatch, streamRemoved, streamWrite } from "#protocol/rest/stream.ts";
import { type Answer, done, refuse } from "#recorder/main/answer.ts";
import { showCamera, showStream } from "#recorder/main/camera-shapes.ts";
import { canSeeCamera, type Identity } from "#recorder/main/identity.ts";
import type { Services } from "#recorder/main/services.ts";
import { diskUsageOfCameras } from "#recorder/main/usage.ts";
import type { CameraRow, StreamRow } from "#recorder/store/tables.ts";
import { cameraOf, route, say } from "../route.ts";

const params = z.strictObject({ id: pathId });
const streamParams = z.strictObject({ id: pathId, streamId: pathId });
const MASK_BYTES = 4 * 1024 * 1024;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MAX_MASK_SIDE_PX = 8192;

export function cameraRoutes(app: FastifyInstance, services: Services): void {
  const { cameras, registry, media, journal } = services;
  const show = (row: CameraRow, who: Identity) =>
    showCamera(
      { row, streams: cameras.streamsOf(row.id), status: (id) => media.status(id), nowMs: services.now() },
      who,
    );
  const showOne = (row: StreamRow, owner: CameraRow, who: Identity) =>
    showStream(row, owner, media.status(row.id), services.now(), who);
  const ownStream = (ids: { id: string; streamId: string }): Answer<StreamRow> => {
    const row = cameras.stream(ids.streamId);
    return row?.camera_id === ids.id ? done(row) : refuse("stream/unknown", "The camera has no such stream.");
  };

  route(
    app,
    services,
    { method: "GET", url: "/service/cameras", access: "session", summary: "cameras by name", answer: cameraList },
    ({ who }) => ({
      href: "/service/cameras",
      cameras: cameras.all().flatMap((row) => (canSeeCamera(who, row.id) ? [show(row, who)] : [])),
    }),
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/cameras",
      access: "config",
      summary: "register a camera; it must answer",
      body: cameraRegistration,
      answer: camera,
    },
    async ({ body, who, request, reply }) => {
      const covered = services.licensing.mayAddCamera();
      if (!covered.ok) return say(reply, covered);
      const answer = await registry.register(body);
      if (answer.ok) await journal.audit(who, "camera-added", answer.value.id, request.ip, { driver: body.driver });
      return say(reply, answer, (row) => show(row, who), 201);
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/cameras/disk-usage",
      access: "stats",
      summary: "what lies on disk, by camera",
      answer: cameraDiskUsage,
    },
    () => diskUsageOfCameras(services.index, cameras),
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/cameras/:id",
      access: { on: "camera", permission: "see" },
      summary: "one camera",
      params,
      answer: camera,
    },
    ({ params: ids, who }) => show(cameraOf(services, ids), who),
  );

  route(
    app,
    services,
    {
      method: "PATCH",
      url: "/service/cameras/:id",
      access: "config",
      summary: "rename, recover the connection, choose the primary stream, set the retention",
      params,
      body: cameraPatch,
      answer: cameraAnswer,
    },
    async ({ params: { id }, body, who, request, reply }) => {
      if (body.id !== undefined && body.id !== id) return say(reply, refuse("request/invalid", "id: not the path's"));
      const { connection, ...rest } = body;
      if (connection) {
        const recovered = await registry.reconnect(id, connection);
        if (!recovered.ok) return say(reply, recovered);
      }
      const answer = await cameras.patch(id, rest);
      if (answer.ok) {
        await journal.audit(who, "camera-modified", id, request.ip, { changed: Object.keys(body) });
      }
      return say(reply, answer, (row) => ({ camera: show(row, who) }));
    },
  );

  route(
    app,
    services,
    {
      method: "DELETE",
      url: "/service/cameras/:id",
      access: "config",
      summary: "remove a camera; its recordings stay until the cleaner takes them",
      params,
      answer: null,
    },
    async ({ params: { id }, who, request, reply }) => {
      const answer = await cameras.remove(id);
      if (answer.ok) {
        services.live.endCamera(id);
        await journal.audit(who, "camera-removed", id, request.ip);
      }
      return say(reply, answer);
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/cameras/:id/verify",
      access: { on: "camera", permission: "stats" },
      summary: "does the camera answer now",
      params,
      answer: cameraVerification,
    },
    async ({ params: { id }, reply }) => say(reply, await registry.verify(id)),
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/cameras/:id/streams",
      access: { on: "camera", permission: "see" },
      summary: "streams of a camera",
      params,
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
      params,
      body: streamWrite,
      answer: stream,
    },
    async ({ params: { id }, body, who, request, reply }) => {
      const owner = cameras.get(id);
      if (!owner) return say(reply, refuse("camera/unknown", "There is no such camera."));
      const answer = await registry.addStream(owner, body);
      if (answer.ok) await journal.audit(who, "stream-added", answer.value.id, request.ip);
      return say(reply, answer, (row) => showOne(row, owner, who), 201);
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
    ({ params: ids, who, reply }) => say(reply, ownStream(ids), (row) => showOne(row, cameraOf(services, ids), who)),
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
        body: method === "PUT" ? streamWrite : streamPatch,
        answer: stream,
      },
      async ({ params: ids, body, who, request, reply }) => {
        const owner = cameras.get(ids.id);
        const found = ownStream(ids);
        if (!owner || !found.ok)
          return say(reply, found.ok ? refuse("camera/unknown", "There is no such camera.") : found);
        const answer = await registry.changeStream(owner, found.value, body);
        if (answer.ok) {
          await journal.audit(who, "stream-modified", ids.streamId, request.ip, { changed: Object.keys(body) });
        }
        return say(reply, answer, (row) => showOne(row, owner, who));
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
      const found = ownStream(ids);
      if (!found.ok) return say(reply, found);
      if (found.value.fixed === 1) return say(reply, refuse("stream/fixed", "This stream cannot be deleted."));
      const next = await cameras.removeStream(ids.streamId);
      await journal.audit(who, "stream-removed", ids.streamId, request.ip);
      return reply.send(next === null ? {} : { primaryStream: { id: next } });
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
      const found = ownStream(ids);
      if (!found.ok) return say(reply, found);
      const answer = await media.call("stream.restart", { streamId: ids.streamId });
      await journal.audit(who, "stream-restarted", ids.streamId, request.ip);
      return say(reply, answer);
    },
  );

  const mask = "/service/cameras/:id/streams/:streamId/motion/mask";
  route(
    app,
    services,
    {
      method: "GET",
      url: mask,
      access: { on: "camera", permission: "see" },
      summary: "the motion mask as PNG, white = watched",
      params: streamParams,
      answer: null,
    },
    ({ params: ids, reply }) => {
      const found = ownStream(ids);
      if (!found.ok) return say(reply, found);
      if (found.value.mask === null) return say(reply, refuse("mask/none", "The stream has no mask."));
      return reply.type("image/png").send(Buffer.from(found.value.mask, "base64"));
    },
  );

  route(
    app,
    services,
    {
      method: "PUT",
      url: mask,
      access: "config",
      summary: "set the motion mask: a PNG as large as the stream's picture",
      params: streamParams,
      body: z.custom<Buffer>((value) => Buffer.isBuffer(value), "a PNG is expected"),
      answer: null,
      consumes: ["image/png"],
      bodyLimit: MASK_BYTES,
    },
    async ({ params: ids, body, who, request, reply }) => {
      const found = ownStream(ids);
      if (!found.ok) return say(reply, found);
      if (!isPng(body)) return say(reply, refuse("mask/bad-image", "The mask is not a PNG."));
      await cameras.updateStream(ids.streamId, { mask: body.toString("base64") });
      await journal.audit(who, "mask-set", ids.streamId, request.ip);
      return reply.code(204).send();
    },
  );

  route(
    app,
    services,
    {
      method: "DELETE",
      url: mask,
      access: "config",
      summary: "watch the whole picture",
      params: streamParams,
      answer: null,
    },
    async ({ params: ids, who, request, reply }) => {
      const found = ownStream(ids);
      if (!found.ok) return say(reply, found);
      await cameras.updateStream(ids.streamId, { mask: null });
      await journal.audit(who, "mask-removed", ids.streamId, request.ip);
      return reply.code(204).send();
    },
  );
}

/** Signature, header chunk and a size that a decoder may be asked to open. */
function isPng(bytes: Buffer): boolean {
  if (bytes.length < 45 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return false;
  if (bytes.toString("latin1", 12, 16) !== "IHDR") return false;
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  return width > 0 && height > 0 && width <= MAX_MASK_SIDE_PX && height <= MAX_MASK_SIDE_PX;
}
