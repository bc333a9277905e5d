/** Privacy masks of a camera, and of single streams of it. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { privacyMasks, privacyMasksWrite } from "#protocol/rest/cameras/privacy-mask.ts";
import { pathId } from "#protocol/rest/list.ts";
import { privacyMasksOf, setCameraMasks, setStreamMasks } from "#recorder/site/privacy-masks.ts";
import { cameraOf, route } from "#recorder/http/route.ts";
import type { Uses } from "#recorder/http/services.ts";
import { ownStream, streamParams } from "./own-stream.ts";

const CAMERA = "/service/cameras/:id/privacy-masks";
const STREAM = "/service/cameras/:id/streams/:streamId/privacy-masks";
const params = z.strictObject({ id: pathId });

export function privacyMaskRoutes(app: FastifyInstance, services: Uses<"journal">): void {
  const { cameras, journal } = services;
  const access = { on: "camera", permission: "masks" } as const;

  route(
    app,
    services,
    {
      method: "GET",
      url: CAMERA,
      access,
      summary: "what is hidden of a camera's picture, and of single streams",
      params,
      answer: privacyMasks,
    },
    ({ params: ids }) => privacyMasksOf(cameras, cameraOf(services, ids)),
  );

  route(
    app,
    services,
    {
      method: "PUT",
      url: CAMERA,
      access,
      summary: "hide these parts of all streams that have no masks of their own, live and in all recordings",
      params,
      body: privacyMasksWrite,
      answer: null,
    },
    async ({ params: { id }, body: { masks }, who, request, reply }) => {
      const set = await setCameraMasks(cameras, id, masks);
      if (set.ok) await journal.audit(who, "privacy-masks-set", id, request.ip, { count: masks.length });
      return reply(set);
    },
  );

  route(
    app,
    services,
    {
      method: "PUT",
      url: STREAM,
      access,
      summary: "hide these parts of one stream, in place of its camera's masks",
      params: streamParams,
      body: privacyMasksWrite,
      answer: null,
    },
    async ({ params: ids, body: { masks }, who, request, reply }) => {
      const found = ownStream(services, ids);
      const set = found.ok ? await setStreamMasks(cameras, ids.streamId, masks) : found;
      if (set.ok) await journal.audit(who, "privacy-masks-set", ids.streamId, request.ip, { count: masks.length });
      return reply(set);
    },
  );

  route(
    app,
    services,
    {
      method: "DELETE",
      url: STREAM,
      access,
      summary: "hide of this stream what is hidden of its camera",
      params: streamParams,
      answer: null,
    },
    async ({ params: ids, who, request, reply }) => {
      const found = ownStream(services, ids);
      const set = found.ok ? await setStreamMasks(cameras, ids.streamId, null) : found;
      if (set.ok) await journal.audit(who, "privacy-masks-removed", ids.streamId, request.ip);
      return reply(set);
    },
  );
}
