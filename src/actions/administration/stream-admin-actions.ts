/** Streams in the view of their administrator (document 2, sections 3 and 7). */
import type { Failure } from "#domain/failures/failure.ts";
import { ok, type Result } from "#base/result.ts";
import type { PrivacyMask } from "#domain/cameras/privacy-mask.ts";
import { readStreamState, type StreamState } from "#domain/cameras/stream-status.ts";
import { stream, type Stream } from "#protocol/rest/cameras/stream.ts";
import { streamRemoved, type StreamPatch, type StreamWrite } from "#protocol/rest/cameras/stream-write.ts";
import { type StreamStatusAnswer, streamStatus, streamStatusList } from "#protocol/rest/cameras/stream-status.ts";
import { privacyMasks, type PrivacyMasksAnswer } from "#protocol/rest/cameras/privacy-mask.ts";
import type { HttpClient } from "#transport/http.ts";
import { reportedFailure } from "../reported-failure.ts";
import { answeredWith } from "../answered.ts";
import { CAMERA_TIMEOUT_MS } from "./camera-admin-actions.ts";

export interface StreamHealth {
  readonly id: string;
  readonly state: StreamState;
  readonly retryCount: number;
  /** server ms, 0 = never */
  readonly lastArchiveMs: number;
  /** why it does not run; null while it runs */
  readonly trouble: Failure | null;
}
export type PrivacyMasks = PrivacyMasksAnswer;
export type AdminStream = Stream;
export type StreamForm = StreamWrite;
type StreamChange = StreamPatch;

export interface StreamAdminActions {
  readonly add: (cameraId: string, form: StreamForm) => Promise<Result<AdminStream, Failure>>;
  readonly change: (cameraId: string, streamId: string, change: StreamChange) => Promise<Result<AdminStream, Failure>>;
  /** the id of the camera's new primary stream, when the removed one was it */
  readonly remove: (cameraId: string, streamId: string) => Promise<Result<string | null, Failure>>;
  readonly restart: (cameraId: string, streamId: string) => Promise<Result<null, Failure>>;
  readonly health: (streamId: string, signal?: AbortSignal) => Promise<Result<StreamHealth, Failure>>;
  /** the newest frame as JPEG, `widthPx` wide */
  readonly picture: (streamId: string, widthPx: number, signal?: AbortSignal) => Promise<Result<Blob, Failure>>;
  /** the same without privacy masks, for their editor; each is in the audit */
  readonly pictureUnmasked: StreamAdminActions["picture"];
  readonly privacyMasks: (cameraId: string, signal?: AbortSignal) => Promise<Result<PrivacyMasks, Failure>>;
  /** `streamId` null: of the whole camera. `masks` null: a stream has those of its camera again */
  readonly setPrivacyMasks: (
    cameraId: string,
    streamId: string | null,
    masks: readonly PrivacyMask[] | null,
  ) => Promise<Result<null, Failure>>;
  /** PNG, light = watched; null = the whole picture is watched */
  readonly mask: (cameraId: string, streamId: string, signal?: AbortSignal) => Promise<Result<Blob | null, Failure>>;
  readonly setMask: (cameraId: string, streamId: string, png: Blob | null) => Promise<Result<null, Failure>>;
  /** streams that are meant to run */
  readonly allHealth: (signal?: AbortSignal) => Promise<Result<readonly StreamHealth[], Failure>>;
}

export function createStreamAdminActions(http: HttpClient): StreamAdminActions {
  const streams = (cameraId: string): string => `/service/cameras/${encodeURIComponent(cameraId)}/streams`;
  const one = (cameraId: string, streamId: string): string => `${streams(cameraId)}/${encodeURIComponent(streamId)}`;
  const mask = (cameraId: string, streamId: string): string => `${one(cameraId, streamId)}/motion/mask`;
  const privacy = (cameraId: string, streamId: string | null): string =>
    `${streamId === null ? `/service/cameras/${encodeURIComponent(cameraId)}` : one(cameraId, streamId)}/privacy-masks`;
  const timeoutMs = CAMERA_TIMEOUT_MS;
  const until = (signal?: AbortSignal) => (signal ? { signal } : {});
  const picture = async (streamId: string, widthPx: number, signal: AbortSignal | undefined, more: { masks?: "off" }) =>
    await http.blob({
      path: `/service/streams/${encodeURIComponent(streamId)}/frame`,
      query: { time: 0, width: Math.round(widthPx), height: 0, ...more },
      ...until(signal),
    });
  return {
    add: async (cameraId, body) =>
      await http.json({ method: "POST", path: streams(cameraId), body, timeoutMs }, stream),
    change: async (cameraId, streamId, body) =>
      await http.json({ method: "PATCH", path: one(cameraId, streamId), body, timeoutMs }, stream),
    remove: async (cameraId, streamId) => {
      const answer = await http.send({ method: "DELETE", path: one(cameraId, streamId) });
      if (!answer.ok) return answer;
      const body = streamRemoved.safeParse(await answer.value.json().catch(() => ({})));
      return ok(body.success ? (body.data.primaryStream?.id ?? null) : null);
    },
    restart: async (cameraId, streamId) =>
      await http.done({ method: "PATCH", path: `${one(cameraId, streamId)}/restart` }),
    health: async (streamId, signal) =>
      answeredWith(
        await http.json(
          { path: `/service/streams/${encodeURIComponent(streamId)}/status`, ...until(signal) },
          streamStatus,
        ),
        healthOf,
      ),
    picture: (streamId, widthPx, signal) => picture(streamId, widthPx, signal, {}),
    pictureUnmasked: (streamId, widthPx, signal) => picture(streamId, widthPx, signal, { masks: "off" }),
    privacyMasks: async (cameraId, signal) =>
      await http.json({ path: privacy(cameraId, null), ...until(signal) }, privacyMasks),
    setPrivacyMasks: async (cameraId, streamId, masks) =>
      await http.done(
        masks
          ? { method: "PUT", path: privacy(cameraId, streamId), body: { masks } }
          : { method: "DELETE", path: privacy(cameraId, streamId) },
      ),
    mask: async (cameraId, streamId, signal) => {
      const answer = await http.blob({ path: mask(cameraId, streamId), ...until(signal) });
      return !answer.ok && answer.error.code === "mask/none" ? ok(null) : answer;
    },
    setMask: async (cameraId, streamId, png) =>
      await http.done(
        png
          ? { method: "PUT", path: mask(cameraId, streamId), body: png }
          : { method: "DELETE", path: mask(cameraId, streamId) },
      ),
    allHealth: async (signal) =>
      answeredWith(
        await http.json({ path: "/service/streams/status", query: { live: true }, ...until(signal) }, streamStatusList),
        ({ statuses }) => statuses.map(healthOf),
      ),
  };
}

const healthOf = (status: StreamStatusAnswer): StreamHealth => ({
  id: status.id,
  state: readStreamState(status.streamState),
  retryCount: status.retryCount,
  lastArchiveMs: status.lastArchiveWritten,
  trouble: reportedFailure(status.trouble, ""),
});
