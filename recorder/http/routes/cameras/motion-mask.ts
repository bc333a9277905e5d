/** The motion mask of a stream: a picture of what is watched. */
import { isReadableMask } from "#domain/cameras/motion-mask.ts";
import { refuse } from "#domain/failures/failure.ts";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import type { Uses } from "#recorder/http/services.ts";
import { route } from "#recorder/http/route.ts";
import { ownStream, streamParams } from "./own-stream.ts";

const URL = "/service/cameras/:id/streams/:streamId/motion/mask";
const MASK_BYTES = 4 * 1024 * 1024;

export function motionMaskRoutes(app: FastifyInstance, services: Uses<"journal">): void {
  const { cameras, journal } = services;

  route(
    app,
    services,
    {
      method: "GET",
      url: URL,
      access: { on: "camera", permission: "see" },
      summary: "the motion mask as PNG, white = watched",
      params: streamParams,
      answer: null,
    },
    ({ params: ids, reply, response }) => {
      const found = ownStream(services, ids);
      if (!found.ok) return reply(found);
      if (found.value.mask === null) return reply(refuse("mask/none"));
      return response.type("image/png").send(Buffer.from(found.value.mask, "base64"));
    },
  );

  route(
    app,
    services,
    {
      method: "PUT",
      url: URL,
      access: "config",
      summary: "set the motion mask: a PNG as large as the stream's picture",
      params: streamParams,
      body: z.custom<Buffer>((value) => Buffer.isBuffer(value), "a PNG is expected"),
      answer: null,
      consumes: ["image/png"],
      bodyLimit: MASK_BYTES,
    },
    async ({ params: ids, body, who, request, reply, response }) => {
      const found = ownStream(services, ids);
      const no = found.ok ? cameras.notOurs(ids.id) : found;
      if (no) return reply(no);
      if (!isReadableMask(body)) return reply(refuse("mask/bad-image"));
      await cameras.streams.update(ids.streamId, { mask: body.toString("base64") });
      await journal.audit(who, "mask-set", ids.streamId, request.ip);
      return response.code(204).send();
    },
  );

  route(
    app,
    services,
    {
      method: "DELETE",
      url: URL,
      access: "config",
      summary: "watch the whole picture",
      params: streamParams,
      answer: null,
    },
    async ({ params: ids, who, request, reply, response }) => {
      const found = ownStream(services, ids);
      const no = found.ok ? cameras.notOurs(ids.id) : found;
      if (no) return reply(no);
      await cameras.streams.update(ids.streamId, { mask: null });
      await journal.audit(who, "mask-removed", ids.streamId, request.ip);
      return response.code(204).send();
    },
  );
}
