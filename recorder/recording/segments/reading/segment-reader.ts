import { tickOf } from "#domain/timeline/fast-play.ts";
import type { AudioConfig, VideoConfig } from "#recorder/formats/codec-config.ts";
import type { OpenCopy } from "../segment-source.ts";
import type { FragmentEntry } from "../../index/fragment-index.ts";
import type { OpenSegments } from "../open-segments.ts";
import type { RecordedItem, RecordedSpan, RecordedVideo, RecordingReader, SampleOptions } from "../recorded-sample.ts";
import { GAP_MS, type RecordingIndex } from "../../index/recording-index.ts";
import { type ReachableIndex, reachableIndex } from "./reachable-index.ts";
import { RecordedStretches } from "./recorded-stretches.ts";
import type { VolumeFolders, WhileThere } from "../segment-places.ts";
import { type FragmentContent, SegmentAccess, type SegmentView } from "./segment-access.ts";
import {
  endOf,
  type FragmentPlace,
  fragmentAt,
  justAfter,
  justBefore,
  keyAtOrBefore,
  nextKey,
  SAME_PICTURE_MS,
  SegmentWalk,
} from "./segment-walk.ts";

/** Fragments that were read together. */
interface Batch {
  readonly view: SegmentView | null;
  readonly from: number;
  readonly contents: readonly (FragmentContent | null)[];
}

export class SegmentReader implements RecordingReader {
  /** as far as its files can be reached */
  readonly #index: ReachableIndex;
  readonly #open: OpenSegments | null;
  readonly #access: SegmentAccess;
  readonly #walk: SegmentWalk;
  readonly #stretches: RecordedStretches;

  /**
   * `openSegments`: of the recorder in this process, null elsewhere (segments being written are then scanned on disk);
   * `away`: volumes that cannot be reached now
   */
  constructor(
    folders: VolumeFolders,
    index: RecordingIndex,
    openSegments: OpenSegments | null,
    away: () => readonly string[] = () => [],
    whileThere?: WhileThere,
    copies?: OpenCopy,
  ) {
    this.#index = reachableIndex(index, away);
    this.#open = openSegments;
    this.#access = new SegmentAccess(folders, index, openSegments, whileThere, copies);
    this.#walk = new SegmentWalk(this.#index, this.#access);
    const parts = { all: index, reachable: this.#index, access: this.#access, walk: this.#walk };
    this.#stretches = new RecordedStretches({ ...parts, away });
  }

  async *samples(streamId: string, fromMs: number, options: SampleOptions = {}): AsyncGenerator<RecordedItem, void> {
    const { untilMs = Number.POSITIVE_INFINITY, audio = false, follow = false, signal } = options;
    let view: SegmentView | null = null;
    let at = 0;
    let endMs: number | null = null;
    let skipping = true;
    /** shown too late, but pictures that are predicted from them may follow and be wanted (B frames) */
    const later: RecordedVideo[] = [];
    /** ... and those between them, so that none is missing before the last one */
    let shownMs = untilMs;
    let batch: Batch = { view: null, from: 0, contents: [] };
    let ahead: { from: number; batch: Promise<Batch> } | null = null;
    const read = async (of: SegmentView, from: number): Promise<Batch> => ({
      view: of,
      from,
      contents: await this.#access.fragments(of, from, untilMs),
    });
    while (!isAborted(signal)) {
      const version = this.#open?.version(streamId) ?? 0;
      if (view && at >= view.fragments.length) view = await this.#walk.refresh(view, at);
      if (!view || at >= view.fragments.length) {
        const next: SegmentView | null = view
          ? await this.#walk.viewOf(await this.#index.segmentAfter(streamId, view.row.startMs))
          : await this.#walk.startView(streamId, fromMs);
        // It may have grown and been closed while the next one was looked up.
        if (next && view) view = await this.#walk.refresh(view, at);
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
          // The next one is read from disk while the consumer works on this one.
          const next = at + batch.contents.length;
          ahead = { from: next, batch: read(view, next) };
          ahead.batch.catch(() => undefined);
        }
        content = { next: at + 1, content: batch.contents[at - batch.from] };
      }
      skipping = false;
      at = content.next;
      if (!content.content) {
        // Thinned out or removed meanwhile: what is there now goes on where this was.
        if (await this.#isReplaced(view)) ({ view, at } = await this.#walk.onward(view, entry.wallMs));
        continue;
      }
      const [first] = content.content.video;
      if (first && endMs !== null && first.wallMs - endMs >= GAP_MS && at === 1)
        yield { kind: "gap", fromMs: endMs, toMs: first.wallMs };
      for (const item of content.content.video) {
        later.push(item);
        if (item.wallMs < shownMs) {
          shownMs = Math.max(shownMs, ...later.map(({ wallMs }) => wallMs));
          yield* later.splice(0);
        }
        endMs = Math.max(endMs ?? 0, item.wallMs + item.durationUs / 1000);
      }
      if (audio) for (const item of content.content.audio) if (item.wallMs < untilMs) yield item;
    }
  }

  /** Fragments from `at` up to the one that holds `fromMs`, without those before the last key frame at or before it. */
  async #fromLastKey(view: SegmentView, at: number, fromMs: number) {
    const video: RecordedVideo[] = [];
    const audio = [];
    const untilMs = justAfter(Math.max(fromMs, view.fragments[at]?.wallMs ?? 0));
    let next = at;
    while ((view.fragments[next]?.wallMs ?? Number.POSITIVE_INFINITY) < untilMs) {
      const contents = await this.#access.fragments(view, next, untilMs);
      for (const content of contents) {
        video.push(...(content?.video ?? []));
        audio.push(...(content?.audio ?? []));
      }
      next += contents.length;
    }
    let from = 0;
    video.forEach((item, i) => {
      if (item.key && item.wallMs <= fromMs) from = i;
    });
    const startMs = video[from]?.wallMs ?? 0;
    const kept = { video: video.slice(from), audio: audio.filter((item) => item.wallMs >= startMs) };
    return { next, content: kept };
  }

  audioBetween(streamId: string, fromMs: number, untilMs: number): Promise<AudioConfig | null> {
    return this.#walk.audioBetween(streamId, fromMs, untilMs);
  }

  async *gopsBackwards(
    streamId: string,
    fromMs: number,
    signal?: AbortSignal,
  ): AsyncGenerator<readonly RecordedVideo[], void> {
    let view = await this.#walk.endView(streamId, fromMs);
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
      view = await this.#walk.endView(streamId, justBefore(view.row.startMs));
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
    let view =
      direction > 0 ? await this.#walk.startView(streamId, fromMs) : await this.#walk.endView(streamId, fromMs);
    let at = view ? keyAtOrBefore(view, fromMs) : 0;
    while (view && !isAborted(signal)) {
      const entry: FragmentEntry | undefined = view.fragments[at];
      const picture = entry ? await this.#access.keyFrame(view, entry) : null;
      if (picture) yield picture;
      const wallMs: number = entry?.wallMs ?? view.row.startMs;
      // Forward: the tick of the next key frame. Backwards: the last tick before this one.
      const found: FragmentPlace | null =
        direction > 0
          ? await this.#walk.keyOfNextTick(view, wallMs, stride)
          : await this.#walk.keyBefore(view, tickOf(wallMs, stride) - stride);
      view = found?.view ?? null;
      at = found?.at ?? 0;
    }
  }

  async pictureAt(streamId: string, timeMs: number): Promise<readonly RecordedVideo[] | null> {
    const view = await this.#shownView(streamId, timeMs);
    if (!view) return null;
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

  async configAt(streamId: string, timeMs: number): Promise<VideoConfig | null> {
    return (await this.#shownView(streamId, timeMs))?.configs.video ?? null;
  }

  async keyFrameAt(streamId: string, timeMs: number): Promise<RecordedVideo | null> {
    const view = await this.#shownView(streamId, timeMs);
    const entry = view?.fragments[keyAtOrBefore(view, timeMs + SAME_PICTURE_MS)];
    return view && entry ? this.#access.keyFrame(view, entry) : null;
  }

  async #isReplaced({ row }: SegmentView): Promise<boolean> {
    return (await this.#index.segment(row.id)) === null;
  }

  /** The segment with the frame that is shown at a time. */
  async #shownView(streamId: string, timeMs: number): Promise<SegmentView | null> {
    const view = await this.#walk.endView(streamId, timeMs + SAME_PICTURE_MS);
    return view && endOf(view) + GAP_MS >= timeMs ? view : null;
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
    let view = await this.#walk.startView(streamId, shownMs);
    let at = view ? fragmentAt(view, shownMs) : 0;
    while (view) {
      const entry = view.fragments[at];
      if (!entry) {
        view = await this.#walk.viewOf(await this.#index.segmentAfter(streamId, view.row.startMs));
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

  nextRecorded(streamId: string, timeMs: number): Promise<number | null> {
    return this.#stretches.nextRecorded(streamId, timeMs);
  }

  previousRecorded(streamId: string, timeMs: number): Promise<number | null> {
    return this.#stretches.previousRecorded(streamId, timeMs);
  }

  isAway(streamId: string, timeMs: number): Promise<boolean> {
    return this.#stretches.isAway(streamId, timeMs);
  }

  unreached(streamId: string, fromMs: number, untilMs: number): Promise<readonly RecordedSpan[]> {
    return this.#stretches.unreached(streamId, fromMs, untilMs);
  }

  unreachedOn(streamId: string, fromMs: number, untilMs: number): Promise<readonly string[]> {
    return this.#stretches.unreachedOn(streamId, fromMs, untilMs);
  }

  close(): Promise<void> {
    return Promise.resolve();
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
