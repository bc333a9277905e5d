/** The recorder itself: what it is, what time it has, how it fares, its settings. */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { about, settings, settingsPatch } from "#protocol/rest/about.ts";
import { queryFlag } from "#protocol/rest/list.ts";
import {
  discoverableOrchid,
  discoverableOrchidList,
  discoveredCameraList,
  diskUtilization,
  report,
  reportQuery,
  server,
  serverList,
  timeExtended,
  version,
} from "#protocol/rest/server.ts";
import { refuse } from "#recorder/main/answer.ts";
import { can, type Identity } from "#recorder/main/identity.ts";
import { parseIceServer } from "#recorder/main/ice-server.ts";
import { machineId } from "#recorder/main/machine-id.ts";
import type { Services } from "#recorder/main/services.ts";
import { diskUtilization as readDisk, makeReport } from "#recorder/main/usage.ts";
import { openRoute, route, say } from "../route.ts";

const SERVER_ID = "1";
const serverParams = z.strictObject({ id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)) });

export function serverRoutes(app: FastifyInstance, services: Services): void {
  const { config, build, journal } = services;
  const mid = machineId(services.uuid);
  /** Only who activates licences needs the machine's name there. */
  const orchid = (who: Identity) => ({
    id: SERVER_ID,
    uuid: services.uuid,
    ...(can(who, "config") ? { mid } : {}),
    name: config.name,
    version: build.version,
    recordingCapabilities: {},
    licenseSession: { state: services.licensing.state },
  });

  /** Where the proxy listens just now: port 0 = nowhere. */
  const rtspEndpoint = () => ({
    rtspPort: services.media.rtspPort,
    rtspProtocol: config.tls.cert === "" ? "rtsp" : "rtsps",
  });

  openRoute(app, services, { method: "GET", url: "/ping", summary: "I am here", answer: null }, ({ reply }) =>
    reply.type("text/plain").send("pong"),
  );

  openRoute(
    app,
    services,
    { method: "GET", url: "/service/time", summary: "epoch ms as text", answer: null },
    ({ reply }) => reply.type("text/plain").send(String(services.now())),
  );

  openRoute(
    app,
    services,
    { method: "GET", url: "/service/time-extended", summary: "time and zone", answer: timeExtended },
    () => {
      const time = services.now();
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      return { time, timeZone, offset: -new Date(time).getTimezoneOffset() };
    },
  );

  openRoute(
    app,
    services,
    {
      method: "GET",
      url: "/service/version",
      summary: "version; ?all=true with change log and licence text",
      query: z.strictObject({ all: z.optional(queryFlag) }),
      answer: version,
    },
    ({ query, request }) => {
      const who = request.caller?.identity;
      // Who built it where is nobody's business before sign-in.
      const { target, hash, changelog, eula, acknowledgments } = build;
      const buildInfo = who
        ? { target, hash, user: build.user, host: build.host }
        : { target, hash, user: "", host: "" };
      return {
        version: build.version,
        buildInfo,
        buildDate: build.date,
        ...(query.all === true ? { changelog, eula, acknowledgments } : {}),
      };
    },
  );

  openRoute(
    app,
    services,
    { method: "GET", url: "/service/about", summary: "what the sign-in page needs", answer: about },
    async () => {
      const now = await services.settings.get();
      return {
        edition: "standalone",
        version: build.version,
        name: config.name,
        agreement: now.agreement,
        greeting: now.greeting,
        googleClientId: now.googleClientId,
        googleAuthorization: config.login.authorization,
        domainLogin: config.login.domain,
        directoryLogin: false,
        lowBandwidthOffered: now.lowBandwidthOffered,
        webrtcOffered: config.webrtc.enabled,
        passwordMinLength: now.passwordMinLength,
        ...rtspEndpoint(),
        embedOrigins: [...config.http.embedOrigins],
        supportUrl: now.supportUrl,
      };
    },
  );

  const showServer = async (who: Identity) => {
    const now = await services.settings.get();
    return {
      id: SERVER_ID,
      href: `/service/servers/${SERVER_ID}`,
      uuid: services.uuid,
      name: config.name,
      uri: "",
      isAvailable: true,
      failureReason: "",
      version: build.version,
      ...rtspEndpoint(),
      iceServers: config.webrtc.ice.flatMap((text) => parseIceServer(text) ?? []),
      ...(now.maxExportHours === null ? {} : { maxExportHours: now.maxExportHours }),
      ...(now.maxPlayerCount === null ? {} : { maxPlayerCount: now.maxPlayerCount }),
      exportFormats: ["mkv", "mov"],
      discoverableOrchid: orchid(who),
      showInPanel: now.groups.orchids.show,
    };
  };
  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/servers",
      access: "session",
      summary: "this recorder, as a list",
      answer: serverList,
    },
    async ({ who }) => ({ href: "/service/servers", servers: [await showServer(who)] }),
  );
  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/servers/:id",
      access: "session",
      summary: "this recorder",
      params: serverParams,
      answer: server,
    },
    async ({ params: { id }, who, reply }) =>
      id === SERVER_ID ? showServer(who) : say(reply, refuse("server/unknown", "There is no such server.")),
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/server/utilization/disk",
      access: "stats",
      summary: "how full the disk is",
      answer: diskUtilization,
    },
    async () =>
      readDisk({
        recordingsDir: config.recordings,
        thresholdPercent: (await services.settings.get()).cleanerThreshold,
        index: services.index,
        cameras: services.cameras,
        state: services.media.disk.state,
      }),
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/server/report",
      access: "stats",
      summary: "what was recorded and what happened between start and stop",
      query: reportQuery,
      answer: report,
    },
    async ({ query, reply }) => {
      const { start, stop } = query;
      if (start > stop) return say(reply, refuse("request/invalid", "start: must not be after stop"));
      return makeReport({ start, stop }, services);
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/discoverable/orchids",
      access: "session",
      summary: "recorders that can be found",
      answer: discoverableOrchidList,
    },
    ({ who }) => ({ href: "/service/discoverable/orchids", orchids: [orchid(who)] }),
  );
  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/discoverable/orchids/:id",
      access: "session",
      summary: "this recorder's identity",
      params: serverParams,
      answer: discoverableOrchid,
    },
    ({ params: { id }, who, reply }) =>
      id === SERVER_ID ? reply.send(orchid(who)) : say(reply, refuse("server/unknown", "There is no such server.")),
  );
  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/discoverable/cameras",
      access: "config",
      summary: "ONVIF cameras in the network, by IP",
      answer: discoveredCameraList,
    },
    async () => ({ href: "/service/discoverable/cameras", cameras: await services.discovery.find() }),
  );

  route(
    app,
    services,
    { method: "GET", url: "/service/settings", access: "config", summary: "settings", answer: settings },
    () => services.settings.get(),
  );
  route(
    app,
    services,
    {
      method: "PATCH",
      url: "/service/settings",
      access: "config",
      summary: "change settings",
      body: settingsPatch,
      answer: settings,
    },
    async ({ body, who, request }) => {
      const after = await services.settings.patch(body);
      await journal.audit(who, "settings-modified", "", request.ip, { changed: Object.keys(body) });
      return after;
    },
  );

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/openapi.json",
      access: "session",
      summary: "this API as OpenAPI 3.1",
      answer: null,
    },
    () => app.swagger(),
  );
}
