import type { RecordingReader } from "#recorder/recording/segments/recorded-sample.ts";

async function* nothing(): AsyncGenerator<never, void> {}
const none = (): Promise<null> => Promise.resolve(null);

/** Where nothing is recorded at all. */
export const NO_RECORDINGS: RecordingReader = {
  samples: nothing,
  gopsBackwards: nothing,
  keyFrames: nothing,
  audioBetween: none,
  frameAt: none,
  configAt: none,
  keyFrameAt: none,
  stepTime: none,
  nextRecorded: none,
  previousRecorded: none,
  isAway: () => Promise.resolve(false),
  unreached: () => Promise.resolve([]),
  unreachedOn: () => Promise.resolve([]),
  close: () => Promise.resolve(),
};
