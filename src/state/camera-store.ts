/** The cameras this session may see, and their streams' states. */
import { freeze } from "immer";
import type { Failure } from "#domain/failures/failure.ts";
import type { CameraActions } from "#domain/accounts/access.ts";
import type { DewarpConfig } from "#domain/dewarp/config.ts";
import { type FactStore, factStore } from "./store.ts";

type StreamState = "idle" | "starting" | "stopping" | "restarting" | "running" | "unknown" | "unable to retrieve";

interface StreamFacts {
  readonly id: string;
  readonly name: string;
  /** switched on: it has live video */
  readonly active: boolean;
  readonly widthPx: number | null;
  readonly heightPx: number | null;
  readonly framesPerSecond: number | null;
  /** the recorder looks for motion in it; absent: it does not */
  readonly isWatched?: boolean;
}

export interface CameraFacts {
  readonly id: string;
  /** server of the camera; "1" on a standalone recorder */
  readonly orchidId: string;
  readonly name: string;
  readonly driver: string;
  readonly model: string;
  /** null: the camera has no primary stream */
  readonly primaryStreamId: string | null;
  readonly streams: readonly StreamFacts[];
  readonly state: StreamState;
  readonly actions: CameraActions;
  readonly ptz: {
    readonly pan: boolean;
    readonly tilt: boolean;
    readonly zoom: boolean;
    /** a clicked point of the picture can be centred */
    readonly relativeFov: boolean;
    readonly maxPresets: number;
    /** it moves by steps, not while a key is held; absent: it does not */
    readonly steps?: boolean;
  } | null;
  /** the recorder whose camera it is, where another one records it; absent: it is its server's own */
  readonly recordedFor?: string;
  /** parts of its picture are hidden; absent: nothing is */
  readonly isMasked?: boolean;
  readonly hasDewarp: boolean;
  /** the fisheye settings that players offer; null = not a fisheye */
  readonly dewarp: DewarpConfig | null;
}

export interface CameraStoreFacts {
  status: "idle" | "loading" | "ready" | "failed";
  failure: Failure | null;
  /** by `cameraKey` */
  byKey: Record<string, CameraFacts>;
  /** keys in the order of the list: by name */
  order: string[];
}
export type CameraStore = FactStore<CameraStoreFacts>;

export const createCameraStore = (): CameraStore =>
  factStore<CameraStoreFacts>({ status: "idle", failure: null, byKey: {}, order: [] });

/** One camera of one server. */
export const cameraKey = (camera: { readonly id: string; readonly orchidId: string }): string =>
  `${camera.orchidId}/${camera.id}`;

/**
 * Puts the whole list, in its order. What is new is frozen here: what is frozen already a change need not look through, and of 10,000
 * cameras that arrive bit by bit most are.
 */
export function putCameras(store: CameraStore, list: readonly CameraFacts[]): void {
  const order: string[] = [];
  const byKey: Record<string, CameraFacts> = {};
  for (const camera of list) {
    const key = cameraKey(camera);
    order.push(key);
    byKey[key] = freeze(camera, true);
  }
  Object.freeze(order);
  Object.freeze(byKey);
  store.change((facts) => {
    facts.order = order;
    facts.byKey = byKey as typeof facts.byKey;
  });
}

/** Sets states by `cameraKey`. The other thousands are not drafted: that would cost more than all else a blinking camera causes. */
export function putStates(store: CameraStore, states: ReadonlyMap<string, CameraFacts["state"]>): void {
  const byKey = { ...store.get().byKey };
  for (const [key, state] of states) {
    const camera = byKey[key];
    if (camera) byKey[key] = Object.freeze({ ...camera, state });
  }
  Object.freeze(byKey);
  store.change((facts) => {
    facts.byKey = byKey as typeof facts.byKey;
  });
}
