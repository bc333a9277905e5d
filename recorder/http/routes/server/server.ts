/** The recorder itself: what it is, how it fares. */
import { englishText } from "#domain/failures/english.ts";
import { refuse } from "#domain/failures/failure.ts";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { writeFailure } from "#protocol/rest/error.ts";
import { about } from "#protocol/rest/server/about.ts";
import {
  discoverableOrchid,
  discoverableOrchidList,
  discoveredCameraList,
  diskUtilization,
  report,
  reportQuery,
  server,
  serverList,
} from "#protocol/rest/server/server.ts";
import { diskTrouble } from "#recorder/cameras/media/recording-trouble.ts";
import { can, type Identity } from "#recorder/core/identity.ts";
import { parseIceServer } from "#recorder/net/ice-server.ts";
import { machineId } from "#recorder/core/machine-id.ts";
import type { Uses } from "#recorder/http/services.ts";
import { diskUtilization as readDisk, disksOf, makeReport, type UsedDisk } from "#recorder/site/usage.ts";
import { tierEstimates } from "#recorder/site/volumes/tier-use.ts";
import { useOfVolumes } from "#recorder/site/volumes/volume-use.ts";
import { diskSpaceOf } from "#recorder/recording/keeping/cleaner.ts";
import { aboutOf } from "#recorder/http/about.ts";
import { invalid } from "#recorder/core/invalid.ts";
import { SERVER_ID } from "#recorder/site/events.ts";
import { openRoute, route } from "#recorder/http/route.ts";

const serverParams = z.strictObject({ id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)) });

export function serverRoutes(
  app: FastifyInstance,
  services: Uses<
    | "build"
    | "companyDesk"
    | "discovery"
    | "forgotten"
    | "index"
    | "journal"
    | "licensing"
    | "bucket"
    | "media"
    | "now"
    | "relays"
    | "standby"
    | "settings"
    | "uuid"
    | "volumes"
  >,
): void {
  const { config, build } = services;
  const withEstimates = tierEstimates(services);
  const mid = machineId(services.uuid);
  /** Only users who activate licences need the machine's name there. */
  const orchid = (who: Identity) => ({
    id: SERVER_ID,
    uuid: services.uuid,
    ...(can(who, "config") ? { mid } : {}),
    name: config.name,
    version: build.version,
    recordingCapabilities: {},
    licenseSession: { state: services.licensing.state },
  });

  /** A disk of a list is not asked here: one that hangs would not answer. */
  const recordedDisks = async (): Promise<readonly UsedDisk[]> => {
    const { specs } = services.volumes;
    if (specs.length > 0) return disksOf(specs, services.media.volumes);
    const space = await diskSpaceOf(config.recordings).catch(() => null);
    return space === null ? [] : [{ space, volumes: null, reserveBytes: 0 }];
  };

  /** The proxy's present port: 0 = it listens nowhere. */
  const rtspEndpoint = () => ({
    rtspPort: services.media.rtspPort,
    rtspProtocol: config.tls.cert === "" ? "rtsp" : "rtsps",
  });

  openRoute(
    app,
    { method: "GET", url: "/service/about", summary: "what the sign-in page needs", answer: about },
    async () => ({ ...(await aboutOf(services)), ...rtspEndpoint() }),
  );

  const showServer = async (who: Identity) => {
    const now = await services.settings.get();
    const unrecorded = diskTrouble(services.media.disk.state);
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
      relays: [...services.relays.origins],
      // What is said there decides who is believed to stand in for this recorder.
      ...(services.standby && can(who, "config") ? { standby: services.standby.facts } : {}),
      ...(now.maxExportHours === null ? {} : { maxExportHours: now.maxExportHours }),
      ...(now.maxPlayerCount === null ? {} : { maxPlayerCount: now.maxPlayerCount }),
      ...(now.watermark === "off" ? {} : { watermark: now.watermark }),
      ...(unrecorded ? { recordingTrouble: writeFailure(unrecorded, englishText) } : {}),
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
    async ({ params: { id }, who, reply }) => (id === SERVER_ID ? showServer(who) : reply(refuse("server/unknown"))),
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
    async ({ reply }) => {
      const disks = await recordedDisks();
      if (disks.length === 0) return reply(refuse("server/no-storage"));
      const used = await readDisk({
        disks,
        thresholdPercent: (await services.settings.get()).cleanerThreshold,
        index: services.index,
        cameras: services.cameras,
        state: services.media.disk.state,
      });
      const { specs } = services.volumes;
      if (specs.length === 0) return used;
      const volumes = await useOfVolumes(specs, services.media.volumes, services.index, services.forgotten.names);
      const { cleanerThreshold: thresholdPercent } = await services.settings.get();
      const licensedMs = services.licensing.retentionMs ?? 0;
      const site = { thresholdPercent, licensedMs, bucket: services.bucket.spec };
      return { ...used, volumes: await withEstimates(volumes, specs, site) };
    },
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
    async ({ query, who, reply }) => {
      const { start, stop } = query;
      if (start > stop) return reply(invalid("field/not-after", { field: "start", other: "stop" }));
      return makeReport({ start, stop }, who, services);
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
    ({ params: { id }, who, reply, response }) =>
      id === SERVER_ID ? response.send(orchid(who)) : reply(refuse("server/unknown")),
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
}
