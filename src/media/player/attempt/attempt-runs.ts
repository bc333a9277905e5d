/** The attempts of one player that run, and the frames of ended ones that its tile still shows. */
import { type AttemptHost, AttemptRun } from "./attempt-run.ts";
import type { GatePriority } from "./connection-gate.ts";
import { KeptFrames } from "./kept-frames.ts";
import type { Attempt } from "../player-state.ts";

export class AttemptRuns {
  readonly kept: KeptFrames;
  readonly #playerId: string;
  readonly #host: AttemptHost;
  readonly #byId = new Map<number, AttemptRun>();

  constructor(playerId: string, host: AttemptHost) {
    this.#playerId = playerId;
    this.#host = host;
    this.kept = new KeptFrames(host.ports.stage);
  }

  [Symbol.iterator](): IterableIterator<AttemptRun> {
    return this.#byId.values();
  }

  get(id: number): AttemptRun | undefined {
    return this.#byId.get(id);
  }

  /** Null: a source of another player, or of an attempt that has ended. */
  ofSource(sourceId: string): AttemptRun | null {
    const prefix = `${this.#playerId}/`;
    return (sourceId.startsWith(prefix) && this.#byId.get(Number(sourceId.slice(prefix.length)))) || null;
  }

  sourceId(id: number): string {
    return `${this.#playerId}/${id}`;
  }

  open(attempt: Attempt, priority: GatePriority): void {
    const { id } = attempt;
    this.#byId.set(id, new AttemptRun(this.#host, attempt, this.sourceId(id), priority));
  }

  /** `keepsFrame`: the frame that the tile shows stays until the next one is on the screen. */
  close(id: number, keepsFrame: boolean): void {
    const run = this.#byId.get(id);
    this.#byId.delete(id);
    if (!run) return;
    run.close(keepsFrame);
    if (keepsFrame) this.kept.keep(run.sourceId);
  }

  closeAll(): void {
    for (const run of this.#byId.values()) run.close(false);
    this.#byId.clear();
    this.kept.forgetAll();
  }
}
