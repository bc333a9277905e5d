/** The lanes that the stage's thread draws: one for each camera with all its streams, or one that all share. */
import { mergeSpans } from "#domain/timeline/coverage.ts";
import type { TimelineLaneData, TimelineLaneView } from "#protocol/timeline-view.ts";
import type { StageClient } from "#stage/stage-client.ts";

/** The lane that all streams share. */
const ONE_LANE = "*";

interface Lane {
  /** by which it is known */
  readonly streamId: string;
  /** what any of these has is drawn */
  readonly streams: readonly string[];
}

export class StageLanes {
  readonly #client: Pick<StageClient, "setTimelineLane">;
  readonly #isOne: () => boolean;
  /** by stream, as the recorder has answered */
  readonly #known = new Map<string, TimelineLaneData>();
  /** lanes that the stage's thread has */
  readonly #drawn = new Set<string>();
  #lanes: readonly Lane[] = [];

  constructor(client: Pick<StageClient, "setTimelineLane">, isOne: () => boolean) {
    this.#client = client;
    this.#isOne = isOne;
  }

  set(streamId: string, data: TimelineLaneData): void {
    const before = this.#known.get(streamId);
    this.#known.set(streamId, data);
    const lane = this.#lanes.find(({ streams }) => streams.includes(streamId));
    // Most second streams have nothing: the spans of the first one are not sent again for them.
    if (lane && lane.streamId !== streamId && isEmpty(data) && (before === undefined || isEmpty(before))) return;
    this.#draw(this.#isOne() ? ONE_LANE : (lane?.streamId ?? streamId));
  }

  /** Forgets all other streams; returns the lanes to draw. */
  keep(lanes: readonly Lane[]): readonly TimelineLaneView[] {
    const isOne = this.#isOne();
    const before = new Map(this.#lanes.map((lane) => [lane.streamId, lane.streams.join()]));
    this.#lanes = lanes;
    const streams = new Set(lanes.flatMap((lane) => lane.streams));
    const gone = [...this.#known.keys()].filter((id) => !streams.has(id));
    for (const id of gone) this.#known.delete(id);
    const ids = new Set(isOne ? lanes.slice(0, 1).map(() => ONE_LANE) : lanes.map(({ streamId }) => streamId));
    for (const id of this.#drawn)
      if (!ids.has(id)) {
        this.#drawn.delete(id);
        this.#client.setTimelineLane(id, null);
      }
    if (isOne && ids.size > 0 && (gone.length > 0 || !this.#drawn.has(ONE_LANE))) this.#draw(ONE_LANE);
    if (!isOne)
      for (const lane of lanes)
        if (!this.#drawn.has(lane.streamId) || before.get(lane.streamId) !== lane.streams.join())
          this.#draw(lane.streamId);
    return [...ids].map((id) => ({ id }));
  }

  #draw(id: string): void {
    const streams = this.#lanes.find(({ streamId }) => streamId === id)?.streams ?? [id];
    const own = id === ONE_LANE ? [...this.#known.values()] : streams.flatMap((one) => this.#known.get(one) ?? []);
    if (own.length === 0 && id !== ONE_LANE) return;
    this.#drawn.add(id);
    this.#client.setTimelineLane(id, joined(own));
  }
}

const isEmpty = ({ recorded, motion, away, damaged }: TimelineLaneData): boolean =>
  [recorded, motion, away, damaged].every((spans) => (spans?.starts.length ?? 0) === 0);

/** What any of the lanes has. The arrays are new ones, because the stage takes them away. */
function joined(lanes: readonly TimelineLaneData[]): TimelineLaneData {
  const join = (kind: keyof TimelineLaneData) => {
    const { starts, stops } = mergeSpans(
      lanes.flatMap((lane) => lane[kind] ?? []).filter((spans) => spans.starts.length > 0),
    );
    return { starts: new Float64Array(starts), stops: new Float64Array(stops) };
  };
  const [known, recorded, motion] = [join("known"), join("recorded"), join("motion")];
  return { known, recorded, motion, away: join("away"), damaged: join("damaged") };
}
