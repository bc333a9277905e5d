import type { MediaCommand } from "#protocol/media-socket.ts";
import type { SourcePlay } from "#protocol/stage-worker.ts";
import type { Codec } from "../decode/decodable-codecs.ts";

/** Orders frames of the recorder. Whatever orders other frames raises the generation, the number by which they are told. */
export class PlayCommands {
  readonly #send: (command: MediaCommand) => void;
  #generation = 0;

  constructor(send: (command: MediaCommand) => void) {
    this.#send = send;
  }

  /** 0: nothing has been ordered yet */
  get generation(): number {
    return this.#generation;
  }

  play(play: SourcePlay, accepts: Codec[]): void {
    this.#generation += 1;
    this.#send({
      op: "play",
      generation: this.#generation,
      time: play.timeMs,
      rate: play.rate,
      paused: play.paused,
      height: play.heightPx,
      accepts,
      ...(play.draft ? { draft: true, within: play.draft.withinMs } : {}),
    });
    if (play.timeMs === 0 && (play.keysEveryMs ?? 0) > 0) this.keys(play);
  }

  /** Key frames only, or every frame, of the live play that is ordered. */
  keys({ keysEveryMs = 0 }: SourcePlay): void {
    this.#send({ op: "keys", generation: this.#generation, everyMs: keysEveryMs });
  }

  pause(isPaused: boolean): void {
    this.#send({ op: isPaused ? "pause" : "resume", generation: this.#generation });
  }

  step(fromMs: number, direction: 1 | -1): void {
    this.#generation += 1;
    this.#send({ op: "step", generation: this.#generation, from: fromMs, direction });
  }
}
