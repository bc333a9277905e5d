/** Streams as their administrator sees them (document 2, sections 3 and 7). Every failure is the text to show. */
import { ok, type Result } from "#base/result.ts";
import { readStreamState, type StreamState } from "#domain/cameras/stream-status.ts";
import {
  stream,
  type Stream,
  streamRemoved,
  type StreamPatch,
  type StreamStatusAnswer,
  streamStatus,
  streamStatusList,
  type StreamWrite,
} from "#protocol/rest/cameras/stream.ts";
import type { HttpClient } from "#transport/http.ts";
import { answered, answeredWith } from "../answered.ts";
import { CAMERA_TIMEOUT_MS } from "./camera-admin-actions.ts";

export interface StreamHealth {
  readonly id: string;
  readonly state: StreamState;
  readonly retryCount: number;
  /** server ms, 0 = never */
  readonly lastArchiveMs: number;
  /** why it does not run; "" while it does */
  readonly trouble: string;
}
export type AdminStream = Stream;
export type StreamForm = StreamWrite;
export type StreamChange = StreamPatch;

export interface StreamAdminActions {
  readonly add: (cameraId: string, form: StreamForm) => Promise<Result<AdminStream, string>>;
  readonly change: (cameraId: string, streamId: string, change: StreamChange) => Promise<Result<AdminStream, string>>;
  /** the id of the camera's new primary stream, when the removed one was it */
  readonly remove: (cameraId: string, streamId: string) => Promise<Result<string | null, string>>;
  readonly restart: (cameraId: string, streamId: string) => Promise<Result<null, string>>;
  readonly health: (streamId: string, signal?: AbortSignal) => Promise<Result<StreamHealth, string>>;
  /** the newest picture as JPEG, `widthPx` wide */
  readonly picture: (streamId: string, widthPx: number, signal?: AbortSignal) => Promise<Result<Blob, string>>;
  /** PNG, light = watched; null = the whole picture is watched */
  readonly mask: (cameraId: string, streamId: string, signal?: AbortSignal) => Promise<Result<Blob | null, string>>;
  readonly setMask: (cameraId: string, streamId: string, png: Blob | null) => Promise<Result<null, string>>;
  /** streams that are meant to run */
  readonly allHealth: (signal?: AbortSignal) => Promise<Result<readonly StreamHealth[], string>>;
}

export function createStreamAdminActions(http: HttpClient): StreamAdminActions {
  const streams = (cameraId: string): string => `/service/cameras/${encodeURIComponent(cameraId)}/streams`;
  const one = (cameraId: string, streamId: string): string => `${streams(cameraId)}/${encodeURIComponent(streamId)}`;
  const mask = (cameraId: string, streamId: string): string => `${one(cameraId, streamId)}/motion/mask`;
  const timeoutMs = CAMERA_TIMEOUT_MS;
  const until = (signal?: AbortSignal) => (signal ? { signal } : {});
  return {
    add: async (cameraId, body) =>
      answered(await http.json({ method: "POST", path: streams(cameraId), body, timeoutMs }, stream)),
    change: async (cameraId, streamId, body) =>
      answered(await http.json({ method: "PATCH", path: one(cameraId, streamId), body, timeoutMs }, stream)),
    remove: async (cameraId, streamId) => {
      const answer = await http.send({ method: "DELETE", path: one(cameraId, streamId) });
      if (!answer.ok) return answered(answer);
      const body = streamRemoved.safeParse(await answer.value.json().catch(() => ({})));
      return ok(body.success ? (body.data.primaryStream?.id ?? null) : null);
    },
    restart: async (cameraId, streamId) =>
      answered(await http.done({ method: "PATCH", path: `${one(cameraId, streamId)}/restart` })),
    health: async (streamId, signal) =>
      answeredWith(
        await http.json(
          { path: `/service/streams/${encodeURIComponent(streamId)}/status`, ...until(signal) },
          streamStatus,
        ),
        healthOf,
      ),
    picture: async (streamId, widthPx, signal) =>
      answered(
        await http.blob({
          path: `/service/streams/${encodeURIComponent(streamId)}/frame`,
          query: { time: 0, width: Math.round(widthPx), height: 0 },
          ...until(signal),
        }),
      ),
    mask: async (cameraId, streamId, signal) => {
      const answer = await http.blob({ path: mask(cameraId, streamId), ...until(signal) });
      return !answer.ok && answer.error.code === "mask/none" ? ok(null) : answered(answer);
    },
    setMask: async (cameraId, streamId, png) =>
      answered(
        await http.done(
          png
            ? { method: "PUT", path: mask(cameraId, streamId), body: png }
            : { method: "DELETE", path: mask(cameraId, streamId) },
        ),
      ),
    allHealth: async (signal) =>
      answeredWith(
        await http.json({ path: "/service/streams/status", query: { live: true }, ...until(signal) }, streamStatusList),
        ({ statuses }) => statuses.map(healthOf),
      ),
  };
}

export const healthOf = (status: StreamStatusAnswer): StreamHealth => ({
  id: status.id,
  state: readStreamState(status.streamState),
  retryCount: status.retryCount,
  lastArchiveMs: status.lastArchiveWritten,
  trouble: status.trouble?.reason ?? "",
});
