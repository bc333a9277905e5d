/** The tour of a moving camera, which its recorder runs, and who holds the camera. */
import { ok, type Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import {
  type CameraTours,
  cameraTours,
  ptzTour,
  type PtzTour,
  type PtzTourWrite,
} from "#protocol/rest/cameras/ptz-tour.ts";
import type { CameraFacts } from "#state/camera-store.ts";
import type { HttpClient } from "#transport/http.ts";
import { answeredWith } from "../answered.ts";

type Camera = Pick<CameraFacts, "id">;
type Tour = Promise<Result<PtzTour, Failure>>;

export interface PtzTourActions {
  readonly read: (camera: Camera) => Tour;
  readonly save: (camera: Camera, tour: PtzTourWrite) => Tour;
  readonly enable: (camera: Camera, enabled: boolean) => Tour;
  /** Failures: ptz/held. */
  readonly takeOver: (camera: Camera) => Tour;
  /** The tours that the camera keeps itself. */
  readonly own: (camera: Camera) => Promise<Result<CameraTours, Failure>>;
  /** Failures: ptz/held, and what the camera says. */
  readonly runOwn: (camera: Camera, token: string, runs: boolean) => Promise<Result<null, Failure>>;
  readonly letGo: (camera: Camera) => Promise<Result<null, Failure>>;
}

export function createPtzTourActions(http: HttpClient): PtzTourActions {
  const of = ({ id }: Camera): string => `/service/cameras/${encodeURIComponent(id)}`;
  const ask = async (method: "GET" | "PUT" | "PATCH" | "POST", path: string, body?: unknown): Tour =>
    answeredWith(await http.json({ method, path, ...(body === undefined ? {} : { body }) }, ptzTour), (value) => value);
  return {
    read: (camera) => ask("GET", `${of(camera)}/tour`),
    save: (camera, tour) => ask("PUT", `${of(camera)}/tour`, tour),
    enable: (camera, enabled) => ask("PATCH", `${of(camera)}/tour`, { enabled }),
    takeOver: (camera) => ask("POST", `${of(camera)}/position/hold`, { takeOver: true }),
    own: async (camera) =>
      answeredWith(await http.json({ path: `${of(camera)}/position/tours` }, cameraTours), ({ tours }) => tours),
    async runOwn(camera, token, runs) {
      const path = `${of(camera)}/position/tours/${encodeURIComponent(token)}`;
      const answer = await http.done({ method: "PATCH", path, body: { runs } });
      return answer.ok ? ok(null) : answer;
    },
    async letGo(camera) {
      const answer = await http.done({ method: "DELETE", path: `${of(camera)}/position/hold` });
      return answer.ok ? ok(null) : answer;
    },
  };
}
