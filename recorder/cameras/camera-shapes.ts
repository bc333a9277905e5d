/** Rows and status into the API's cameras and streams, with what this session may know of them. */
import { englishText } from "#domain/failures/english.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { type WrittenFailure, writeFailure } from "#protocol/rest/error.ts";
import type { z } from "zod/mini";
import type { camera } from "#protocol/rest/cameras/camera.ts";
import type { RecordingConfiguration, stream } from "#protocol/rest/cameras/stream.ts";
import type { streamStatus } from "#protocol/rest/cameras/stream-status.ts";
import type { StreamStatus } from "#recorder/ipc/stream-shapes.ts";
import type { CameraRow, StreamRow } from "#recorder/store/tables/camera-rows.ts";
import { masksOf } from "./stream-specs.ts";
import { actionsOnCamera, can, type Identity } from "#recorder/core/identity.ts";

type CameraShape = z.input<typeof camera>;
type StreamShape = z.input<typeof stream>;
type StatusShape = z.input<typeof streamStatus>;

interface CameraParts {
  readonly row: CameraRow;
  /** the recorder whose camera it is; null = our own */
  readonly owner: CameraShape["recordedFor"] | null;
  readonly streams: readonly StreamRow[];
  readonly status: (streamId: string) => StreamStatus | undefined;
  readonly nowMs: number;
}

export function showCamera({ row, owner, streams, status, nowMs }: CameraParts, who: Identity): CameraShape {
  const configuration = JSON.parse(row.configuration) as Record<string, string>;
  const shown = streams.map((one) => showStream(one, row, status(one.id), nowMs, who));
  const primaryShown = shown.find(({ id }) => id === row.primary_stream_id);
  const knowsAddress = can(who, "config");
  const {
    Manufacturer = "",
    Model = "",
    IPAddress,
    BaseUri,
    PtzUri: _ownUse,
    PtzProfile: _too,
    ...more
  } = configuration;
  return {
    id: row.id,
    href: `/service/cameras/${row.id}`,
    name: row.name,
    active: true,
    configured: true,
    driver: row.driver === "ONVIF" ? "ONVIF" : "Generic RTSP",
    displayModel: [Manufacturer, Model].filter((text) => text !== "").join(" "),
    retention: row.retention_ms,
    configuration: {
      Manufacturer,
      Model,
      ...more,
      ...(knowsAddress ? { IPAddress, BaseUri } : {}),
    },
    ...(knowsAddress ? { connectionUri: row.uri } : {}),
    capabilities: JSON.parse(row.capabilities) as CameraShape["capabilities"],
    features: JSON.parse(row.features) as CameraShape["features"],
    primaryStream: primaryShown ? primaryOf(primaryShown) : null,
    streams: shown,
    permissions: {
      actions: actionsOnCamera(who, row.id),
    },
    lastStreamState: primaryShown?.status?.streamState ?? "unknown",
    server: { id: "1", href: "/service/servers/1" },
    ...(owner ? { recordedFor: owner } : {}),
  };
}

/** What a camera reports of its primary stream: document 2, section 3. */
const primaryOf = ({ id, href, name, rtsp, configuration, status }: StreamShape): CameraShape["primaryStream"] => ({
  id,
  ...(href === undefined ? {} : { href }),
  ...(name === undefined ? {} : { name }),
  ...(rtsp === undefined ? {} : { rtsp }),
  ...(configuration === undefined ? {} : { configuration }),
  ...(status === undefined ? {} : { status }),
});

export function showStream(
  row: StreamRow,
  owner: Pick<CameraRow, "id" | "name" | "privacy_masks">,
  status: StreamStatus | undefined,
  nowMs: number,
  who: Identity,
): StreamShape {
  const knowsAddress = can(who, "config");
  const configuration = JSON.parse(row.configuration) as Record<string, unknown>;
  const { General, ...visible } = configuration;
  const recording = JSON.parse(row.recording) as RecordingConfiguration;
  const maskHref = row.mask === null ? "" : `/service/cameras/${owner.id}/streams/${row.id}/motion/mask`;
  return {
    id: row.id,
    href: `/service/streams/${row.id}`,
    name: row.name,
    active: row.active === 1,
    camera: { id: owner.id, href: `/service/cameras/${owner.id}`, name: owner.name },
    ...(knowsAddress ? { rtsp: row.uri } : {}),
    configuration: {
      Name: row.name,
      Fixed: row.fixed === 1,
      ...visible,
      ...(knowsAddress ? { General, Resource: row.uri } : {}),
    } as StreamShape["configuration"],
    recordingConfiguration: { ...recording, bgseg: { ...recording.bgseg, motionMask: { href: maskHref } } },
    dewarpConfiguration: JSON.parse(row.dewarp) as StreamShape["dewarpConfiguration"],
    recordWhenSecondary: row.record_when_secondary === 1,
    isMasked: masksOf(row, owner).length > 0,
    status: showStatus(row, status, nowMs, who),
  };
}

/** `status`: what `media` says of it; undefined = nothing yet. */
export const streamStateOf = (
  row: Pick<StreamRow, "active">,
  status: StreamStatus | undefined,
): StreamStatus["state"] => status?.state ?? (row.active === 1 ? "starting" : "idle");

export function showStatus(
  row: Pick<StreamRow, "id" | "active">,
  status: StreamStatus | undefined,
  nowMs: number,
  who: Identity,
): StatusShape {
  const href = `/service/streams/${row.id}/status`;
  const streamState = streamStateOf(row, status);
  if (!status) return { id: row.id, href, streamState, retryCount: 0, lastArchiveWritten: 0, timestamp: nowMs };
  const knowsReason = can(who, "config") || can(who, "stats");
  return {
    id: row.id,
    href,
    streamState,
    retryCount: status.retryCount,
    lastArchiveWritten: status.lastArchiveWrittenMs,
    timestamp: nowMs,
    trouble: status.trouble && showTrouble(status.trouble, knowsReason),
    streamStatistics: [
      {
        windowSizeSeconds: 60,
        video: {
          averageBitsPerSecond: status.bitsPerSecond,
          averageFramesPerSecond: status.framesPerSecond,
          packetsLost: status.packetsLost,
          packetsReceived: status.packetsReceived,
        },
      },
    ],
    video: status.video,
    audio: status.audio,
  };
}

/** What kind of trouble it is everybody may know; what the camera answered, and from where, only who looks after it. */
const showTrouble = (trouble: Failure, knowsReason: boolean): WrittenFailure =>
  knowsReason ? writeFailure(trouble, englishText) : { code: trouble.code, reason: "" };
