/** What one of several `media` processes is told of the streams: which are its own, and which process has each of the others. */
import { englishText } from "#domain/failures/english.ts";
import type { Channel } from "#recorder/ipc/channel.ts";
import type { IndexAnswer, IndexWrite, MainContract } from "#recorder/ipc/main-contract.ts";
import type { MediaContract } from "#recorder/ipc/media-contract.ts";
import { OwnStreams } from "#recorder/recording/keeping/own-streams.ts";
import type { RecordingsOptions } from "#recorder/recording/recordings.ts";
import type { RtspProxyOptions } from "#recorder/viewing/rtsp-proxy.ts";

export class ProcessShare {
  /** the local sockets on which the processes take players */
  readonly #sockets: readonly string[];
  readonly #own: OwnStreams;
  /** resolves when it was told for the first time */
  readonly told: Promise<void>;
  #tell: () => void = () => undefined;
  #elsewhere: ReadonlyMap<string, number> = new Map();

  constructor(place: number, sockets: readonly string[]) {
    this.#sockets = sockets;
    this.#own = new OwnStreams(place);
    this.told = new Promise((resolve) => (this.#tell = resolve));
  }

  set({ streams, elsewhere = new Map() }: MediaContract["calls"]["streams.set"]["ask"]): void {
    this.#elsewhere = elsewhere;
    this.#own.set(
      streams.map(({ id }) => id),
      elsewhere.keys(),
    );
    this.#tell();
  }

  /** The first process writes the index, and `main`, which outlives every other one, does it for the rest. */
  recording(main: Channel<MediaContract, MainContract>): Pick<RecordingsOptions, "own" | "writeIndex"> {
    const own = this.#own;
    if (own.isKeeper) return { own };
    const writeIndex = async (write: IndexWrite): Promise<IndexAnswer> => {
      const answer = await main.call("index.write", write);
      if (answer.ok) return answer.value;
      return { failed: { message: englishText(answer.error), code: "" } };
    };
    return { own, writeIndex };
  }

  handover(): NonNullable<RtspProxyOptions["handover"]> {
    const sockets = this.#sockets;
    return {
      socket: this.#own.isKeeper ? null : (sockets[this.#own.at] ?? null),
      socketOf: (streamId) => sockets[this.#elsewhere.get(streamId) ?? -1] ?? null,
    };
  }
}
