/** The camera groups of the side panel, and the group that the panel shows. */
import type { Failure } from "#domain/failures/failure.ts";
import type { CameraGroup } from "#domain/cameras/camera-groups.ts";
import { type FactStore, factStore } from "./store.ts";

interface CameraGroupFacts {
  status: "idle" | "loading" | "ready" | "failed";
  failure: Failure | null;
  groups: CameraGroup[];
  /** the group that the panel shows; null: Home. A removed group counts as Home */
  openId: string | null;
  /** servers whose cameras are folded away */
  foldedServers: string[];
}
export type CameraGroupStore = FactStore<CameraGroupFacts>;

export const createCameraGroupStore = (): CameraGroupStore =>
  factStore<CameraGroupFacts>({ status: "idle", failure: null, groups: [], openId: null, foldedServers: [] });
