/** Cameras as their administrator sees them (document 2, sections 2, 3 and 7). Every failure is the text to show. */
import { fail, ok, type Result } from "#base/result.ts";
import { say } from "#domain/errors.ts";
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
  type CameraVerification,
} from "#protocol/rest/cameras/camera.ts";
import { type DiscoveredCamera, discoveredCameraList } from "#protocol/rest/server/server.ts";
import type { HttpClient } from "#transport/http.ts";
import { answered, answeredWith } from "../answered.ts";

/** How long an answer may take that waits for a camera: it is slow while it is asked for all it can do, or set up. */
export const CAMERA_TIMEOUT_MS = 60_000;

const UNKNOWN = "camera/unknown";

export type AdminCamera = Camera;
export type FoundCamera = DiscoveredCamera;
export type CameraUse = CameraDiskUsage;
export type Verification = CameraVerification;

export interface CameraAdminActions {
  /** by name */
  readonly list: (signal?: AbortSignal) => Promise<Result<readonly AdminCamera[], string>>;
  readonly register: (form: CameraRegistration) => Promise<Result<AdminCamera, string>>;
  readonly change: (id: string, change: CameraPatch) => Promise<Result<AdminCamera, string>>;
  /** the failure is the server's own message, else 'An unexpected error has occurred.' */
  readonly rename: (id: string, name: string) => Promise<Result<AdminCamera, string>>;
  /** Also done when somebody else has removed it. */
  readonly remove: (id: string) => Promise<Result<null, string>>;
  readonly verify: (id: string) => Promise<Result<Verification, string>>;
  /** devices that answer a search of the network, registered or not */
  readonly discover: (signal?: AbortSignal) => Promise<Result<readonly FoundCamera[], string>>;
  readonly diskUse: (signal?: AbortSignal) => Promise<Result<CameraUse, string>>;
}

export function createCameraAdminActions(http: HttpClient): CameraAdminActions {
  const one = (id: string): string => `/service/cameras/${encodeURIComponent(id)}`;
  const until = (signal?: AbortSignal) => (signal ? { signal } : {});
  const timeoutMs = CAMERA_TIMEOUT_MS;
  return {
    list: async (signal) =>
      answeredWith(await http.json({ path: "/service/cameras", ...until(signal) }, cameraList), ({ cameras }) =>
        cameras.toSorted(
          (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }) || a.id.localeCompare(b.id),
        ),
      ),
    register: async (body) =>
      answered(await http.json({ method: "POST", path: "/service/cameras", body, timeoutMs }, camera)),
    change: async (id, body) =>
      answeredWith(
        await http.json({ method: "PATCH", path: one(id), body, timeoutMs }, cameraAnswer),
        (answer) => answer.camera,
      ),
    rename: async (id, name) => {
      const answer = await http.json({ method: "PATCH", path: one(id), body: { name } }, cameraAnswer);
      if (!answer.ok) return fail(answer.error.reason ?? say("unexpected_sentence"));
      return answeredWith(answer, (body) => body.camera);
    },
    remove: async (id) => {
      const answer = await http.done({ method: "DELETE", path: one(id) });
      return !answer.ok && answer.error.code === UNKNOWN ? ok(null) : answered(answer);
    },
    verify: async (id) => answered(await http.json({ path: `${one(id)}/verify`, timeoutMs }, cameraVerification)),
    discover: async (signal) =>
      answeredWith(
        await http.json({ path: "/service/discoverable/cameras", timeoutMs, ...until(signal) }, discoveredCameraList),
        ({ cameras }) => cameras,
      ),
    diskUse: async (signal) =>
      answered(await http.json({ path: "/service/cameras/disk-usage", ...until(signal) }, cameraDiskUsage)),
  };
}
