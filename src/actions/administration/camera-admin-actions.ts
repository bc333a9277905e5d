/** Cameras in the view of their administrator (document 2, sections 2, 3 and 7). */
import { type Failure, failure, foreignFailure } from "#domain/failures/failure.ts";
import { fail, ok, type Result } from "#base/result.ts";
import {
  type Camera,
  camera,
  cameraAnswer,
  cameraDiskUsage,
  type CameraDiskUsage,
  cameraList,
  type CameraPatch,
  type CameraRegistration,
  cameraVerification,
} from "#protocol/rest/cameras/camera.ts";
import { type DiscoveredCamera, discoveredCameraList } from "#protocol/rest/server/server.ts";
import type { HttpClient } from "#transport/http.ts";
import { messageOf, reportedFailure } from "../reported-failure.ts";
import { answeredWith } from "../answered.ts";

/** How long an answer may take that waits for a camera: a camera is slow to list its capabilities, and to be set up. */
export const CAMERA_TIMEOUT_MS = 60_000;

const UNKNOWN = "camera/unknown";

export type AdminCamera = Camera;
export type FoundCamera = DiscoveredCamera;
export type CameraUse = CameraDiskUsage;
interface Verification {
  readonly success: boolean;
  /** what the camera sends, or the reason why it does not */
  readonly said: Failure;
}

export interface CameraAdminActions {
  /** by name; those of other recorders behind the own ones, by their owners */
  readonly list: (signal?: AbortSignal) => Promise<Result<readonly AdminCamera[], Failure>>;
  readonly register: (form: CameraRegistration) => Promise<Result<AdminCamera, Failure>>;
  readonly change: (id: string, change: CameraPatch) => Promise<Result<AdminCamera, Failure>>;
  /** the failure is the server's own message, else 'An unexpected error has occurred.' */
  readonly rename: (id: string, name: string) => Promise<Result<AdminCamera, Failure>>;
  /** Also succeeds when somebody else has removed it. */
  readonly remove: (id: string) => Promise<Result<null, Failure>>;
  readonly verify: (id: string) => Promise<Result<Verification, Failure>>;
  /** devices that answer a search of the network, registered or not */
  readonly discover: (signal?: AbortSignal) => Promise<Result<readonly FoundCamera[], Failure>>;
  readonly diskUse: (signal?: AbortSignal) => Promise<Result<CameraUse, Failure>>;
}

const ownerOf = ({ recordedFor }: AdminCamera): string => (recordedFor ? `${recordedFor.name} ${recordedFor.id}` : "");

export function createCameraAdminActions(http: HttpClient): CameraAdminActions {
  const one = (id: string): string => `/service/cameras/${encodeURIComponent(id)}`;
  const until = (signal?: AbortSignal) => (signal ? { signal } : {});
  const timeoutMs = CAMERA_TIMEOUT_MS;
  return {
    list: async (signal) =>
      answeredWith(await http.json({ path: "/service/cameras", ...until(signal) }, cameraList), ({ cameras }) =>
        cameras.toSorted(
          (a, b) =>
            ownerOf(a).localeCompare(ownerOf(b)) ||
            a.name.localeCompare(b.name, undefined, { numeric: true }) ||
            a.id.localeCompare(b.id),
        ),
      ),
    register: async (body) => await http.json({ method: "POST", path: "/service/cameras", body, timeoutMs }, camera),
    change: async (id, body) =>
      answeredWith(
        await http.json({ method: "PATCH", path: one(id), body, timeoutMs }, cameraAnswer),
        (answer) => answer.camera,
      ),
    rename: async (id, name) => {
      const answer = await http.json({ method: "PATCH", path: one(id), body: { name } }, cameraAnswer);
      if (!answer.ok) return fail(messageOf(answer.error) ?? failure("server/unexpected"));
      return answeredWith(answer, (body) => body.camera);
    },
    remove: async (id) => {
      const answer = await http.done({ method: "DELETE", path: one(id) });
      return !answer.ok && answer.error.code === UNKNOWN ? ok(null) : answer;
    },
    verify: async (id) =>
      answeredWith(await http.json({ path: `${one(id)}/verify`, timeoutMs }, cameraVerification), (answer) => ({
        success: answer.success,
        said: reportedFailure(answer.told, answer.message) ?? foreignFailure("", ""),
      })),
    discover: async (signal) =>
      answeredWith(
        await http.json({ path: "/service/discoverable/cameras", timeoutMs, ...until(signal) }, discoveredCameraList),
        ({ cameras }) => cameras,
      ),
    diskUse: async (signal) =>
      await http.json({ path: "/service/cameras/disk-usage", ...until(signal) }, cameraDiskUsage),
  };
}
