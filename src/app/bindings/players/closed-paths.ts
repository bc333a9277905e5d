/**
 * Servers to which WebRTC has no way, as far as is known: where UDP is blocked, the first player waits ten seconds to find
 * that out, and the next ones need not. A server that was reached once is tried each time.
 */
import type { TransportFailure } from "#transport/request.ts";
import { PLAYER_TIMEOUT_MS } from "#domain/limits/player.ts";

/** After this time it is tried again: networks change. */
const KNOWN_FOR_MS = 60_000;
/** A player's own time-out may end the wait just before the connection's. */
const ALMOST_MS = 500;

export class ClosedPaths {
  readonly #reached = new Set<string>();
  readonly #closedAtMs = new Map<string, number>();

  isClosed(server: string, nowMs: number): boolean {
    return nowMs - (this.#closedAtMs.get(server) ?? Number.NEGATIVE_INFINITY) < KNOWN_FOR_MS;
  }

  /** The network is another one. */
  forget(): void {
    this.#closedAtMs.clear();
  }

  /** What a connection has come to that began at `begunMs`; null: it stands. */
  note(server: string, failed: TransportFailure | null, begunMs: number, nowMs: number): void {
    if (failed === null) {
      this.#reached.add(server);
      this.#closedAtMs.delete(server);
      return;
    }
    const { code } = failed.failure;
    const waitedInVain = code === "network/aborted" && nowMs - begunMs >= PLAYER_TIMEOUT_MS - ALMOST_MS;
    if (!this.#reached.has(server) && (code === "webrtc/no-path" || waitedInVain)) this.#closedAtMs.set(server, nowMs);
  }
}
