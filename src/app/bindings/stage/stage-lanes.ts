/** The lanes that the stage's thread draws: one for each stream, or one that all share. */
import { mergeSpans } from "#domain/timeline/coverage.ts";
import type { TimelineLaneData, TimelineLaneView } from "#protocol/timeline-view.ts";
import type { StageClient } from "#stage/stage-client.ts";

/** The lane that all streams share. */
const ONE_LANE = "*";

export class StageLanes {
  readonly #client: Pick<StageClient, "setTimelineLane">;
  readonly #isOne: () => boolean;
  /** by stream, as the recorder has answered */
  readonly #known = new Map<string, TimelineLaneData>();
  #wasOne: boolean;

  constructor(client: Pick<StageClient, "setTimelineLane">, isOne: () => boolean) {
    this.#client = client;
    this.#isOne = isOne;
    this.#wasOne = isOne();
  }

  set(streamId: string, data: TimelineLaneData): void {
    this.#known.set(streamId, data);
    this.#tell(streamId);
  }

  /** Forgets all other streams; returns the lanes to draw. */
  keep(streams: readonly string[]): readonly TimelineLaneView[] {
    const isOne = this.#isOne();
    const gone = [...this.#known.keys()].filter((id) => !streams.includes(id));
    for (const id of gone) {
      this.#known.delete(id);
      this.#client.setTimelineLane(id, null);
    }
    if (isOne !== this.#wasOne) {
      this.#wasOne = isOne;
      if (!isOne) this.#client.setTimelineLane(ONE_LANE, null);
      for (const id of this.#known.keys())
        if (isOne) this.#client.setTimelineLane(id, null);
        else this.#tell(id);
      if (isOne) this.#tell(ONE_LANE);
    } else if (isOne && gone.length > 0) this.#tell(ONE_LANE);
    return isOne ? streams.slice(0, 1).map(() => ({ id: ONE_LANE })) : streams.map((id) => ({ id }));
  }

  #tell(streamId: string): void {
    const own = this.#known.get(streamId);
    if (this.#isOne()) this.#client.setTimelineLane(ONE_LANE, joined([...this.#known.values()]));
    else if (own) this.#client.setTimelineLane(streamId, joined([own]));
  }
}

/** What any of the lanes has. The arrays are new ones, because the stage takes them away. */
function joined(lanes: readonly TimelineLaneData[]): TimelineLaneData {
  const join = (kind: keyof TimelineLaneData) => {
    const { starts, stops } = mergeSpans(lanes.flatMap((lane) => lane[kind] ?? []));
    return { starts: new Float64Array(starts), stops: new Float64Array(stops) };
  };
  const [known, recorded, motion] = [join("known"), join("recorded"), join("motion")];
  return { known, recorded, motion, away: join("away"), damaged: join("damaged") };
}
