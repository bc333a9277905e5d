/**
 * Which of a camera's streams each tile gets: the smallest that is not smaller than the tile (Milestone's rule), with
 * hysteresis so that a resize does not flap. When the page's decode budget is exceeded, the least important tiles get
 * the largest that is not larger (Genetec's rule). Pure.
 */
export interface ChoiceStream {
  readonly id: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly framesPerSecond: number;
}

export interface ChoiceTile {
  readonly id: string;
  /** size on the screen in device pixels (CSS pixels times DPR), digital zoom included */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly focused: boolean;
  readonly visible: boolean;
  readonly streams: readonly ChoiceStream[];
  /** the current stream, null at first */
  readonly current: string | null;
}

/** [ours] decoded pixels per second that a page may cost: 64 small tiles of 640x360 at 15 fps and one 4K at 25 fps fit */
export const DECODE_BUDGET_PX_PER_S = 450_000_000;
/** [ours] the tile must be this much larger than its stream before a larger one is taken */
export const STEP_UP = 1.15;
/** [ours] and this much smaller than the next smaller stream before that one is taken */
export const STEP_DOWN = 0.85;

export const costOf = (stream: ChoiceStream): number =>
  stream.widthPx * stream.heightPx * Math.max(1, stream.framesPerSecond);

const bySize = (a: ChoiceStream, b: ChoiceStream): number => a.widthPx * a.heightPx - b.widthPx * b.heightPx;

/** The stream for a tile by its size alone; null when the camera has none. */
export function streamForTile(tile: ChoiceTile): ChoiceStream | null {
  const streams = [...tile.streams].sort(bySize);
  const largest = streams.at(-1);
  if (!largest) return null;
  const fits = (stream: ChoiceStream, share: number) =>
    stream.widthPx >= tile.widthPx * share || stream.heightPx >= tile.heightPx * share;
  const now = streams.findIndex((stream) => stream.id === tile.current);
  if (now < 0) return streams.find((stream) => fits(stream, 1)) ?? largest;
  const current = streams[now];
  if (current && !fits(current, 1 / STEP_UP)) return streams.find((stream) => fits(stream, 1)) ?? largest;
  const smaller = streams.findIndex((stream) => fits(stream, 1 / STEP_DOWN));
  return (smaller >= 0 && smaller < now ? streams[smaller] : current) ?? largest;
}

/**
 * Stream per tile id, within the budget. The least important tiles get less first: hidden, then small, then large, the
 * focused last.
 */
export function chooseStreams(
  tiles: readonly ChoiceTile[],
  budgetPxPerS: number = DECODE_BUDGET_PX_PER_S,
): ReadonlyMap<string, string> {
  const chosen = new Map<string, ChoiceStream>();
  for (const tile of tiles) {
    const stream = streamForTile(tile);
    if (stream) chosen.set(tile.id, stream);
  }
  let cost = [...chosen.values()].reduce((sum, stream) => sum + costOf(stream), 0);
  const weight = (tile: ChoiceTile): number =>
    (tile.focused ? 4 : 0) + (tile.visible ? 2 : 0) + Math.min(1, (tile.widthPx * tile.heightPx) / 1e8);
  const leastFirst = [...tiles].sort((a, b) => weight(a) - weight(b));
  for (let again = true; again && cost > budgetPxPerS; ) {
    again = false;
    for (const tile of leastFirst) {
      if (cost <= budgetPxPerS) break;
      const now = chosen.get(tile.id);
      if (!now) continue;
      const less = [...tile.streams]
        .filter((stream) => costOf(stream) < costOf(now))
        .sort(bySize)
        .at(-1);
      if (!less) continue;
      cost += costOf(less) - costOf(now);
      chosen.set(tile.id, less);
      again = true;
    }
  }
  return new Map([...chosen].map(([id, stream]) => [id, stream.id]));
}

/** Heights at which low-bandwidth video is requested, so that tiles of about one size share a transcoder. */
const LOW_HEIGHTS = [180, 240, 360, 480] as const;

/** Frame height to request from the recorder in low-bandwidth mode for a tile of this height, device px. */
export const lowBandwidthHeight = (tileHeightPx: number): number =>
  LOW_HEIGHTS.find((height) => height >= tileHeightPx) ?? 480;
