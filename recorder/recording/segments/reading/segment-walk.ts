import { tickOf } from "#domain/timeline/fast-play.ts";
import type { AudioConfig } from "#recorder/formats/codec-config.ts";
import type { FragmentEntry } from "#recorder/recording/index/fragment-index.ts";
import { GAP_MS } from "#recorder/recording/index/recording-index.ts";
import type { SegmentRow } from "#recorder/recording/index/segment-row.ts";
import type { ReachableIndex } from "./reachable-index.ts";
import type { SegmentAccess, SegmentView } from "./segment-access.ts";

/** Times closer than this belong to the same frame. */
export const SAME_FRAME_MS = 0.5;

/** A fragment's place: its segment and its index in it. */
export interface FragmentPlace {
  readonly view: SegmentView;
  readonly at: number;
}

/** Finds the segments and fragments of a stream for a time. Segments that retention removed are skipped. */
export class SegmentWalk {
  readonly #index: ReachableIndex;
  readonly #access: SegmentAccess;

  constructor(index: ReachableIndex, access: SegmentAccess) {
    this.#index = index;
    this.#access = access;
  }

  /** This segment, or the next one that can be read. */
  async viewOf(row: SegmentRow | null): Promise<SegmentView | null> {
    let at = row;
    while (at) {
      const view = await this.#access.view(at);
      if (view) return view;
      // What has taken its place begins when it did, or later.
      const afterMs = (await this.#isGone(at)) ? justBefore(at.startMs) : at.startMs;
      at = await this.#index.segmentAfter(at.streamId, afterMs);
    }
    return null;
  }

  /** It was thinned out, or removed, since it was looked up. */
  async #isGone(row: SegmentRow): Promise<boolean> {
    return (await this.#index.segment(row.id)) === null;
  }

  /** The segment that holds `fromMs`, or the next one behind a gap; the last one if it ended just before. */
  async startView(streamId: string, fromMs: number): Promise<SegmentView | null> {
    const at = await this.#index.segmentAt(streamId, fromMs);
    const view = at && (await this.#access.view(at));
    if (at && !view && (await this.#isGone(at))) return this.startView(streamId, fromMs);
    if (view && endOf(view) > fromMs) return view;
    const next = await this.viewOf(await this.#index.segmentAfter(streamId, fromMs));
    if (next) return next;
    return view && endOf(view) + GAP_MS > fromMs ? view : null;
  }

  /** The last readable segment that starts at or before `timeMs`. */
  async endView(streamId: string, timeMs: number): Promise<SegmentView | null> {
    let row = await this.#index.segmentAt(streamId, timeMs);
    while (row) {
      const view = await this.#access.view(row);
      if (view && view.fragments.length > 0) return view;
      row = (await this.#isGone(row)) ? await this.#index.segmentAt(streamId, timeMs) : await this.#before(row);
    }
    return null;
  }

  /** Where to go on in place of a segment that is not there any more: with the first fragment that begins then or later. */
  async onward(view: SegmentView, timeMs: number): Promise<FragmentPlace> {
    const there = await this.startView(view.row.streamId, timeMs);
    if (!there) return { view, at: view.fragments.length };
    const at = there.fragments.findIndex(({ wallMs }) => wallMs >= timeMs - SAME_FRAME_MS);
    return { view: there, at: at < 0 ? there.fragments.length : at };
  }

  async #before(row: SegmentRow): Promise<SegmentRow | null> {
    return this.#index.segmentAt(row.streamId, justBefore(row.startMs));
  }

  /** Reads the segment again if it was still being written when the view was taken. */
  async refresh(view: SegmentView, at: number): Promise<SegmentView> {
    const again = await this.#access.view(view.row);
    return again && again.fragments.length > at ? again : view;
  }

  /** The first key frame at or after a time, in this segment or a later one. */
  async #keyAfter(view: SegmentView, targetMs: number): Promise<FragmentPlace | null> {
    const { streamId } = view.row;
    let in_: SegmentView | null = view;
    if (endOf(view) <= targetMs) in_ = await this.startView(streamId, targetMs);
    while (in_) {
      const at = in_.fragments.findIndex((entry) => entry.keyBytes > 0 && entry.wallMs >= targetMs - SAME_FRAME_MS);
      if (at >= 0) return { view: in_, at };
      in_ = await this.viewOf(await this.#index.segmentAfter(streamId, in_.row.startMs));
    }
    return null;
  }

  /** The last key frame at or before a time, in this segment or an earlier one. */
  async keyBefore(view: SegmentView, targetMs: number): Promise<FragmentPlace | null> {
    const latestMs = targetMs + SAME_FRAME_MS;
    let in_: SegmentView | null = view.row.startMs <= latestMs ? view : await this.endView(view.row.streamId, latestMs);
    while (in_) {
      for (let at = in_.fragments.length - 1; at >= 0; at--) {
        const entry = in_.fragments[at];
        if (entry && entry.keyBytes > 0 && entry.wallMs <= latestMs) return { view: in_, at };
      }
      const row = await this.#before(in_.row);
      in_ = row ? await this.endView(row.streamId, row.startMs) : null;
    }
    return null;
  }

  /** A segment may announce audio that its camera never sends: only what its first fragment holds counts. */
  async audioBetween(streamId: string, fromMs: number, untilMs: number): Promise<AudioConfig | null> {
    for (const row of await this.#index.segmentsBetween(streamId, fromMs, untilMs)) {
      const view = await this.#access.view(row);
      const [first] = view?.fragments ?? [];
      if (!view?.configs.audio || !first) continue;
      const content = await this.#access.fragment(view, first);
      if (content && content.audio.length > 0) return view.configs.audio;
    }
    return null;
  }

  /** The key frame after `wallMs` that is the last one at or before its tick. */
  async keyOfNextTick(view: SegmentView, wallMs: number, stride: number): Promise<FragmentPlace | null> {
    const next = await this.#keyAfter(view, wallMs + 2 * SAME_FRAME_MS);
    if (!next) return null;
    const tickMs = tickOf(next.view.fragments[next.at]?.wallMs ?? 0, stride);
    if (endOf(next.view) > tickMs) return { view: next.view, at: keyAtOrBefore(next.view, tickMs + SAME_FRAME_MS) };
    // The tick lies behind this segment: it is in the next one, or nothing precedes it.
    const later = await this.startView(view.row.streamId, tickMs);
    const lies = later !== null && later.row.startMs <= tickMs + SAME_FRAME_MS;
    const in_ = lies ? later : next.view;
    return { view: in_, at: keyAtOrBefore(in_, tickMs + SAME_FRAME_MS) };
  }
}

/** Index of the last fragment that starts at or before `timeMs`; 0 if none does. */
export function fragmentAt(view: SegmentView, timeMs: number): number {
  let low = 0;
  let high = view.fragments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((view.fragments[middle]?.wallMs ?? 0) <= timeMs) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** Index of the last fragment at or before `timeMs` that begins with a key frame; 0 if none does. */
export function keyAtOrBefore(view: SegmentView, timeMs: number): number {
  let at = fragmentAt(view, timeMs);
  while (at > 0 && view.fragments[at]?.keyBytes === 0) at -= 1;
  return at;
}

export function nextKey(fragments: readonly FragmentEntry[], from: number): number {
  let at = from;
  while (at < fragments.length && fragments[at]?.keyBytes === 0) at += 1;
  return at;
}

export function endOf(view: SegmentView): number {
  const last = view.fragments.at(-1);
  return last ? last.wallMs + last.durationMs : view.row.startMs;
}

/** The largest time that is certainly before: rows start at least a microsecond apart. */
export function justBefore(ms: number): number {
  return ms - 0.0005;
}

export function justAfter(ms: number): number {
  return ms + 0.0005;
}
