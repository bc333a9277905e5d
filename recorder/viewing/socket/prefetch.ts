import { type MediaCommand, MediaFlag } from "#protocol/media-socket.ts";
import { type MediaOutput, SocketOutput } from "../output/media-output.ts";
import { NewestWork } from "../playback/newest-work.ts";
import type { RecordedPlayer } from "../playback/recorded-player.ts";

type PrefetchCommand = Extract<MediaCommand, { op: "prefetch" }>;
type Play = Extract<MediaCommand, { op: "play" }>;

interface PrefetchHost {
  /** Starts to send one recorded frame; null: it was over before it began. */
  readonly start: (play: Play, output: MediaOutput, isOver: () => boolean) => Promise<RecordedPlayer | null>;
  readonly onBroken: (error: unknown) => void;
}

/** The one frame that a viewer expects to want next. It is sent beside what plays, and touches nothing of that. */
export class Prefetch {
  readonly #host: PrefetchHost;
  readonly #outputOf: (number: number) => MediaOutput;
  readonly #reading = new NewestWork();
  #player: RecordedPlayer | null = null;
  #number = 0;
  #isWanted = false;
  #output: MediaOutput | null = null;

  constructor(host: PrefetchHost, ...[port, format, onSent]: ConstructorParameters<typeof SocketOutput>) {
    this.#host = host;
    this.#outputOf = (number) => new SocketOutput(port, format, onSent, number);
  }

  begin({ number, time, height, accepts }: PrefetchCommand): void {
    // An older number is a mistake of the client.
    if (number !== 0 && number <= this.#number) return;
    this.end();
    if (number === 0 || time === 0) return;
    this.#number = number;
    this.#isWanted = true;
    const output = this.#outputOf(number);
    this.#output = output;
    const isOver = (): boolean => !this.#isWanted || this.#number !== number;
    const play: Play = { op: "play", generation: 0, time, rate: 1, paused: true, height, accepts };
    this.#reading.run(async () => {
      try {
        const player = await this.#host.start(play, output, isOver);
        if (isOver()) player?.stop();
        else this.#player = player;
        await player?.ended;
      } catch (error) {
        this.#host.onBroken(error);
      }
    });
  }

  /** What was sent shows what the viewer may not see any more: it is taken back. */
  takeBack(): void {
    this.end();
    this.#output?.mark(MediaFlag.discontinuity, 0);
    this.#output = null;
  }

  /** What has not been sent yet is not sent any more. */
  end(): void {
    this.#isWanted = false;
    this.#reading.forget();
    this.#player?.stop();
    this.#player = null;
  }
}
