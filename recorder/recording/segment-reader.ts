import { tickOf } from "#domain/timeline/fast-play.ts";
import type { FragmentEntry } from "./fragment-index.ts";
import type { OpenSegments } from "./open-segments.ts";
import type { RecordedItem, RecordedVideo, RecordingReader, SampleOptions } from "./recorded-sample.ts";
import { GAP_MS, type RecordingIndex, type SegmentRow } from "./recording-index.ts";
import { type FragmentContent, SegmentAccess, type SegmentView } from "./segment-access.ts";

/** Two times closer than this are the same picture's. */
const SAME_PICTURE_MS = 0.5;

/** Fragments that were read together. */
interface Batch {
  readonly view: SegmentView | null;
  readonly from: number;
  readonly contents: readonly (FragmentContent | null)[];
}

export class SegmentReader implements RecordingReader {
  readonly #index: RecordingIndex;
  readonly #open: OpenSegments | null;
  readonly #access: SegmentAccess;

  /** `openSegments`: of this process' recorder, null elsewhere (segments being written are then scanned on disk) */
  constructor(recordingsDir: string, index: RecordingIndex, openSegments: OpenSegments | null) {
    this.#index = index;
    this.#open = openSegments;
    this.#access = new SegmentAccess(recordingsDir, index, openSegments);
  }

  async *samples(streamId: string, fromMs: number, options: SampleOptions = {}): AsyncGenerator<RecordedItem, void> {
    const { untilMs = Number.POSITIVE_INFINITY, audio = false, follow = false, signal } = options;
    let view: SegmentView | null = null;
    let at = 0;
    let endMs: number | null = null;
    let skipping = true;
    let batch: Batch = { view: null, from: 0, contents: [] };
    let ahead: { from: number; batch: Promise<Batch> } | null = null;
    const read = async (of: SegmentView, from: number): Promise<Batch> => ({
      view: of,
      from,
      contents: await this.#access.fragments(of, from, untilMs),
    });
    while (!isAborted(signal)) {
      const version = this.#open?.version(streamId) ?? 0;
      if (view && at >= view.fragments.length) view = await this.#refresh(view, at);
      if (!view || at >= view.fragments.length) {
        const next: SegmentView | null = view
          ? await this.#viewOf(await this.#index.segmentAfter(streamId, view.row.startMs))
          : await this.#startView(streamId, fromMs);
        // It may have grown and been closed while the next one was looked for.
        if (next && view) view = await this.#refresh(view, at);
        if (view && at < view.fragments.length) continue;
        if (next && next.fragments.length > 0) {
          at = view ? 0 : keyAtOrBefore(next, fromMs);
          view = next;
          skipping &&= at > 0 || (next.fragments[0]?.wallMs ?? 0) <= fromMs;
        } else if (follow && this.#open) {
          await this.#open.changedSince(streamId, version, signal);
          continue;
        } else return;
      }
      const entry = view.fragments[at];
      if (!entry || entry.wallMs >= untilMs) return;
      let content: { next: number; content: FragmentContent | null | undefined };
      if (skipping) content = await this.#fromLastKey(view, at, fromMs);
      else if (follow) content = { next: at + 1, content: await this.#access.fragment(view, entry) };
      else {
        if (batch.view !== view || batch.from + batch.contents.length <= at) {
          const waiting: Batch | null = ahead?.from === at ? await ahead.batch : null;
          batch = waiting?.view === view ? waiting : await read(view, at);
          // While the consumer works on this one the disk brings the next.
          const next = at + batch.contents.length;
          ahead = { from: next, batch: read(view, next) };
          ahead.batch.catch(() => undefined);
        }
        content = { next: at + 1, content: batch.contents[at - batch.from] };
      }
      skipping = false;
      at = content.next;
      if (!content.content) continue;
      const [first] = content.content.video;
      if (first && endMs !== null && first.wallMs - endMs >= GAP_MS && at === 1)
        yield { kind: "gap", fromMs: endMs, toMs: first.wallMs };
      for (const item of content.content.video) {
        if (item.wallMs < untilMs) yield item;
        endMs = Math.max(endMs ?? 0, item.wallMs + item.durationUs / 1000);
      }
      if (audio) for (const item of content.content.audio) if (item.wallMs < untilMs) yield item;
    }
  }

  /** Fragments from `at` up to the one that holds `fromMs`, without what comes before the last key frame at or before it. */
  async #fromLastKey(view: SegmentView, at: number, fromMs: number) {
    const video: RecordedVideo[] = [];
    const audio = [];
    let next = at;
    for (; next < view.fragments.length; next++) {
      const entry = view.fragments[next];
      if (!entry || (next > at && entry.wallMs > fromMs)) break;
      const content = await this.#access.fragment(view, entry);
      video.push(...(content?.video ?? []));
      audio.push(...(content?.audio ?? []));
    }
    let from = 0;
    video.forEach((item, i) => {
      if (item.key && item.wallMs <= fromMs) from = i;
    });
    const startMs = video[from]?.wallMs ?? 0;
    const kept = { video: video.slice(from), audio: audio.filter((item) => item.wallMs >= startMs) };
    return { next, content: kept };
  }

  async *gopsBackwards(
    streamId: string,
    fromMs: number,
    signal?: AbortSignal,
  ): AsyncGenerator<readonly RecordedVideo[], void> {
    let view = await this.#endView(streamId, fromMs);
    let end = view ? view.fragments.length : 0;
    if (view) {
      const start = keyAtOrBefore(view, fromMs);
      end = nextKey(view.fragments, start + 1);
    }
    while (view && !isAborted(signal)) {
      let start = end - 1;
      while (start > 0 && view.fragments[start]?.keyBytes === 0) start -= 1;
      if (start >= 0) {
        const gop = await this.#pictures(view, start, end);
        if (gop.length > 0) yield gop;
      }
      end = start;
      if (end > 0) continue;
      view = await this.#endView(streamId, justBefore(view.row.startMs));
      end = view ? view.fragments.length : 0;
    }
  }

  async *keyFrames(
    streamId: string,
    fromMs: number,
    direction: 1 | -1,
    strideMs: number,
    signal?: AbortSignal,
  ): AsyncGenerator<RecordedVideo, void> {
    const stride = Math.max(1, strideMs);
    let view = direction > 0 ? await this.#startView(streamId, fromMs) : await this.#endView(streamId, fromMs);
    let at = view ? keyAtOrBefore(view, fromMs) : 0;
    while (view && !isAborted(signal)) {
      const entry: FragmentEntry | undefined = view.fragments[at];
      const picture = entry ? await this.#access.keyFrame(view, entry) : null;
      if (picture) yield picture;
      const wallMs: number = entry?.wallMs ?? view.row.startMs;
      // Forward: the tick that the next key frame is for. Backwards: the last tick before this one.
      const found: { view: SegmentView; at: number } | null =
        direction > 0
          ? await this.#keyOfNextTick(view, wallMs, stride)
          : await this.#keyBefore(view, tickOf(wallMs, stride) - stride);
      view = found?.view ?? null;
      at = found?.at ?? 0;
    }
  }

  /** The key frame after `wallMs` that is the last one at or before its tick. */
  async #keyOfNextTick(
    view: SegmentView,
    wallMs: number,
    stride: number,
  ): Promise<{ view: SegmentView; at: number } | null> {
    const next = await this.#keyAfter(view, wallMs + 2 * SAME_PICTURE_MS);
    if (!next) return null;
    const tickMs = tickOf(next.view.fragments[next.at]?.wallMs ?? 0, stride);
    if (endOf(next.view) > tickMs) return { view: next.view, at: keyAtOrBefore(next.view, tickMs + SAME_PICTURE_MS) };
    // The tick lies behind this segment: in the next one, or nothing more is before it.
    const later = await this.#startView(view.row.streamId, tickMs);
    const lies = later !== null && later.row.startMs <= tickMs + SAME_PICTURE_MS;
    const in_ = lies ? later : next.view;
    return { view: in_, at: keyAtOrBefore(in_, tickMs + SAME_PICTURE_MS) };
  }

  async pictureAt(streamId: string, timeMs: number): Promise<readonly RecordedVideo[] | null> {
    const view = await this.#endView(streamId, timeMs + SAME_PICTURE_MS);
    if (!view || endOf(view) + GAP_MS < timeMs) return null;
    const start = keyAtOrBefore(view, timeMs + SAME_PICTURE_MS);
    const { content } = await this.#fromLastKey(view, start, timeMs + SAME_PICTURE_MS);
    let shown = -1;
    let shownMs = Number.NEGATIVE_INFINITY;
    content.video.forEach((item, i) => {
      if (item.wallMs > timeMs + SAME_PICTURE_MS || item.wallMs <= shownMs) return;
      shown = i;
      shownMs = item.wallMs;
    });
    return shown < 0 ? null : content.video.slice(0, shown + 1);
  }

  async keyFrameAt(streamId: string, timeMs: number): Promise<RecordedVideo | null> {
    const view = await this.#endView(streamId, timeMs + SAME_PICTURE_MS);
    if (!view || endOf(view) + GAP_MS < timeMs) return null;
    const entry = view.fragments[keyAtOrBefore(view, timeMs + SAME_PICTURE_MS)];
    return entry ? this.#access.keyFrame(view, entry) : null;
  }

  async stepTime(streamId: string, timeMs: number, direction: 1 | -1): Promise<number | null> {
    const shown = await this.pictureAt(streamId, timeMs);
    const shownMs = shown?.at(-1)?.wallMs ?? timeMs;
    if (direction < 0) {
      const limitMs = shownMs - SAME_PICTURE_MS;
      for await (const gop of this.gopsBackwards(streamId, limitMs)) {
        let best = Number.NEGATIVE_INFINITY;
        for (const item of gop) if (item.wallMs < limitMs) best = Math.max(best, item.wallMs);
        if (best > 0) return best;
      }
      return null;
    }
    let view = await this.#startView(streamId, shownMs);
    let at = view ? fragmentAt(view, shownMs) : 0;
    while (view) {
      const entry = view.fragments[at];
      if (!entry) {
        view = await this.#viewOf(await this.#index.segmentAfter(streamId, view.row.startMs));
        at = 0;
        continue;
      }
      let best = Number.POSITIVE_INFINITY;
      for (const item of (await this.#access.fragment(view, entry))?.video ?? [])
        if (item.wallMs > shownMs + SAME_PICTURE_MS) best = Math.min(best, item.wallMs);
      if (Number.isFinite(best)) return best;
      at += 1;
    }
    return null;
  }

  async nextRecorded(streamId: string, timeMs: number): Promise<number | null> {
    const row = await this.#index.segmentAt(streamId, timeMs);
    const view = row && (await this.#access.view(row));
    if (view && endOf(view) > timeMs) return timeMs;
    return (await this.#index.segmentAfter(streamId, timeMs))?.startMs ?? null;
  }

  async previousRecorded(streamId: string, timeMs: number): Promise<number | null> {
    const view = await this.#endView(streamId, timeMs);
    if (!view) return null;
    if (endOf(view) > timeMs) return timeMs;
    const last = view.fragments.at(-1);
    const content = last ? await this.#access.fragment(view, last) : null;
    return content?.video.reduce((max, item) => Math.max(max, item.wallMs), last?.wallMs ?? 0) ?? null;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #viewOf(row: SegmentRow | null): Promise<SegmentView | null> {
    let at = row;
    while (at) {
      const view = await this.#access.view(at);
      if (view) return view;
      at = await this.#index.segmentAfter(at.streamId, at.startMs);
    }
    return null;
  }

  /** The segment that holds `fromMs`, or the next one behind a gap; the last one if it ended just before. */
  async #startView(streamId: string, fromMs: number): Promise<SegmentView | null> {
    const at = await this.#index.segmentAt(streamId, fromMs);
    const view = at && (await this.#access.view(at));
    if (view && endOf(view) > fromMs) return view;
    const next = await this.#viewOf(await this.#index.segmentAfter(streamId, fromMs));
    if (next) return next;
    return view && endOf(view) + GAP_MS > fromMs ? view : null;
  }

  /** The last readable segment that starts at or before `timeMs`. */
  async #endView(streamId: string, timeMs: number): Promise<SegmentView | null> {
    let row = await this.#index.segmentAt(streamId, timeMs);
    while (row) {
      const view = await this.#access.view(row);
      if (view && view.fragments.length > 0) return view;
      row = await this.#before(row);
    }
    return null;
  }

  async #before(row: SegmentRow): Promise<SegmentRow | null> {
    return this.#index.segmentAt(row.streamId, justBefore(row.startMs));
  }

  /** The same segment again when it was still written as the view was taken. */
  async #refresh(view: SegmentView, at: number): Promise<SegmentView> {
    const again = await this.#access.view(view.row);
    return again && again.fragments.length > at ? again : view;
  }

  async #keyAfter(view: SegmentView, targetMs: number): Promise<{ view: SegmentView; at: number } | null> {
    const { streamId } = view.row;
    let in_: SegmentView | null = view;
    if (endOf(view) <= targetMs) in_ = await this.#startView(streamId, targetMs);
    while (in_) {
      const at = in_.fragments.findIndex((entry) => entry.keyBytes > 0 && entry.wallMs >= targetMs - SAME_PICTURE_MS);
      if (at >= 0) return { view: in_, at };
      in_ = await this.#viewOf(await this.#index.segmentAfter(streamId, in_.row.startMs));
    }
    return null;
  }

  async #keyBefore(view: SegmentView, targetMs: number): Promise<{ view: SegmentView; at: number } | null> {
    const latestMs = targetMs + SAME_PICTURE_MS;
    let in_: SegmentView | null =
      view.row.startMs <= latestMs ? view : await this.#endView(view.row.streamId, latestMs);
    while (in_) {
      for (let at = in_.fragments.length - 1; at >= 0; at--) {
        const entry = in_.fragments[at];
        if (entry && entry.keyBytes > 0 && entry.wallMs <= latestMs) return { view: in_, at };
      }
      const row = await this.#before(in_.row);
      in_ = row ? await this.#endView(row.streamId, row.startMs) : null;
    }
    return null;
  }

  async #pictures(view: SegmentView, from: number, to: number): Promise<RecordedVideo[]> {
    const pictures: RecordedVideo[] = [];
    for (const entry of view.fragments.slice(from, to))
      pictures.push(...((await this.#access.fragment(view, entry))?.video ?? []));
    return pictures;
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted ?? false;
}

/** Index of the last fragment that starts at or before `timeMs`; 0 if none does. */
function fragmentAt(view: SegmentView, timeMs: number): number {
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
function keyAtOrBefore(view: SegmentView, timeMs: number): number {
  let at = fragmentAt(view, timeMs);
  while (at > 0 && view.fragments[at]?.keyBytes === 0) at -= 1;
  return at;
}

function nextKey(fragments: readonly FragmentEntry[], from: number): number {
  let at = from;
  while (at < fragments.length && fragments[at]?.keyBytes === 0) at += 1;
  return at;
}

function endOf(view: SegmentView): number {
  const last = view.fragments.at(-1);
  return last ? last.wallMs + last.durationMs : view.row.startMs;
}

/** The largest time that is surely before: rows start at least a microsecond apart. */
function justBefore(ms: number): number {
  return ms - 0.0005;
}
