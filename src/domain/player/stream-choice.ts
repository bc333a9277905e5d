/**
 * Which of a camera's streams each tile gets: of those that are not smaller than the tile the one that is cheapest to
 * decode, which is the smallest (Milestone's rule) unless something else was measured, with hysteresis so that a resize
 * does not flap. When the page's decode budget is exceeded, the least important tiles get the largest that is not larger
 * (Genetec's rule), and then key frames alone. Pure.
 */
export interface ChoiceStream {
  readonly id: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly framesPerSecond: number;
  /** what a frame was measured to cost, in pixels that cost as much; absent: not measured, its size counts */
  readonly frameCostPx?: number | undefined;
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
  /** it shows key frames alone now; absent: no */
  readonly saving?: boolean;
  /** no frame has more pixels, whatever its stream: the recorder makes it small; absent: it does not */
  readonly mostPx?: number;
  /** what is played cannot be reduced to key frames: recordings, sound; absent: it can */
  readonly isWhole?: boolean;
}

/** [ours] decoded pixels per second that a page may cost: 64 small tiles of 640x360 at 15 fps and one 4K at 25 fps fit */
export const DECODE_BUDGET_PX_PER_S = 450_000_000;
/** [ours] the tile must be this much larger than its stream before a larger one is taken */
const STEP_UP = 1.15;
/** [ours] and this much smaller than the next smaller stream before that one is taken */
const STEP_DOWN = 0.85;
/** [ours] a stream that fits, too, is taken when it costs less than this share of the current one, both as measured */
const CHEAPER = 0.8;
/** [ours] so far apart are the key frames of tiles that save, at least */
export const SAVING_EVERY_MS = 1000;
/** [ours] a tile that saves shows all frames again when the budget has this share to spare */
const SPARE = 0.15;

const frameCost = ({ frameCostPx, widthPx, heightPx }: ChoiceStream): number => frameCostPx ?? widthPx * heightPx;

export const costOf = (stream: ChoiceStream): number => frameCost(stream) * Math.max(1, stream.framesPerSecond);

const bySize = (a: ChoiceStream, b: ChoiceStream): number => a.widthPx * a.heightPx - b.widthPx * b.heightPx;

/** The stream for a tile by its size alone; null when the camera has none. */
export function streamForTile(tile: ChoiceTile): ChoiceStream | null {
  const streams = [...tile.streams].sort(bySize);
  const largest = streams.at(-1);
  if (!largest) return null;
  const fits = (stream: ChoiceStream, share: number) =>
    stream.widthPx >= tile.widthPx * share || stream.heightPx >= tile.heightPx * share;
  const cheapest = (share: number): ChoiceStream | undefined =>
    streams.filter((stream) => fits(stream, share)).sort((a, b) => frameCost(a) - frameCost(b))[0];
  const current = streams.find((stream) => stream.id === tile.current);
  if (!current || !fits(current, 1 / STEP_UP)) return cheapest(1) ?? largest;
  const less = cheapest(1 / STEP_DOWN);
  return less && isCheaper(less, current) ? less : current;
}

/** Measured costs differ a little from one time to the next, sizes do not. */
const isCheaper = (one: ChoiceStream, current: ChoiceStream): boolean =>
  frameCost(one) <
  frameCost(current) * (one.frameCostPx === undefined && current.frameCostPx === undefined ? 1 : CHEAPER);

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
  const leastFirst = [...tiles].sort((a, b) => weightOf(a) - weightOf(b));
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

const weightOf = (tile: ChoiceTile): number =>
  (tile.focused ? 4 : 0) + (tile.visible ? 2 : 0) + Math.min(1, (tile.widthPx * tile.heightPx) / 1e8);

/**
 * The tiles that show key frames alone, with these streams: the least important ones in sight, as far as the budget
 * requires. Never the focused one, and nothing out of sight, which is not decoded anyway.
 */
export function savingTiles(
  tiles: readonly ChoiceTile[],
  chosen: ReadonlyMap<string, string>,
  budgetPxPerS: number = DECODE_BUDGET_PX_PER_S,
): ReadonlySet<string> {
  const shown = tiles.flatMap((tile) => {
    const stream = tile.visible && tile.streams.find(({ id }) => id === chosen.get(tile.id));
    if (!stream) return [];
    const framePx = Math.min(frameCost(stream), tile.mostPx ?? Number.POSITIVE_INFINITY);
    const all = framePx * Math.max(1, stream.framesPerSecond);
    return [{ tile, all, keys: Math.min(all, framePx * (1000 / SAVING_EVERY_MS)) }];
  });
  let cost = shown.reduce((sum, { all }) => sum + all, 0);
  const saving = new Set<string>();
  for (const { tile, all, keys } of shown.sort((a, b) => weightOf(a.tile) - weightOf(b.tile))) {
    if (tile.focused || tile.isWhole || cost <= budgetPxPerS * (tile.saving ? 1 - SPARE : 1)) continue;
    cost -= all - keys;
    saving.add(tile.id);
  }
  return saving;
}

/** Heights at which low-bandwidth video is requested, so that tiles of about one size share a transcoder. */
const LOW_HEIGHTS = [180, 240, 360, 480] as const;

/** [ours] px: a tile that wants so much is looked at closely: a magnified picture, or a fisheye's view that fills the stage */
const CLOSE_FROM_PX = 2000;
/** The recorder still sends less of it where the line carries less. */
const CLOSE_HEIGHT = 1080;

/** Frame height to request from the recorder in low-bandwidth mode for a tile of this height, device px. */
export const lowBandwidthHeight = (tileHeightPx: number): number =>
  LOW_HEIGHTS.find((height) => height >= tileHeightPx) ?? (tileHeightPx >= CLOSE_FROM_PX ? CLOSE_HEIGHT : 480);
