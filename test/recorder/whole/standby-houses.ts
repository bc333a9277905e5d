/** Houses of recorders that stand in for one another, for the tests of one file, and what they have recorded. */
import { afterAll, afterEach, beforeAll } from "vitest";
import { builtRecorder } from "./built-recorder.ts";
import { type GroupRecorder, StandbyHouse } from "./standby-house.ts";

/** Call it where the tests are described. A house is closed after its test. */
export function standbyHouses(): { readonly open: (cameras: number) => Promise<StandbyHouse> } {
  let tested: Awaited<ReturnType<typeof builtRecorder>>;
  let house: StandbyHouse | null = null;
  beforeAll(async () => {
    tested = await builtRecorder();
  }, 240_000);
  afterEach(() => house?.close(), 60_000);
  afterAll(() => tested?.remove());
  return {
    async open(cameras) {
      house = await StandbyHouse.open(tested.built, cameras);
      return house;
    },
  };
}

export const newest = async (at: GroupRecorder, streamId: string): Promise<number> =>
  Math.max(0, ...(await at.shown(streamId)).map(({ toMs }) => toMs));

/** Until it has recorded each of them beyond this time. */
export const recorded = (
  house: StandbyHouse,
  at: GroupRecorder,
  streams: readonly { streamId: string }[],
  sinceMs: number,
): Promise<void> =>
  house.until("more recordings", async () => {
    const ends = await Promise.all(streams.map(({ streamId }) => newest(at, streamId)));
    return ends.every((endMs) => endMs > sinceMs);
  });

/** Pauses between what is shown, and what is shown twice. */
export async function seams(at: GroupRecorder, streamId: string): Promise<{ atMs: number; pauseMs: number }[]> {
  const shown = await at.shown(streamId);
  return shown.slice(1).map(({ fromMs }, n) => ({ atMs: fromMs, pauseMs: fromMs - (shown[n]?.toMs ?? 0) }));
}
