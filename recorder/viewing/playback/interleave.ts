import type { RecordedAudio, RecordedItem, RecordedVideo } from "#recorder/recording/segments/recorded-sample.ts";

/** A fragment's audio comes after its video: this much video is read ahead to interleave them. */
const READ_AHEAD_MS = 2000;
/** At the end of the recording nothing is held back longer than this. */
const PATIENCE_MS = 150;

/**
 * Video and audio of a recording in the order of their times, although files alternate them in runs of up to a second.
 * Video keeps its own (decoding) order. It reads ahead, so it must not be used where reading itself is paced.
 */
export async function* interleaved(items: AsyncGenerator<RecordedItem, void>): AsyncGenerator<RecordedItem, void> {
  const pictures: RecordedVideo[] = [];
  const audioFrames: RecordedAudio[] = [];
  let heardMs = Number.NEGATIVE_INFINITY;
  const release = function* (untilMs: number): Generator<RecordedItem, void> {
    for (;;) {
      const picture = pictures[0];
      const audioFrame = audioFrames[0];
      if (audioFrame && (!picture || audioFrame.wallMs <= picture.wallMs)) {
        audioFrames.shift();
        yield audioFrame;
      } else if (picture && picture.wallMs <= untilMs) {
        pictures.shift();
        yield picture;
      } else return;
    }
  };
  let next = items.next();
  try {
    for (;;) {
      const result = await (pictures.length > 0 ? within(next, PATIENCE_MS) : next);
      if (result === null) {
        yield* release(Number.POSITIVE_INFINITY);
        continue;
      }
      const item = result.done ? null : result.value;
      if (item === null || item.kind === "gap") {
        yield* release(Number.POSITIVE_INFINITY);
        if (item === null) return;
        yield item;
      } else if (item.kind === "video") {
        pictures.push(item);
        yield* release(Math.max(heardMs, item.wallMs - READ_AHEAD_MS));
      } else {
        audioFrames.push(item);
        heardMs = Math.max(heardMs, item.wallMs);
        yield* release(heardMs);
      }
      next = items.next();
    }
  } finally {
    // A reader that waits for more ends by its own signal; its result is no longer needed.
    next.catch(() => {});
    await items.return();
  }
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
