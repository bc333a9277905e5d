/** The tour of a camera's presets, and who holds the camera. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { ok } from "#base/result.ts";
import { pathId } from "#protocol/rest/list.ts";
import {
  cameraTourPatch,
  cameraTours,
  ptzHoldAsk,
  ptzTour,
  ptzTourPatch,
  ptzTourWrite,
} from "#protocol/rest/cameras/ptz-tour.ts";
import { cameraOf, route } from "#recorder/http/route.ts";
import type { Uses } from "#recorder/http/services.ts";

const params = z.strictObject({ id: pathId });
/** The camera gives its tokens: 64 characters by ONVIF. */
const ownParams = z.strictObject({ id: pathId, token: z.string().check(z.minLength(1), z.maxLength(64)) });

export function ptzTourRoutes(app: FastifyInstance, services: Uses<"journal" | "ptzControl">): void {
  const { ptzControl, journal } = services;
  const url = "/service/cameras/:id/tour";
  const holdUrl = "/service/cameras/:id/position/hold";
  const ownUrl = "/service/cameras/:id/position/tours";
  const mayMove = { on: "camera", permission: "ptz" } as const;

  route(
    app,
    services,
    {
      method: "GET",
      url,
      access: { on: "camera", permission: "see" },
      summary: "the tour of its presets, and who holds it",
      params,
      answer: ptzTour,
    },
    async ({ params: ids, who }) => ptzControl.tour(cameraOf(services, ids), who),
  );

  route(
    app,
    services,
    {
      method: "PUT",
      url,
      access: { on: "camera", permission: "presets" },
      summary: "set the tour of its presets",
      params,
      body: ptzTourWrite,
      answer: ptzTour,
    },
    async ({ params: ids, body, who, request }) => {
      const camera = cameraOf(services, ids);
      await ptzControl.setTour(camera, body);
      await journal.audit(who, "ptz-tour-modified", ids.id, request.ip, { stops: body.stops.length });
      return ptzControl.tour(camera, who);
    },
  );

  route(
    app,
    services,
    {
      method: "PATCH",
      url,
      access: mayMove,
      summary: "begin or end the tour",
      params,
      body: ptzTourPatch,
      answer: ptzTour,
    },
    async ({ params: ids, body: { enabled }, who, request }) => {
      const camera = cameraOf(services, ids);
      await ptzControl.enableTour(camera, enabled);
      await journal.audit(who, enabled ? "ptz-tour-begun" : "ptz-tour-ended", ids.id, request.ip);
      return ptzControl.tour(camera, who);
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: ownUrl,
      access: { on: "camera", permission: "see" },
      summary: "the tours that the camera keeps itself",
      params,
      answer: cameraTours,
    },
    async ({ params: ids, reply }) => reply(await ptzControl.ownTours(cameraOf(services, ids)), (tours) => ({ tours })),
  );

  route(
    app,
    services,
    {
      method: "PATCH",
      url: `${ownUrl}/:token`,
      access: mayMove,
      summary: "begin or end one of the camera's own tours",
      params: ownParams,
      body: cameraTourPatch,
      answer: null,
    },
    async ({ params: { id, token }, body: { runs }, who, request, reply }) => {
      const answer = await ptzControl.runOwnTour(cameraOf(services, { id }), token, runs, who);
      if (answer.ok) await journal.audit(who, runs ? "ptz-tour-begun" : "ptz-tour-ended", id, request.ip, { token });
      return reply(answer);
    },
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: holdUrl,
      access: mayMove,
      summary: "hold it without moving it, or take it over from somebody of lower right",
      params,
      body: ptzHoldAsk,
      answer: ptzTour,
    },
    async ({ params: ids, body, who, request, reply }) => {
      const camera = cameraOf(services, ids);
      const answer = await ptzControl.hold(camera, body.takeOver, who);
      if (answer.ok && answer.value.from !== null)
        await journal.audit(who, "ptz-taken-over", ids.id, request.ip, { from: answer.value.from });
      return reply(answer, () => ptzControl.tour(camera, who));
    },
  );

  route(
    app,
    services,
    { method: "DELETE", url: holdUrl, access: mayMove, summary: "let it go", params, answer: null },
    async ({ params: ids, who, reply }) => {
      ptzControl.release(cameraOf(services, ids), who);
      return reply(ok(null));
    },
  );
}
