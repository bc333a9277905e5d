import type createREGL from "regl";
import { type Spans, spansIn } from "#domain/timeline/coverage.ts";
import { durationOf, type TimeWindow } from "#domain/timeline/time-window.ts";
import type { TimelineLaneData, TimelineTheme } from "#protocol/timeline-view.ts";
import type { Target } from "../passes/tile-pass.ts";
import { CoverageLane, coverageCommand } from "./coverage-lane.ts";
import { SpanBatch, type SpanLook } from "./span-batch.ts";
import { type LaneRows, motionRows, type TimelineLayout } from "./timeline-layout.ts";

/** Up to so many visible spans are drawn with exact edges; more are drawn from coverage textures. */
export const EXACT_SPANS_MOST = 2000;
/** The buffer holds this much more than is visible on either side, so that a pan needs no new one. */
const MARGIN = 1;
/** Zoomed in further than this, the buffer's seconds are too coarse. */
const REFINE_FROM = 16;

const kinds = ["known", "recorded", "motion"] as const;
type Kind = (typeof kinds)[number];

/** One filling of the buffer. */
interface Built {
  readonly key: string;
  readonly range: TimeWindow;
  /** `kind/lane` of what is drawn from coverage textures */
  readonly coarse: ReadonlySet<string>;
  /** where each kind's spans end in the buffer */
  readonly ends: Readonly<Record<Kind, number>>;
}

interface Lane {
  readonly data: TimelineLaneData;
  readonly textures: Map<Kind, CoverageLane>;
}

/** What lies in the lanes: known stretches, recorded spans, motion. Rebuilt only when data, layout or zoom ask for it. */
export class LaneSpans {
  readonly #regl: createREGL.Regl;
  readonly #batch: SpanBatch;
  readonly #command: createREGL.DrawCommand;
  readonly #lanes = new Map<string, Lane>();
  #built: Built | null = null;
  #version = 0;

  constructor(regl: createREGL.Regl) {
    this.#regl = regl;
    this.#batch = new SpanBatch(regl);
    this.#command = coverageCommand(regl);
  }

  /** buffer fills so far: panning adds none */
  get fills(): number {
    return this.#batch.fills;
  }

  set(laneId: string, data: TimelineLaneData | null): void {
    this.#version += 1;
    this.#drop(laneId);
    if (data) this.#lanes.set(laneId, { data, textures: new Map() });
  }

  /** The context came back empty. */
  restored(): void {
    this.#built = null;
    this.#batch.restored();
    for (const lane of this.#lanes.values()) for (const texture of lane.textures.values()) texture.upload();
  }

  draw(
    window: TimeWindow,
    layout: TimelineLayout,
    laneIds: readonly string[],
    theme: TimelineTheme,
    markPx: number,
    target: Target,
  ): void {
    const key = JSON.stringify([this.#version, layout, laneIds, theme, markPx]);
    if (!this.#built || this.#built.key !== key || !fits(this.#built.range, window))
      this.#built = this.#build(key, window, layout, laneIds, theme, markPx);
    // Kind by kind, exact or coarse: known ground lies under what is recorded, motion over both.
    let first = 0;
    for (const kind of kinds) {
      for (const [index, id] of laneIds.entries()) {
        const rows = layout.lanes[index];
        const lane = this.#lanes.get(id);
        if (!rows || !lane || !this.#built.coarse.has(`${kind}/${id}`)) continue;
        const { topPx, bottomPx, colour, alpha } = lookOf(kind, rows, theme, markPx);
        const rect = { x: layout.body.x, y: topPx, width: layout.body.width, height: bottomPx - topPx };
        this.#texture(lane, kind).draw(window, rect, colour, alpha, target);
      }
      const end = this.#built.ends[kind];
      this.#batch.draw(window, layout.body, target, first, end);
      first = end;
    }
  }

  dispose(): void {
    for (const id of [...this.#lanes.keys()]) this.#drop(id);
    this.#batch.dispose();
  }

  #build(
    key: string,
    window: TimeWindow,
    layout: TimelineLayout,
    laneIds: readonly string[],
    theme: TimelineTheme,
    markPx: number,
  ): Built {
    const reach = durationOf(window) * MARGIN;
    const range = { startMs: window.startMs - reach, stopMs: window.stopMs + reach };
    const coarse = new Set<string>();
    const ends = { known: 0, recorded: 0, motion: 0 };
    let room = EXACT_SPANS_MOST;
    this.#batch.begin(window.startMs);
    for (const kind of kinds) {
      for (const [index, id] of laneIds.entries()) {
        const rows = layout.lanes[index];
        const spans = this.#lanes.get(id)?.data[kind];
        if (!rows || !spans) continue;
        const visible = count(spans, window);
        if (visible > room) {
          coarse.add(`${kind}/${id}`);
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
    return { key, range, coarse, ends };
  }

  #texture(lane: Lane, kind: Kind): CoverageLane {
    let made = lane.textures.get(kind);
    if (!made) {
      made = new CoverageLane(this.#regl, this.#command, lane.data[kind], kind === "motion" ? "max" : "average");
      lane.textures.set(kind, made);
    }
    return made;
  }

  #drop(laneId: string): void {
    for (const texture of this.#lanes.get(laneId)?.textures.values() ?? []) texture.dispose();
    this.#lanes.delete(laneId);
  }
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
    case "recorded":
      return { ...rows, colour: theme.recorded, alpha: 1, leastPx: 0 };
    case "motion":
      return { ...motionRows(rows), colour: theme.motion, alpha: 0.95, leastPx: markPx };
  }
}
