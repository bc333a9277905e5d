import { GAP_MS, type RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import type { SegmentRow } from "#recorder/recording/index/segment-row.ts";
import type { ReachableIndex } from "./reachable-index.ts";
import type { RecordedSpan } from "../recorded-sample.ts";
import type { SegmentAccess } from "./segment-access.ts";
import { endOf, type SegmentWalk } from "./segment-walk.ts";

interface StretchParts {
  readonly all: RecordingIndex;
  /** as far as its files can be reached */
  readonly reachable: ReachableIndex;
  readonly access: SegmentAccess;
  readonly walk: SegmentWalk;
  /** volumes that cannot be reached now */
  readonly away: () => readonly string[];
}

/** When a stream is recorded, and where that cannot be reached now: times only, no pictures. */
export class RecordedStretches {
  readonly #parts: StretchParts;

  constructor(parts: StretchParts) {
    this.#parts = parts;
  }

  async nextRecorded(streamId: string, timeMs: number): Promise<number | null> {
    const { reachable, access } = this.#parts;
    const row = await reachable.segmentAt(streamId, timeMs);
    const view = row && (await access.view(row));
    if (view && endOf(view) > timeMs) return timeMs;
    return (await reachable.segmentAfter(streamId, timeMs))?.startMs ?? null;
  }

  async previousRecorded(streamId: string, timeMs: number): Promise<number | null> {
    const { access, walk } = this.#parts;
    const view = await walk.endView(streamId, timeMs);
    if (!view) return null;
    if (endOf(view) > timeMs) return timeMs;
    const last = view.fragments.at(-1);
    const content = last ? await access.fragment(view, last) : null;
    return content?.video.reduce((max, item) => Math.max(max, item.wallMs), last?.wallMs ?? 0) ?? null;
  }

  async isAway(streamId: string, timeMs: number): Promise<boolean> {
    const away = this.#parts.away();
    if (away.length === 0) return false;
    const row = await this.#parts.all.segmentAt(streamId, timeMs);
    if (row === null || !away.includes(row.volume) || row.endMs + GAP_MS <= timeMs) return false;
    return (await this.#parts.all.outOfReach([row], away)).size > 0;
  }

  async unreached(streamId: string, fromMs: number, untilMs: number): Promise<readonly RecordedSpan[]> {
    const spans: { startMs: number; stopMs: number }[] = [];
    for (const row of await this.#unreachedRows(streamId, fromMs, untilMs)) {
      const [startMs, stopMs] = [Math.max(fromMs, row.startMs), Math.min(untilMs, row.endMs)];
      const last = spans.at(-1);
      if (last && startMs - last.stopMs < GAP_MS) last.stopMs = Math.max(last.stopMs, stopMs);
      else spans.push({ startMs, stopMs });
    }
    return spans;
  }

  async unreachedOn(streamId: string, fromMs: number, untilMs: number): Promise<readonly string[]> {
    return [...new Set((await this.#unreachedRows(streamId, fromMs, untilMs)).map(({ volume }) => volume))];
  }

  async #unreachedRows(streamId: string, fromMs: number, untilMs: number): Promise<readonly SegmentRow[]> {
    const { all, access } = this.#parts;
    const away = this.#parts.away();
    const rows = await all.segmentsBetween(streamId, fromMs, untilMs);
    const nowhere = rows.filter((row) => away.includes(row.volume) || access.isNowhere(row));
    const out = nowhere.length === 0 ? null : await all.outOfReach(nowhere, away);
    return rows.filter((row) => out?.has(row.id) === true || access.hasFailed(row));
  }
}
