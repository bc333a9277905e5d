/** What was last known of a recorder; it outlives a restart in the store. Times are the aggregator's, epoch ms. */
import { watermarkRule } from "#protocol/rest/server/watermark.ts";
import { readFailure } from "#protocol/rest/error.ts";
import { isKnown } from "#domain/failures/known.ts";
import type { Failure } from "#domain/failures/failure.ts";
import * as z from "zod/mini";
import { type Camera, camera } from "#protocol/rest/cameras/camera.ts";
import { lastingText } from "#protocol/rest/cameras/lasting.ts";
import type { StreamStatusAnswer } from "#protocol/rest/cameras/stream-status.ts";
import { iceServer, licenseState, standbyGroup } from "#protocol/rest/server/server.ts";
import type { ServerCamera } from "./contracts.ts";

const storedFailure = z.pipe(
  z.unknown(),
  z.transform((stored): Failure | null => readFailure(stored, isKnown)),
);
const serverState = z.object({
  isAvailable: z._default(z.boolean(), false),
  /** without addresses: users read it, too; null = it is available */
  failure: z._default(storedFailure, null),
  version: z._default(z.string(), ""),
  lastAvailable: z._default(z.number(), 0),
  lastChecked: z._default(z.number(), 0),
  /** the recorder's clock minus ours */
  clockOffsetMs: z._default(z.number(), 0),
  rtspPort: z._default(z.number(), 0),
  rtspProtocol: z._default(z.string(), "rtsp"),
  iceServers: z._default(z.array(iceServer), []),
  /** origins of its relays */
  relays: z._default(z.array(z.string()), []),
  /** its group of recorders that stand in for one another, and for whom it does; null = it is in none */
  standby: z._default(z.nullable(standbyGroup), null),
  maxExportHours: z._default(z.nullable(z.number()), null),
  maxPlayerCount: z._default(z.nullable(z.number()), null),
  watermark: z._default(watermarkRule, "off"),
  /** what keeps everything from being recorded there; null = nothing does */
  recordingTrouble: z._default(storedFailure, null),
  exportFormats: z._default(z.array(z.string()), []),
  mid: z._default(z.string(), ""),
  recordingCapabilities: z._default(z.record(z.string(), z.unknown()), {}),
  licenseState: z._default(z.nullable(licenseState), null),
  license: z._default(z.nullable(z.object({ edition: z.string(), expires: z.number() })), null),
  cameras: z._default(z.array(camera), []),
  /** of `cameras`, as the recorder names it; empty = unknown, and the whole list is asked for */
  camerasVersion: z._default(z.string(), ""),
  /** ids of cameras that sent nothing but have not been reported yet */
  untold: z._default(z.array(z.string()), []),
});
export type ServerState = z.infer<typeof serverState>;
type StreamState = StreamStatusAnswer["streamState"];

/** The time that an answer takes makes clocks seem to differ by about this much. */
const SAME_CLOCK_MS = 1000;

export const NOTHING_KNOWN: ServerState = serverState.parse({});

/** Reads the store's text; what cannot be read (an older release wrote it) counts as nothing known. */
export function readState(text: string): ServerState {
  try {
    return serverState.parse(JSON.parse(text));
  } catch {
    return NOTHING_KNOWN;
  }
}

/** Writes the store's text. ICE servers contain passwords and are useful only while the recorder can be asked again. */
export const storedState = (state: ServerState): string => JSON.stringify({ ...state, iceServers: [] });

export const streamStateOf = (one: Camera): string => one.primaryStream?.status?.streamState ?? "unknown";
export const camerasOnline = ({ isAvailable, cameras }: ServerState): number =>
  isAvailable ? cameras.filter((one) => streamStateOf(one) === "running").length : 0;

export const factsOfCamera = ({ id, name, streams, primaryStream }: Camera): ServerCamera => ({
  id,
  name,
  streamIds: [...new Set([...streams.map((stream) => stream.id), ...(primaryStream ? [primaryStream.id] : [])])],
});

/** As an event tells it, before the recorder is asked again. The same object where it has no such stream. */
export function withStreamState(state: ServerState, streamId: string, streamState: StreamState): ServerState {
  const has = (one: Camera): boolean =>
    one.primaryStream?.id === streamId || one.streams.some((stream) => stream.id === streamId);
  const changed = <T extends { readonly id: string; readonly status?: StreamStatusAnswer | undefined }>(
    stream: T,
  ): T => (stream.id === streamId && stream.status ? { ...stream, status: { ...stream.status, streamState } } : stream);
  const at = state.cameras.findIndex(has);
  const one = state.cameras[at];
  if (!one) return state;
  const { primaryStream } = one;
  const now: Camera = {
    ...one,
    streams: one.streams.map(changed),
    ...(primaryStream ? { primaryStream: changed(primaryStream) } : {}),
    ...(primaryStream?.id === streamId ? { lastStreamState: streamState } : {}),
  };
  return { ...state, cameras: state.cameras.with(at, now) };
}

/** The server's own facts changed: version, health, licence, limits, number of cameras. How many run is told camera by camera. */
export const isModified = (before: ServerState, after: ServerState): boolean =>
  Math.abs(before.clockOffsetMs - after.clockOffsetMs) > SAME_CLOCK_MS || headline(before) !== headline(after);

interface CameraChanges {
  readonly added: readonly string[];
  readonly modified: readonly string[];
  readonly removed: readonly string[];
  /** whether the list of cameras and streams changed, by ids and names */
  readonly areOthers: boolean;
}

/** Which cameras were added, removed or changed; figures that change all the time do not count. */
export function cameraChanges(before: readonly Camera[], after: readonly Camera[]): CameraChanges {
  const old = new Map(before.map((one) => [one.id, one]));
  const now = new Map(after.map((one) => [one.id, one]));
  const added = [...now.keys()].filter((id) => !old.has(id));
  const removed = [...old.keys()].filter((id) => !now.has(id));
  const kept = after.flatMap((one) => {
    const was = old.get(one.id);
    return was && was !== one ? [[was, one] as const] : [];
  });
  const modified = kept.flatMap(([was, is]) => (lastingText(was) === lastingText(is) ? [] : [is.id]));
  const areOthers =
    added.length > 0 ||
    removed.length > 0 ||
    kept.some(([was, is]) => JSON.stringify(factsOfCamera(was)) !== JSON.stringify(factsOfCamera(is)));
  return { added, modified, removed, areOthers };
}

function headline(state: ServerState): string {
  const {
    cameras,
    camerasVersion: _v,
    lastAvailable: _seen,
    lastChecked: _at,
    clockOffsetMs: _offset,
    ...rest
  } = state;
  return JSON.stringify([rest, cameras.length]);
}
