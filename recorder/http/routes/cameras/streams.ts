/** Streams without regard to their camera: lists, status, snapshots. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { frameQuery } from "#protocol/rest/recordings/archive.ts";
import { pathId } from "#protocol/rest/list.ts";
import { stream, streamList, streamsQuery } from "#protocol/rest/cameras/stream.ts";
import { streamStatus, streamStatusList } from "#protocol/rest/cameras/stream-status.ts";
import { showStatus, showStream } from "#recorder/cameras/camera-shapes.ts";
import { canSeeCamera, type Identity, viewsOnCamera } from "#recorder/core/identity.ts";
import type { Uses } from "#recorder/http/services.ts";
import type { StreamRow } from "#recorder/store/tables/camera-rows.ts";
import { mayOnCamera } from "#recorder/cameras/camera-access.ts";
import { watermarkOf } from "#recorder/site/watermark.ts";
import { route, streamOf } from "#recorder/http/route.ts";

const params = z.strictObject({ id: pathId });
const MAX_PICTURE_SIDE_PX = 7680;
/** one black pixel */
const BLACK_GIF = Buffer.from("R0lGODdhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs=", "base64");

export function streamRoutes(app: FastifyInstance, services: Uses<"journal" | "media" | "now" | "settings">): void {
  const { cameras, journal, media } = services;

  /** `live` present: only streams that should be running; `live=primary`: the primary ones of these. */
  const wanted = (who: Identity, live: boolean | "primary" | undefined): StreamRow[] =>
    cameras.allStreams().filter((row) => {
      if (!canSeeCamera(who, row.camera_id)) return false;
      if (live === undefined || live === false) return true;
      if (row.active !== 1) return false;
      return live !== "primary" || cameras.get(row.camera_id)?.primary_stream_id === row.id;
    });

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/streams",
      access: "session",
      summary: "streams; ?live only those that are meant to run",
      query: streamsQuery,
      answer: streamList,
    },
    ({ who, query: { live } }) => ({
      href: "/service/streams",
      streams: wanted(who, live).flatMap((row) => {
        const owner = cameras.get(row.camera_id);
        return owner ? [showStream(row, owner, media.status(row.id), services.now(), who)] : [];
      }),
    }),
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/streams/status",
      access: "session",
      summary: "status of streams",
      query: streamsQuery,
      answer: streamStatusList,
    },
    ({ who, query: { live } }) => ({
      href: "/service/streams/status",
      statuses: wanted(who, live).map((row) => showStatus(row, media.status(row.id), services.now(), who)),
    }),
  );

  const access = { on: "stream", permission: "see" } as const;
  route(
    app,
    services,
    { method: "GET", url: "/service/streams/:id", access, summary: "one stream", params, answer: stream },
    ({ params: ids, who }) => {
      const { stream: row, camera } = streamOf(services, ids);
      return showStream(row, camera, media.status(row.id), services.now(), who);
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/streams/:id/status",
      access,
      summary: "status of one stream",
      params,
      answer: streamStatus,
    },
    ({ params: ids, who }) => showStatus(streamOf(services, ids).stream, media.status(ids.id), services.now(), who),
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/streams/:id/frame",
      access: { on: "stream", permission: "by-time" },
      summary: "a picture as JPEG; time 0 = the newest; fallback=true: a black GIF instead of an error",
      params,
      query: frameQuery,
      answer: null,
      sid: true,
    },
    async ({ params: ids, query, who, request, reply, response }) => {
      const { camera } = streamOf(services, ids);
      const timeMs = query.time ?? 0;
      const denied = mayOnCamera(who, camera.id, timeMs === 0 ? "live" : "playback");
      if (denied) return reply(denied);
      const isUnmasked = query.masks === "off";
      const hidden = isUnmasked ? mayOnCamera(who, camera.id, "unmask") : null;
      if (hidden) return reply(hidden);
      const views = viewsOnCamera(who, camera.id);
      const side = (value: number | undefined): number => Math.min(value ?? 0, MAX_PICTURE_SIDE_PX);
      const answer = await media.call("snapshot", {
        streamId: ids.id,
        timeMs,
        width: side(query.width),
        height: side(query.height),
        ...(isUnmasked ? { isUnmasked } : {}),
        ...(views ? { views } : {}),
        ...(await watermarkOf(services, who)),
      });
      if (answer.ok) {
        const { jpeg, wallMs } = answer.value;
        const about = timeMs === 0 ? {} : { time: timeMs };
        if (isUnmasked) await journal.auditOften(who, "view-unmasked", ids.id, request.ip, about);
        else if (timeMs !== 0) await journal.auditOften(who, "view-picture", ids.id, request.ip, about);
        return response.type("image/jpeg").header("x-frame-time", String(wallMs)).send(Buffer.from(jpeg));
      }
      const isFallback = query.fallback !== undefined && query.fallback !== "false" && query.fallback !== "0";
      return isFallback ? response.type("image/gif").send(BLACK_GIF) : reply(answer);
    },
  );
}
