/** Moving cameras and their presets. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { pathId } from "#protocol/rest/list.ts";
import { ptzMove, ptzPosition, ptzPreset, ptzPresetList, ptzPresetWrite } from "#protocol/rest/cameras/ptz.ts";
import type { Uses } from "#recorder/http/services.ts";
import { cameraOf, route } from "#recorder/http/route.ts";

const params = z.strictObject({ id: pathId });
const presetParams = z.strictObject({ id: pathId, token: z.string().check(z.regex(/^[\w.:-]{1,64}$/)) });

export function ptzRoutes(app: FastifyInstance, services: Uses<"journal" | "ptz" | "ptzControl">): void {
  const { ptz, ptzControl, journal } = services;
  const access = { on: "camera", permission: "ptz" } as const;

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/cameras/:id/position",
      access,
      summary: "where it looks",
      params,
      answer: ptzPosition,
    },
    async ({ params: ids, reply }) => reply(await ptz.position(cameraOf(services, ids))),
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/cameras/:id/position",
      access,
      summary: "move: to a preset, with a speed until stop, to a point of the picture, to a position",
      params,
      body: ptzMove,
      answer: null,
    },
    async ({ params: ids, body, who, request, reply }) => {
      const answer = await ptzControl.move(cameraOf(services, ids), body, who);
      if (answer.ok && body.type !== "stop" && !answer.value.renewed)
        await journal.audit(who, "move-ptz", ids.id, request.ip, { type: body.type });
      return reply(answer, () => null);
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/cameras/:id/position/presets",
      access: { on: "camera", permission: "see" },
      summary: "saved positions",
      params,
      answer: ptzPresetList,
    },
    async ({ params: ids, reply }) =>
      reply(await ptz.presets(cameraOf(services, ids)), (presets) => ({
        href: `/service/cameras/${ids.id}/position/presets`,
        presets,
      })),
  );

  // Document 2, section 6: managing presets is the administrator's right; an option gives it to all who may move the
  // camera.
  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/cameras/:id/position/presets",
      access: { on: "camera", permission: "presets" },
      summary: "save where it looks now",
      params,
      body: ptzPresetWrite,
      answer: ptzPreset,
    },
    async ({ params: ids, body, who, request, reply }) => {
      const answer = await ptz.savePreset(cameraOf(services, ids), body.name);
      if (answer.ok) await journal.audit(who, "ptz-preset-added", ids.id, request.ip);
      return reply(answer, (preset) => preset, 201);
    },
  );

  route(
    app,
    services,
    {
      method: "DELETE",
      url: "/service/cameras/:id/position/presets/:token",
      access: { on: "camera", permission: "presets" },
      summary: "forget a saved position",
      params: presetParams,
      answer: null,
    },
    async ({ params: ids, who, request, reply }) => {
      const answer = await ptz.removePreset(cameraOf(services, ids), ids.token);
      if (answer.ok) await journal.audit(who, "ptz-preset-removed", ids.id, request.ip);
      return reply(answer);
    },
  );
}
