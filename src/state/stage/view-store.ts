/** The named views of fisheyes and the patrols through them that this session may see. */
import type { Failure } from "#domain/failures/failure.ts";
import type { FisheyeLook } from "#domain/dewarp/config.ts";
import type { CameraRef } from "#domain/stage-grid/grid.ts";
import { type FactStore, factStore } from "../store.ts";

export interface NamedView {
  readonly id: string;
  readonly name: string;
  readonly camera: CameraRef;
  readonly look: FisheyeLook;
  /** seen by everybody who may see the camera */
  readonly shared: boolean;
  readonly editable: boolean;
  /** the account begins with it on this camera */
  readonly home: boolean;
}

export interface Patrol {
  readonly id: string;
  readonly name: string;
  readonly camera: CameraRef;
  readonly stops: readonly PatrolStopFacts[];
  readonly glideS: number;
  /** seen by everybody who may see the camera */
  readonly shared: boolean;
  readonly editable: boolean;
}
export interface PatrolStopFacts {
  readonly viewId: string;
  readonly dwellS: number;
}

export interface ViewStoreFacts {
  status: "idle" | "loading" | "ready" | "failed";
  failure: Failure | null;
  /** by name, in the order in which people read letters and numbers */
  readonly list: readonly NamedView[];
  /** by name */
  readonly patrols: readonly Patrol[];
}
export type ViewStore = FactStore<ViewStoreFacts>;
export const createViewStore = (): ViewStore =>
  factStore<ViewStoreFacts>({ status: "idle", failure: null, list: [], patrols: [] });
