/** Relays that this page cannot reach, or that have just lost a player: for a while their recorders name others, or serve by themselves. */
import { AVOIDED_RELAYS_MAX } from "#protocol/relay-names.ts";

/** Networks change: after this time one is tried again. */
const UNREACHED_MS = 600_000;
/** A relay that ended is known to its recorder at once; this keeps one that ends each session from being asked for ever. */
const LOST_MS = 30_000;

export class RelayWays {
  /** by relay: until when it is avoided */
  readonly #untilMs = new Map<string, number>();

  /** The relays that are not to be used now, the newest trouble first. */
  avoided(nowMs: number): readonly string[] {
    for (const [relay, untilMs] of this.#untilMs) if (untilMs <= nowMs) this.#untilMs.delete(relay);
    return [...this.#untilMs.keys()].toReversed().slice(0, AVOIDED_RELAYS_MAX);
  }

  /** `wasReached`: it has shown pictures to the player that lost it. */
  failed(relay: string, wasReached: boolean, nowMs: number): void {
    const untilMs = nowMs + (wasReached ? LOST_MS : UNREACHED_MS);
    const before = this.#untilMs.get(relay) ?? 0;
    this.#untilMs.delete(relay);
    this.#untilMs.set(relay, Math.max(before, untilMs));
  }

  /** The network is another one. */
  forget(): void {
    this.#untilMs.clear();
  }
}
