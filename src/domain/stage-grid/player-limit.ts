/** How many players may stand on the stage (document 1, section 5). */
import { type Failure, failure } from "../failures/failure.ts";

export type LimitAnswer =
  | { readonly allowed: true }
  /** the cell is released; `logged` goes to the log, `shown` to the user */
  | { readonly allowed: false; readonly logged: string; readonly shown: Failure };

/** Whether one more player may be added to `count`. No limit where the server gives none. */
export function mayAddPlayer(count: number, maxPlayerCount: number | null | undefined): LimitAnswer {
  if (maxPlayerCount === null || maxPlayerCount === undefined || count < maxPlayerCount) return { allowed: true };
  return {
    allowed: false,
    logged: "Camera limit reached",
    shown: failure("stage/camera-limit", { n: maxPlayerCount }),
  };
}

/** Whether a camera may be dewarped beside those that are: one that is dewarped already costs no further decoding. */
export function mayDewarp(camera: string, dewarped: ReadonlySet<string>, max: number): LimitAnswer {
  if (dewarped.has(camera) || dewarped.size < max) return { allowed: true };
  const limit = failure("stage/dewarp-limit", { n: max });
  return { allowed: false, logged: "Dewarp limit reached", shown: limit };
}
