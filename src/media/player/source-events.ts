import { failure } from "#domain/failures/failure.ts";
import type { SourceEvent } from "#protocol/stage-worker.ts";
import type { PlayerEvent } from "./player-state.ts";

/** What the source of an attempt reports, as the machine takes it. `id`: of the attempt. */
export function eventOf(id: number, event: SourceEvent): PlayerEvent {
  switch (event.kind) {
    case "first-frame":
      return { type: "first-frame", id };
    case "state":
      return { type: "source-state", id, state: event.state };
    case "gap":
      return { type: "gap", id, fromMs: event.fromMs, toMs: event.toMs, isAway: event.isAway === true };
    case "error":
      return { ...event, type: "error", id, retryAfterMs: 0 };
    case "closed":
      return { type: "error", id, failure: failure("media/closed"), recoverable: true, retryAfterMs: 0 };
  }
}
