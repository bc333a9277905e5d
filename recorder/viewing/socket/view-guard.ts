import { type Failure, failure } from "#domain/failures/failure.ts";
import type { ViewRights } from "#recorder/ipc/contracts.ts";

/**
 * What one viewer's session may show. Rights are checked when it is opened; its commands can go to any time, so each
 * command is checked here before it is executed.
 */
export class ViewGuard {
  readonly #onPlayback: (timeMs: number) => void;
  #rights: ViewRights;
  #isPlayback: boolean;

  /** `timeMs`: where it was opened, 0 = live. `onPlayback`: a command turned a live view into a playback. */
  constructor(rights: ViewRights, timeMs: number, onPlayback: (timeMs: number) => void) {
    this.#rights = rights;
    this.#isPlayback = timeMs > 0;
    this.#onPlayback = onPlayback;
  }

  setRights(rights: ViewRights): void {
    this.#rights = rights;
  }

  /** Null when live pictures may follow. */
  live(): Failure | null {
    if (!this.#rights.live) return failure("access/denied", { cause: failure("access/no-live") });
    this.#isPlayback = false;
    return null;
  }

  /** Null when recorded pictures from `timeMs` on may follow. */
  playback(timeMs: number): Failure | null {
    if (!this.#rights.playback) return failure("access/denied", { cause: failure("access/no-playback") });
    if (!this.#isPlayback) this.#onPlayback(timeMs);
    this.#isPlayback = true;
    return null;
  }
}
