/** Servers and their cameras as a visitor may see them. What was fetched is an administrator's: addresses are left out here. */
import { writeFailure } from "#protocol/rest/error.ts";
import { failure } from "#domain/failures/failure.ts";
import { englishText } from "#domain/failures/english.ts";
import { actionsOn, type OnCamera, showsPictures } from "#domain/accounts/access.ts";
import type { Camera } from "#protocol/rest/cameras/camera.ts";
import type { Orchid } from "#protocol/rest/server/orchid.ts";
import { camerasOnline } from "./server-state.ts";
import type { WatchedServer } from "./watched-server.ts";

export interface ServerViewer {
  readonly isAdministrator: boolean;
  /** the user's rights on a camera of it */
  readonly rights: (cameraId: string) => OnCamera;
  /** the user's token for it; empty = none */
  readonly token: string;
  /** name of the server that answers in its place; null = none does */
  readonly standIn: string | null;
}

export function showRegisteredServer({ record, state }: WatchedServer, viewer: ServerViewer): Orchid {
  const { isAdministrator, rights, token, standIn } = viewer;
  const cause = state.failure;
  const why = cause && standIn !== null ? failure("server/stood-in", { name: standIn, cause }) : cause;
  const cameras = state.cameras.filter(({ id }) => showsPictures(rights(id).scope));
  const { licenseState, license, recordingTrouble } = state;
  return {
    id: record.id,
    href: `/service/orchids/${record.id}`,
    name: record.name,
    uri: isAdministrator ? record.uri : "",
    directUri: record.directUri,
    isAvailable: state.isAvailable,
    failureReason: why ? englishText(why) : "",
    ...(why ? { failure: writeFailure(why, englishText) } : {}),
    version: state.version,
    camerasOnline: camerasOnline({ ...state, cameras }),
    camerasAvailable: cameras.length,
    lastAvailable: state.lastAvailable,
    lastChecked: state.lastChecked,
    clockOffsetMs: state.clockOffsetMs,
    rtspPort: state.rtspPort,
    rtspProtocol: state.rtspProtocol,
    iceServers: state.iceServers,
    hasRelays: state.relays.length > 0,
    maxExportHours: state.maxExportHours,
    maxPlayerCount: state.maxPlayerCount,
    ...(state.watermark === "off" ? {} : { watermark: state.watermark }),
    ...(recordingTrouble ? { recordingTrouble: writeFailure(recordingTrouble, englishText) } : {}),
    exportFormats: state.exportFormats,
    discoverableOrchid: {
      mid: isAdministrator ? state.mid : "",
      recordingCapabilities: state.recordingCapabilities,
      ...(licenseState ? { licenseSession: { state: licenseState } } : {}),
    },
    ...(isAdministrator && license ? { license } : {}),
    permissions: { sessionId: token },
  };
}

/** The visible cameras in their server's order, each with what the user may do with it. */
export function showCameras({ record, state }: WatchedServer, viewer: Omit<ServerViewer, "token" | "standIn">) {
  return state.cameras.flatMap((one) => {
    const own = viewer.rights(one.id);
    if (!showsPictures(own.scope)) return [];
    const shown = viewer.isAdministrator ? one : withoutAddresses(one);
    const actions = actionsOn(own.scope, own);
    return [{ ...shown, orchidId: record.id, permissions: { actions } }];
  });
}

/** As a recorder shows it to a user who may not configure it. */
function withoutAddresses(one: Camera): Camera {
  const { connectionUri: _uri, configuration, primaryStream, streams, ...rest } = one;
  const { IPAddress: _ip, BaseUri: _base, HostName: _host, MAC: _mac, ...visible } = configuration;
  return {
    ...rest,
    configuration: visible,
    streams: streams.map((stream) => ({ ...withoutAddress(stream), configuration: withoutPath(stream.configuration) })),
    ...(primaryStream === undefined ? {} : { primaryStream: primaryStream && primaryWithoutAddress(primaryStream) }),
  };
}

type Stream = Camera["streams"][number];
type PrimaryStream = NonNullable<Camera["primaryStream"]>;

function primaryWithoutAddress({ configuration, ...primary }: PrimaryStream): PrimaryStream {
  return { ...withoutAddress(primary), ...(configuration ? { configuration: withoutPath(configuration) } : {}) };
}

function withoutPath({ General: _path, Resource: _rtsp, ...shown }: Stream["configuration"]): Stream["configuration"] {
  return shown;
}

function withoutAddress<T extends Pick<Stream, "rtsp" | "status">>({ rtsp: _rtsp, status, ...rest }: T) {
  if (!status) return rest;
  // Why a stream does not run may say where it was looked for.
  const trouble = status.trouble && { code: status.trouble.code, reason: "" };
  return { ...rest, status: { ...status, trouble } };
}
