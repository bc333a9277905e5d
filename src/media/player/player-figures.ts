/**
 * The measurements of a player: the stage's last report of its source, and once a second the figures of its connection.
 */
import { type DecodedBy, type DecodeMeasure, decodedBy } from "#domain/player/decode-cost.ts";
import type { SourceFacts } from "#protocol/stage-worker.ts";
import type { AttemptRun } from "./attempt/attempt-run.ts";
import { type LinkFigures, LinkStats, linkSampleOf, noFigures, ShownRate } from "./link-stats.ts";
import { blindMs } from "./player-rules.ts";

export class PlayerFigures {
  readonly #link = new LinkStats();
  readonly #shown = new ShownRate();
  #source: SourceFacts | null = null;
  /** when the stage last reported, performance.now() */
  #reportedAtMs: number | null = null;
  #network: LinkFigures = noFigures;
  #by: DecodedBy = null;

  get source(): SourceFacts | null {
    return this.#source;
  }
  get network(): LinkFigures {
    return this.#network;
  }
  /** The last second's decoding: by the browser, or by the stage itself. */
  get decoding(): DecodeMeasure {
    return { ...this.#network.decoded, by: this.#by };
  }
  get shownPerSecond(): number {
    return this.#shown.perSecond;
  }

  /** Another connection is being opened: its figures start at zero. */
  beginLink(): void {
    this.#link.reset();
    // What was lost stays lost: the next connection's decoder is software from the start.
    this.#by = this.#by === "hardware" || this.#by === "software-instead" ? this.#by : null;
  }

  /** The stage reports. Returns for how many ms before this report nobody could have seen whether frames arrived. */
  reported(nowMs: number): number {
    const blind = this.#reportedAtMs === null ? 0 : blindMs(nowMs - this.#reportedAtMs);
    this.#reportedAtMs = nowMs;
    return blind;
  }

  /** The report of the source that plays. */
  take(facts: SourceFacts): void {
    this.#source = facts;
  }

  /**
   * Measures the running attempt. Returns the share of packets that its connection lost, null where there is no
   * connection to ask.
   */
  async sample(run: AttemptRun | undefined): Promise<number | null> {
    const facts = this.#source;
    const nowMs = performance.now();
    if (facts) this.#shown.look(facts, nowMs);
    if (run?.connection) {
      const sample = linkSampleOf(await run.connection.getStats(), nowMs);
      this.#network = this.#link.add(sample);
      this.#by = decodedBy(this.#by, sample.byHardware);
      run.decoded(sample.framesDecoded);
      return this.#network.packetLoss;
    }
    if (facts) this.#by = facts.decodedBy;
    if (facts && run)
      this.#network = this.#link.add({
        atMs: nowMs,
        bytes: facts.bytesReceived,
        packetsReceived: 0,
        packetsLost: 0,
        packetsAskedAgain: 0,
        frozenMs: 0,
        roundTripMs: 0,
        jitterMs: 0,
        framesDecoded: 0,
        decodeMs: 0,
        byHardware: null,
      });
    return null;
  }
}
