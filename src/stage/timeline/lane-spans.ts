import { sameData } from "#base/same-data.ts";
import { type Spans, spansIn, type SummedSpans, sumSpans } from "#domain/timeline/coverage.ts";
import { durationOf, type TimeWindow } from "#domain/timeline/time-window.ts";
import type { TimelineLaneData, TimelineTheme } from "#protocol/timeline-view.ts";
import type { Target } from "../passes/tile-pass.ts";
import type { ColumnInk, ColumnLane, SpanInk, SpanLook } from "./timeline-ink.ts";
import { awayRows, damagedRows, type LaneRows, motionRows, type TimelineLayout } from "./timeline-layout.ts";

/**
 * Up to this many visible spans are drawn with exact edges; when there are more, the columns of pixels are summed up.
 */
const EXACT_SPANS_MOST = 2000;
/** The buffer holds this much more than is visible on either side, so that a pan needs no new one. */
const MARGIN = 1;
/** Zoomed in further than this, the buffer's seconds are too coarse. */
const REFINE_FROM = 16;

/** The smallest opacity of a column with a single short event, or a single damaged file. */
const LEAST_OF_MARK = 0.6;

const kinds = ["known", "away", "recorded", "damaged", "motion"] as const;
type Kind = (typeof kinds)[number];

/** What a filling of the buffer was made from, besides the window: where it differs, it is made anew. */
interface Ground {
  /** of the lanes' data */
  readonly version: number;
  readonly layout: TimelineLayout;
  readonly laneIds: readonly string[];
  readonly theme: TimelineTheme;
  readonly markPx: number;
}

/** One filling of the buffer. */
interface Built {
  readonly ground: Ground;
  readonly range: TimeWindow;
  /** `kind/lane` of the rows that are drawn by columns, and their row there */
  readonly coarse: ReadonlyMap<string, number>;
  readonly coarseSpans: readonly SummedSpans[];
  /** where each kind's spans end in the buffer */
  readonly ends: Readonly<Record<Kind, number>>;
}

interface Lane {
  readonly data: TimelineLaneData;
  /** made at once for long lists, at the first use for others */
  readonly summed: Map<Kind, SummedSpans>;
}

/**
 * The content of the lanes: known stretches, recorded spans, motion. Rebuilt only when data, layout or zoom require it.
 */
export class LaneSpans {
  readonly #batch: SpanInk;
  readonly #columns: ColumnInk;
  readonly #lanes = new Map<string, Lane>();
  #built: Built | null = null;
  #version = 0;
  /** fillings so far, with or without an upload: after each the columns are summed again */
  #builds = 0;

  constructor(spans: SpanInk, columns: ColumnInk) {
    this.#batch = spans;
    this.#columns = columns;
  }

  /** buffer fills so far: panning adds none */
  get fills(): number {
    return this.#batch.fills;
  }

  set(laneId: string, data: TimelineLaneData | null): void {
    this.#version += 1;
    this.#lanes.delete(laneId);
    if (!data) return;
    const lane = { data, summed: new Map<Kind, SummedSpans>() };
    this.#lanes.set(laneId, lane);
    // Done here, lane by lane as the lists arrive, not for all lanes in the frame that needs them first.
    for (const kind of kinds) if (spansOf(data, kind).starts.length > EXACT_SPANS_MOST) summedOf(lane, kind);
  }

  /** The context came back empty. */
  restored(): void {
    this.#built = null;
    this.#batch.restored();
    this.#columns.restored();
  }

  draw(
    window: TimeWindow,
    layout: TimelineLayout,
    laneIds: readonly string[],
    theme: TimelineTheme,
    markPx: number,
    target: Target,
  ): void {
    const ground = { version: this.#version, layout, laneIds, theme, markPx };
    if (!this.#built || !fits(this.#built.range, window) || !sameData(this.#built.ground, ground))
      this.#built = this.#build(ground, window);
    this.#columns.fill(this.#builds, this.#built.coarseSpans, window, layout.body.width);
    // Kind by kind, exact or coarse: known ground lies under recorded spans, damage and motion over both.
    let first = 0;
    for (const kind of kinds) {
      const lanes: ColumnLane[] = [];
      let look: SpanLook | null = null;
      for (const [index, id] of laneIds.entries()) {
        const rows = layout.lanes[index];
        const row = this.#built.coarse.get(`${kind}/${id}`);
        if (!rows || row === undefined) continue;
        look = lookOf(kind, rows, theme, markPx);
        const { topPx, bottomPx } = look;
        lanes.push({ row, rect: { ...layout.body, y: topPx, height: bottomPx - topPx } });
      }
      if (look)
        this.#columns.draw(
          lanes,
          look.colour,
          look.alpha,
          kind === "motion" || kind === "damaged" ? LEAST_OF_MARK : 0,
          target,
        );
      const end = this.#built.ends[kind];
      this.#batch.draw(window, layout.body, target, first, end);
      first = end;
    }
  }

  dispose(): void {
    this.#lanes.clear();
    this.#columns.dispose();
    this.#batch.dispose();
  }

  #build(ground: Ground, window: TimeWindow): Built {
    const { layout, laneIds, theme, markPx } = ground;
    const reach = durationOf(window) * MARGIN;
    const range = { startMs: window.startMs - reach, stopMs: window.stopMs + reach };
    const coarse = new Map<string, number>();
    const coarseSpans: SummedSpans[] = [];
    this.#builds += 1;
    const ends = { known: 0, away: 0, recorded: 0, damaged: 0, motion: 0 };
    let room = EXACT_SPANS_MOST;
    this.#batch.begin(window.startMs);
    for (const kind of kinds) {
      for (const [index, id] of laneIds.entries()) {
        const rows = layout.lanes[index];
        const lane = this.#lanes.get(id);
        if (!rows || !lane) continue;
        const spans = spansOf(lane.data, kind);
        const visible = count(spans, window);
        if (visible > room) {
          coarse.set(`${kind}/${id}`, coarseSpans.push(summedOf(lane, kind)) - 1);
          continue;
        }
        room -= visible;
        const { first, end } = spansIn(spans, range);
        const look = lookOf(kind, rows, theme, markPx);
        for (let at = first; at < end; at++) this.#batch.add(spans.starts[at] ?? 0, spans.stops[at] ?? 0, look);
      }
      ends[kind] = this.#batch.count;
    }
    this.#batch.end();
    return { ground, range, coarse, coarseSpans, ends };
  }
}

const NOTHING: Spans = { starts: new Float64Array(0), stops: new Float64Array(0) };
const spansOf = (data: TimelineLaneData, kind: Kind): Spans => data[kind] ?? NOTHING;

function summedOf(lane: Lane, kind: Kind): SummedSpans {
  let summed = lane.summed.get(kind);
  if (!summed) lane.summed.set(kind, (summed = sumSpans(spansOf(lane.data, kind))));
  return summed;
}

const count = (spans: Spans, window: TimeWindow): number => {
  const { first, end } = spansIn(spans, window);
  return Math.max(0, end - first);
};

const fits = (range: TimeWindow, window: TimeWindow): boolean =>
  window.startMs >= range.startMs &&
  window.stopMs <= range.stopMs &&
  durationOf(range) <= durationOf(window) * REFINE_FROM;

function lookOf(kind: Kind, rows: LaneRows, theme: TimelineTheme, markPx: number): SpanLook {
  switch (kind) {
    case "known":
      return { ...rows, colour: theme.lane, alpha: 1, leastPx: 0 };
    case "away":
      // Like a recording, but low and pale: it is there, and cannot be played.
      return { ...awayRows(rows), colour: theme.recorded, alpha: 0.45, leastPx: 0 };
    case "recorded":
      return { ...rows, colour: theme.recorded, alpha: 1, leastPx: 0 };
    case "damaged":
      return { ...damagedRows(rows), colour: theme.faint, alpha: 1, leastPx: markPx };
    case "motion":
      return { ...motionRows(rows), colour: theme.motion, alpha: 0.95, leastPx: markPx };
  }
}
