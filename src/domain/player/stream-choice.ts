/** Which of a camera's streams a tile of a size wants: by pixels, with hysteresis, within a decode budget. [ours] */

export interface StreamSize {
  readonly id: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A stream is left for a smaller one only when the tile is this much smaller than the smaller one covers. */
const HYSTERESIS = 0.85;
/** A stream this near to the tile's size is good enough: upscaling by a tenth is not seen. */
const GOOD_ENOUGH = 0.9;

/**
 * The stream for a tile of so many device pixels in height: the smallest that covers it, else the largest. A tile that
 * shows `currentId` keeps it while its size is near the border between two, so that an edge being dragged does not swap
 * streams to and fro. Null: the camera has no stream whose size is known.
 */
export function chooseStream(
  streams: readonly StreamSize[],
  tileHeightPx: number,
  currentId: string | null,
): StreamSize | null {
  const bySize = [...streams].filter((stream) => stream.heightPx > 0).sort((a, b) => a.heightPx - b.heightPx);
  const smallest = (neededPx: number) => bySize.find((stream) => stream.heightPx >= neededPx) ?? bySize.at(-1) ?? null;
  const wanted = smallest(tileHeightPx * GOOD_ENOUGH);
  const current = bySize.find((stream) => stream.id === currentId);
  if (!wanted || !current || wanted.heightPx >= current.heightPx) return wanted;
  // Going down: only when the smaller one covers the tile with something to spare.
  const spare = smallest((tileHeightPx * GOOD_ENOUGH) / HYSTERESIS);
  return spare && spare.heightPx < current.heightPx ? spare : current;
}

export interface TileWish {
  readonly tileId: string;
  readonly focused: boolean;
  readonly tileHeightPx: number;
  readonly streams: readonly StreamSize[];
  readonly currentId: string | null;
}

/**
 * Streams for a whole wall within `budgetPx` decoded pixels per picture of all tiles together: the largest unfocused
 * streams step down first until it fits. A camera's smallest stream is never taken away.
 */
export function chooseStreams(wishes: readonly TileWish[], budgetPx: number): ReadonlyMap<string, string> {
  const chosen = wishes.map((wish) => ({
    wish,
    stream: chooseStream(wish.streams, wish.tileHeightPx, wish.currentId),
  }));
  const area = (stream: StreamSize | null) => (stream ? stream.widthPx * stream.heightPx : 0);
  let total = chosen.reduce((sum, { stream }) => sum + area(stream), 0);
  const order = [...chosen].sort(
    (a, b) => Number(a.wish.focused) - Number(b.wish.focused) || area(b.stream) - area(a.stream),
  );
  for (const one of order) {
    while (total > budgetPx) {
      const smaller = nextSmaller(one.wish.streams, one.stream);
      if (!smaller) break;
      total += area(smaller) - area(one.stream);
      one.stream = smaller;
    }
  }
  return new Map(chosen.flatMap(({ wish, stream }) => (stream ? [[wish.tileId, stream.id] as const] : [])));
}

const nextSmaller = (streams: readonly StreamSize[], than: StreamSize | null): StreamSize | null =>
  than === null
    ? null
    : ([...streams]
        .filter((stream) => stream.heightPx > 0 && stream.heightPx < than.heightPx)
        .sort((a, b) => b.heightPx - a.heightPx)[0] ?? null);
