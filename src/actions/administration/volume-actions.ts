/** The volumes of a recorder: added, changed, drained, removed. */
import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import {
  type ManagedVolume,
  type VolumeCreate,
  type VolumeHeld,
  volumeHeld,
  type VolumeListAnswer,
  volumeList,
  type VolumePatch,
  volumeSpec,
} from "#protocol/rest/server/volumes.ts";
import type { HttpClient } from "#transport/http.ts";

export type { ManagedVolume, VolumeDoubt, VolumeHeld } from "#protocol/rest/server/volumes.ts";

export interface VolumeActions {
  readonly list: (signal?: AbortSignal) => Promise<Result<VolumeListAnswer, Failure>>;
  readonly add: (volume: VolumeCreate) => Promise<Result<ManagedVolume, Failure>>;
  readonly change: (name: string, change: VolumePatch) => Promise<Result<ManagedVolume, Failure>>;
  readonly remove: (name: string) => Promise<Result<null, Failure>>;
  /** what the index has of a volume */
  readonly held: (name: string, signal?: AbortSignal) => Promise<Result<VolumeHeld, Failure>>;
  /** of one that is lost: begins to take that out of the index */
  readonly forget: (name: string) => Promise<Result<VolumeHeld, Failure>>;
}

const PATH = "/service/server/volumes";
/** A disk that does not answer is looked at for some seconds. */
const TIMEOUT_MS = 30_000;
const pathOf = (name: string): string => `${PATH}/${encodeURIComponent(name)}`;

export const createVolumeActions = (http: HttpClient): VolumeActions => ({
  list: async (signal) => await http.json({ path: PATH, ...(signal ? { signal } : {}) }, volumeList),
  add: async (body) => await http.json({ method: "POST", path: PATH, body, timeoutMs: TIMEOUT_MS }, volumeSpec),
  change: async (name, body) =>
    await http.json({ method: "PATCH", path: pathOf(name), body, timeoutMs: TIMEOUT_MS }, volumeSpec),
  remove: async (name) => await http.done({ method: "DELETE", path: pathOf(name), timeoutMs: TIMEOUT_MS }),
  held: async (name, signal) =>
    await http.json({ path: `${pathOf(name)}/recordings`, ...(signal ? { signal } : {}) }, volumeHeld),
  forget: async (name) => await http.json({ method: "DELETE", path: `${pathOf(name)}/recordings` }, volumeHeld),
});
