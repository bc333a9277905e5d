import type { MediaCommand } from "#protocol/media-socket.ts";
import { type MediaOutput, SocketOutput } from "../output/media-output.ts";
import type { RecordedPlayer } from "../playback/recorded-player.ts";

type PrefetchCommand = Extract<MediaCommand, { op: "prefetch" }>;
type Play = Extract<MediaCommand, { op: "play" }>;

export interface PrefetchHost {
  /** Starts to send one recorded frame; null: it was over before it began. */
  readonly start: (play: Play, output: MediaOutput, isOver: () => boolean) => Promise<RecordedPlayer | null>;
  readonly onBroken: (error: unknown) => void;
}

/** The one frame that a viewer expects to want next. It is sent beside what plays, and touches nothing of that. */
export class Prefetch {
  readonly #host: PrefetchHost;
  readonly #outputOf: (number: number) => MediaOutput;
  #player: RecordedPlayer | null = null;
  #number = 0;
  #isWanted = false;
  #isTrue = false;

  constructor(host: PrefetchHost, ...[port, format, onSent]: ConstructorParameters<typeof SocketOutput>) {
    this.#host = host;
    this.#outputOf = (number) => new SocketOutput(port, format, onSent, number);
  }

  /** Since the newest command nothing has changed of what the viewer may see. */
  get isTrue(): boolean {
    return this.#isTrue;
  }

  begin({ number, time, height, accepts }: PrefetchCommand): void {
    // An older number is a mistake of the client.
    if (number !== 0 && number <= this.#number) return;
    this.end();
    if (number === 0 || time === 0) return;
    this.#number = number;
    this.#isWanted = true;
    this.#isTrue = true;
    const isOver = (): boolean => !this.#isWanted || this.#number !== number;
    const play: Play = { op: "play", generation: 0, time, rate: 1, paused: true, height, accepts };
    this.#host.start(play, this.#outputOf(number), isOver).then((player) => {
      if (isOver()) player?.stop();
      else this.#player = player;
    }, this.#host.onBroken);
  }

  /** What the viewer holds shows what it may not see any more. */
  forget(): void {
    this.end();
    this.#isTrue = false;
  }

  /** What has not been sent yet is not sent any more. */
  end(): void {
    this.#isWanted = false;
    this.#player?.stop();
    this.#player = null;
  }
}
