/** Live and recorded pictures: WebRTC by WHEP, and low-bandwidth sessions. */
import { writeFailure } from "#protocol/rest/error.ts";
import { englishText } from "#domain/failures/english.ts";
import { failure, refuse } from "#domain/failures/failure.ts";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { pathId, queryIds, queryTimeMs } from "#protocol/rest/list.ts";
import { RELAY_HEADER } from "#protocol/relay-names.ts";
import {
  lowBandwidthRequest,
  lowBandwidthSession,
  lowBandwidthSessionList,
} from "#protocol/rest/cameras/low-bandwidth.ts";
import { masksAsked } from "#protocol/rest/cameras/privacy-mask.ts";
import { parseIceServer } from "#recorder/net/ice-server.ts";
import type { LiveSession } from "#recorder/site/live-session.ts";
import type { Uses } from "#recorder/http/services.ts";
import { mayOnCamera, mayOnStream } from "#recorder/cameras/camera-access.ts";
import { route, streamOf } from "#recorder/http/route.ts";

const params = z.strictObject({ id: pathId });
const whepParams = z.strictObject({ id: pathId, sessionId: pathId });
const whepQuery = z.strictObject({
  masks: masksAsked,
  time: z.optional(queryTimeMs),
  rate: z.optional(z.pipe(z.string().check(z.regex(/^-?\d{1,2}(\.\d{1,4})?$/)), z.transform(Number))),
  height: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,4}$/)), z.transform(Number))),
  /** a relay may serve it, but none of these; absent = no relay does */
  avoid: z.optional(queryIds),
});
const sdp = z.string().check(z.minLength(1), z.maxLength(256 * 1024));
/** A text that is not a session description at all does not reach the media process. */
const offer = sdp.check(z.regex(/^v=0\r?\n[^]*^m=/m, "is no session description"));
/** A session that is polled less often than this counts as abandoned. */
const LONGEST_WAIT_MS = 120_000;
const UNKNOWN = refuse("live/unknown");
const NO_TRICKLE = refuse("whep/no-trickle");

export function liveRoutes(app: FastifyInstance, services: Uses<"journal" | "live" | "media">): void {
  const { live, media, journal } = services;
  const links = iceLinks(services.config.webrtc.ice);

  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/streams/:id/whep",
      access: { on: "stream", permission: "by-time" },
      summary: "watch by WebRTC (WHEP): an offer in, the answer out; time 0 = live",
      params,
      query: whepQuery,
      body: offer,
      answer: null,
      consumes: ["application/sdp"],
    },
    async ({ params: ids, query, body, who, request, reply, response }) => {
      if (!services.config.webrtc.enabled) return reply(refuse("whep/codec", { cause: failure("webrtc/off") }));
      const { camera } = streamOf(services, ids);
      const timeMs = query.time ?? 0;
      const denied = mayOnCamera(who, camera.id, timeMs === 0 ? "live" : "playback");
      if (denied) return reply(denied);
      const isUnmasked = query.masks === "off";
      const hidden = isUnmasked ? mayOnCamera(who, camera.id, "unmask") : null;
      if (hidden) return reply(hidden);
      const action = isUnmasked ? "view-unmasked" : "view-webrtc";
      const play = { timeMs, rate: query.rate ?? 1, heightPx: query.height ?? 0 };
      const { ip } = request;
      const sought = (time: number) => void journal.auditOften(who, action, ids.id, ip, { time });
      const where = { streamId: ids.id, cameraId: camera.id };
      const { avoid } = query;
      const ask = { offer: body, play, isUnmasked, onPlayback: sought, ...(avoid ? { avoid } : {}) };
      const answer = await live.openWhep(where, ask, who);
      if (!answer.ok) return reply(answer);
      await journal.audit(who, action, ids.id, ip, { time: timeMs });
      if (links !== "") response.header("link", links);
      if (answer.value.relay !== null) response.header(RELAY_HEADER, answer.value.relay);
      return response
        .code(201)
        .header("location", `/service/streams/${ids.id}/whep/${answer.value.id}`)
        .type("application/sdp")
        .send(answer.value.answer);
    },
  );

  route(
    app,
    services,
    {
      method: "PATCH",
      url: "/service/streams/:id/whep/:sessionId",
      access: { on: "stream", permission: "see" },
      summary: "neither trickle ICE nor ICE restart: our answer carries all candidates and the client's are learned",
      params: whepParams,
      body: sdp,
      answer: null,
      consumes: ["application/trickle-ice-sdpfrag"],
    },
    ({ params: ids, who, reply, response }) => {
      const session = live.get(ids.sessionId, who);
      if (session?.kind !== "whep" || session.streamId !== ids.id) return reply(UNKNOWN);
      // RFC 9725, 4.3: 405 of a session that supports neither.
      response.header("allow", "DELETE");
      return reply(NO_TRICKLE);
    },
  );

  route(
    app,
    services,
    {
      method: "DELETE",
      url: "/service/streams/:id/whep/:sessionId",
      access: { on: "stream", permission: "see" },
      summary: "stop watching",
      params: whepParams,
      answer: null,
    },
    ({ params: ids, who, reply, response }) => {
      const session = live.get(ids.sessionId, who);
      if (session?.kind !== "whep" || session.streamId !== ids.id) return reply(UNKNOWN);
      live.close(session.id);
      return response.code(200).send();
    },
  );

  route(
    app,
    services,
    {
      method: "POST",
      url: "/service/low-bandwidth/streams",
      access: "session",
      summary: "open a low-bandwidth session; poll it until it is ready",
      body: lowBandwidthRequest,
      answer: lowBandwidthSession,
    },
    async ({ body, who, request, reply }) => {
      const denied = mayOnStream(services.cameras, who, body.streamId, body.startTime === 0 ? "live" : "playback");
      if (denied) return reply(denied);
      const { stream: row } = streamOf(services, { id: body.streamId });
      const isUnmasked = body.masks === "off";
      const hidden = isUnmasked ? mayOnCamera(who, row.camera_id, "unmask") : null;
      if (hidden) return reply(hidden);
      const action = isUnmasked ? "view-unmasked" : "view-low-bandwidth";
      const { ip } = request;
      const sought = (time: number) => void journal.auditOften(who, action, row.id, ip, { time });
      const answer = await live.openLowBandwidth(
        { streamId: row.id, cameraId: row.camera_id },
        {
          format: body.transport === "http" ? "jpeg" : body.format,
          transport: body.transport,
          play: { timeMs: body.startTime, rate: body.rate, heightPx: body.resolution.height },
          waitMs: Math.min(LONGEST_WAIT_MS, body.waitThres),
          isSynced: body.sync,
          isUnmasked,
          onPlayback: sought,
          ...(body.avoid ? { avoid: body.avoid } : {}),
        },
        who,
      );
      if (answer.ok) await journal.audit(who, action, row.id, ip, { time: body.startTime });
      return reply(answer, show, 201);
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/low-bandwidth/streams",
      access: "session",
      summary: "my low-bandwidth sessions",
      answer: lowBandwidthSessionList,
    },
    ({ who }) => ({
      href: "/service/low-bandwidth/streams",
      streams: live.list(who, "low-bandwidth").map(show),
    }),
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/low-bandwidth/streams/:id",
      access: "session",
      summary: "one session: pending, ready or failed",
      params,
      answer: lowBandwidthSession,
    },
    async ({ params: { id }, who, reply }) => {
      const session = live.get(id, who);
      if (session?.kind !== "low-bandwidth") return reply(UNKNOWN);
      await live.refresh(session);
      return show(session);
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/low-bandwidth/streams/:id/frame",
      access: "session",
      summary: "the next picture as JPEG (transport http)",
      params,
      answer: null,
      sid: true,
    },
    async ({ params: { id }, who, reply, response }) => {
      const session = live.get(id, who);
      if (session?.kind !== "low-bandwidth") return reply(UNKNOWN);
      const answer = await media.call("low-bandwidth.frame", { sessionId: id }, 130_000);
      if (!answer.ok) return reply(answer);
      const { jpeg, wallMs } = answer.value;
      return response.type("image/jpeg").header("x-frame-time", String(wallMs)).send(Buffer.from(jpeg));
    },
  );

  route(
    app,
    services,
    {
      method: "DELETE",
      url: "/service/low-bandwidth/streams/:id",
      access: "session",
      summary: "close a session",
      params,
      answer: null,
    },
    ({ params: { id }, who, reply, response }) => {
      const session = live.get(id, who);
      if (session?.kind !== "low-bandwidth") return reply(UNKNOWN);
      live.close(id);
      return response.code(204).send();
    },
  );
}

const show = (session: LiveSession) => ({
  id: session.id,
  href: `/service/low-bandwidth/streams/${session.id}`,
  streamId: session.streamId,
  state: session.state,
  reason: session.failure ? englishText(session.failure) : "",
  ...(session.failure ? { failure: writeFailure(session.failure, englishText) } : {}),
  socket: session.relay?.socket ?? `/service/low-bandwidth/streams/${session.id}/ws`,
  ...(session.relay ? { relay: session.relay.id } : {}),
  transport: session.transport,
  format: session.format,
});

/** RFC 9725, section 4.6: ICE servers as Link headers. */
function iceLinks(servers: readonly string[]): string {
  return servers
    .flatMap((text) => {
      const server = parseIceServer(text);
      if (!server) return [];
      const link = `<${server.type}:${server.host}:${server.port}>; rel="ice-server"`;
      if (server.username === undefined) return [link];
      const quote = (value: string): string => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
      return [
        `${link}; username=${quote(server.username)}; credential=${quote(server.credential ?? "")}; credential-type="password"`,
      ];
    })
    .join(", ");
}
