import { type Failure, failure } from "#domain/failures/failure.ts";
import type { ViewRights } from "#recorder/ipc/viewing-shapes.ts";

const ELSEWHERE_MS = 10_000;

/**
 * What one viewer's session may show. Rights are checked when it is opened; its commands can go to any time, so each
 * command is checked here before it is executed.
 */
export class ViewGuard {
  readonly #onPlayback: (timeMs: number) => void;
  #rights: ViewRights;
  /** the recorded time that was last told of; 0 = live pictures are shown */
  #toldMs: number;

  /** `timeMs`: where it was opened, 0 = live. `onPlayback`: a command leads to another recorded time. */
  constructor(rights: ViewRights, timeMs: number, onPlayback: (timeMs: number) => void) {
    this.#rights = rights;
    this.#toldMs = timeMs;
    this.#onPlayback = onPlayback;
  }

  setRights(rights: ViewRights): void {
    this.#rights = rights;
  }

  /** They decide which masks are painted over the picture. */
  get rights(): ViewRights {
    return this.#rights;
  }

  /** Null when live pictures may follow. */
  live(): Failure | null {
    if (!this.#rights.live) return failure("access/denied", { cause: failure("access/no-live") });
    this.#toldMs = 0;
    return null;
  }

  /** Null when recorded pictures from `timeMs` on may follow. */
  playback(timeMs: number): Failure | null {
    if (!this.#rights.playback) return failure("access/denied", { cause: failure("access/no-playback") });
    // Steps and changes of speed stay where the picture is.
    if (this.#toldMs === 0 || Math.abs(timeMs - this.#toldMs) >= ELSEWHERE_MS) {
      this.#toldMs = timeMs;
      this.#onPlayback(timeMs);
    }
    return null;
  }
}
