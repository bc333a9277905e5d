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

/** Whether one more player may be dewarped in addition to `count`; quad and double views count as one. */
export function mayDewarp(count: number, max: number): LimitAnswer {
  if (count < max) return { allowed: true };
  const limit = failure("stage/dewarp-limit", { n: max });
  return { allowed: false, logged: "Dewarp limit reached", shown: limit };
}
