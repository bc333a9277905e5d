/** By what rule old recordings are thinned out. */
import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { ThinningSpec } from "#domain/recordings/thinning.ts";
import { type ThinningDue, thinningDue, type ThinningState, thinningState } from "#protocol/rest/server/thinning.ts";
import type { HttpClient } from "#transport/http.ts";

export type { ThinningDue, ThinningState } from "#protocol/rest/server/thinning.ts";

export interface ThinningActions {
  readonly state: (signal?: AbortSignal) => Promise<Result<ThinningState, Failure>>;
  readonly set: (rule: ThinningSpec) => Promise<Result<ThinningState, Failure>>;
  /** what a rule would do at once */
  readonly due: (rule: ThinningSpec, signal?: AbortSignal) => Promise<Result<ThinningDue, Failure>>;
  readonly stop: () => Promise<Result<null, Failure>>;
}

const PATH = "/service/server/thinning";
/** Some recordings of each stream are looked at. */
const DUE_MS = 60_000;

export const createThinningActions = (http: HttpClient): ThinningActions => ({
  state: async (signal) => await http.json({ path: PATH, ...(signal ? { signal } : {}) }, thinningState),
  set: async (body) => await http.json({ method: "PUT", path: PATH, body }, thinningState),
  due: async (body, signal) =>
    await http.json(
      { method: "POST", path: `${PATH}/due`, body, timeoutMs: DUE_MS, ...(signal ? { signal } : {}) },
      thinningDue,
    ),
  stop: async () => await http.done({ method: "DELETE", path: PATH }),
});
