import { errors } from "#domain/errors.ts";
import type { ViewRights } from "#recorder/ipc/contracts.ts";

/** Why a command is refused, in the words of the routes that open sessions. */
export interface Denied {
  readonly code: "access/denied";
  readonly reason: string;
}

/**
 * What one viewer's session may show. Rights are checked when it is opened; its commands can go to any time, so each
 * command is
 * checked here before it is executed.
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

  /** Null when live video may follow. */
  live(): Denied | null {
    if (!this.#rights.live) return { code: "access/denied", reason: errors.no_live_permission.text };
    this.#isPlayback = false;
    return null;
  }

  /** Null when recorded video from `timeMs` on may follow. */
  playback(timeMs: number): Denied | null {
    if (!this.#rights.playback) return { code: "access/denied", reason: errors.no_playback_permission.text };
    if (!this.#isPlayback) this.#onPlayback(timeMs);
    this.#isPlayback = true;
    return null;
  }
}
