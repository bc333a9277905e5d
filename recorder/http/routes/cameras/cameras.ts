/** Cameras: the administrator's side. */
import { writeFailure } from "#protocol/rest/error.ts";
import { englishText } from "#domain/failures/english.ts";
import type { FastifyInstance } from "fastify";
import {
  camera,
  cameraAnswer,
  cameraDiskUsage,
  cameraList,
  cameraListQuery,
  cameraPatch,
  cameraRegistration,
  cameraVerification,
} from "#protocol/rest/cameras/camera.ts";
import { lastingText } from "#protocol/rest/cameras/lasting.ts";
import { ListChanges } from "#recorder/core/list-changes.ts";
import { showCamera } from "#recorder/cameras/camera-shapes.ts";
import { diskUsageOfCameras } from "#recorder/site/camera-usage.ts";
import { canSeeCamera, type Identity } from "#recorder/core/identity.ts";
import type { Uses } from "#recorder/http/services.ts";
import type { CameraRow } from "#recorder/store/tables/camera-rows.ts";
import { invalid } from "#recorder/core/invalid.ts";
import { cameraOf, route } from "#recorder/http/route.ts";
import { cameraParams } from "./own-stream.ts";

export function cameraRoutes(
  app: FastifyInstance,
  services: Uses<"index" | "journal" | "licensing" | "live" | "media" | "now" | "registry">,
): void {
  const { cameras, registry, media, journal } = services;
  const changes = new ListChanges();
  const covered = () => services.licensing.mayAddCamera();
  const show = (row: CameraRow, who: Identity) =>
    showCamera(
      {
        row,
        owner: cameras.owners.of(row),
        streams: cameras.streamsOf(row.id),
        status: (id) => media.status(id),
        nowMs: services.now(),
      },
      who,
    );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/cameras",
      access: "session",
      summary: "cameras by name; with since, what changed since that version",
      query: cameraListQuery,
      answer: cameraList,
    },
    ({ who, query: { since } }) => {
      const shown = cameras.all().flatMap((row) => (canSeeCamera(who, row.id) ? [show(row, who)] : []));
      const list = { href: "/service/cameras", cameras: shown };
      if (since === undefined) return list;
      const texts = new Map(shown.map((one) => [String(one.id), lastingText(one)]));
      const { version, changed, isOrderOther } = changes.since(JSON.stringify([who.role, who.scope]), texts, since);
      if (!changed) return { ...list, version };
      const ids = isOrderOther ? { ids: [...texts.keys()] } : {};
      return { ...list, version, since, ...ids, cameras: shown.filter(({ id }) => changed.has(String(id))) };
    },
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
      const answer = await registry.register(body, covered);
      if (answer.ok) await journal.audit(who, "camera-added", answer.value.id, request.ip, { driver: body.driver });
      return reply(answer, (row) => show(row, who), 201);
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
    ({ who }) => diskUsageOfCameras(services.index, cameras, who),
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/cameras/:id",
      access: { on: "camera", permission: "see" },
      summary: "one camera",
      params: cameraParams,
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
      params: cameraParams,
      body: cameraPatch,
      answer: cameraAnswer,
    },
    async ({ params: { id }, body, who, request, reply }) => {
      if (body.id !== undefined && body.id !== id) return reply(invalid("field/not-of-path", { field: "id" }));
      const { connection, ...rest } = body;
      const answer = await (connection ? registry.reconnect(id, connection, covered, rest) : cameras.patch(id, rest));
      if (answer.ok) {
        await journal.audit(who, "camera-modified", id, request.ip, { changed: Object.keys(body) });
      }
      return reply(answer, (row) => ({ camera: show(row, who) }));
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
      params: cameraParams,
      answer: null,
    },
    async ({ params: { id }, who, request, reply }) => {
      const answer = await cameras.remove(id);
      if (answer.ok) {
        services.live.endCamera(id);
        await journal.audit(who, "camera-removed", id, request.ip);
      }
      return reply(answer);
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
      params: cameraParams,
      answer: cameraVerification,
    },
    async ({ params: { id }, reply }) =>
      reply(await registry.verify(id), ({ success, told }) => ({
        success,
        message: englishText(told),
        told: writeFailure(told, englishText),
      })),
  );
}
