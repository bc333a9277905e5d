import { tickOf } from "#domain/timeline/fast-play.ts";
import type { AudioConfig, VideoConfig } from "#recorder/formats/codec-config.ts";
import type { OpenCopy } from "../segment-source.ts";
import type { FragmentEntry } from "#recorder/recording/index/fragment-index.ts";
import type { OpenSegments } from "../open-segments.ts";
import type { RecordedItem, RecordedSpan, RecordedVideo, RecordingReader, SampleOptions } from "../recorded-sample.ts";
import { GAP_MS, type RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import { type ReachableIndex, reachableIndex } from "./reachable-index.ts";
import { ReadAhead } from "./read-ahead.ts";
import { RecordedStretches } from "./recorded-stretches.ts";
import type { VolumeFolders, WhileThere } from "../segment-places.ts";
import { SegmentAccess, type SegmentView } from "./segment-access.ts";
import type { FragmentContent } from "./fragment-content.ts";
import { type FragmentPlace, justBefore, keyAtOrBefore, nextKey, SegmentWalk } from "./segment-walk.ts";
import { fromLastKey, ShownFrames } from "./shown-frames.ts";
import { WantedFrames } from "./wanted-frames.ts";

/** Reads recordings of a stream: runs forwards and backwards, single frames, and when there is something. */
export class SegmentReader implements RecordingReader {
  /** as far as its files can be reached */
  readonly #index: ReachableIndex;
  readonly #open: OpenSegments | null;
  readonly #access: SegmentAccess;
  readonly #walk: SegmentWalk;
  readonly #stretches: RecordedStretches;
  readonly #shown: ShownFrames;

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
    this.#shown = new ShownFrames({
      index: this.#index,
      access: this.#access,
      walk: this.#walk,
      gopsBackwards: (streamId, fromMs) => this.gopsBackwards(streamId, fromMs),
    });
  }

  async *samples(streamId: string, fromMs: number, options: SampleOptions = {}): AsyncGenerator<RecordedItem, void> {
    const { untilMs = Number.POSITIVE_INFINITY, audio = false, follow = false, signal } = options;
    let view: SegmentView | null = null;
    let at = 0;
    let endMs: number | null = null;
    let skipping = true;
    const wanted = new WantedFrames(untilMs);
    const ahead = new ReadAhead(this.#access, untilMs);
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
      let next = at + 1;
      let content: FragmentContent | null | undefined;
      if (skipping) ({ next, content } = await fromLastKey(this.#access, view, at, fromMs));
      else if (follow) content = await this.#access.fragment(view, entry);
      else content = await ahead.content(view, at);
      skipping = false;
      at = next;
      if (!content) {
        // Thinned out or removed meanwhile: what is there now goes on where this was.
        if (await this.#isReplaced(view)) ({ view, at } = await this.#walk.onward(view, entry.wallMs));
        continue;
      }
      const [first] = content.video;
      if (first && endMs !== null && first.wallMs - endMs >= GAP_MS && at === 1)
        yield { kind: "gap", fromMs: endMs, toMs: first.wallMs };
      for (const item of content.video) {
        yield* wanted.take(item);
        endMs = Math.max(endMs ?? 0, item.wallMs + item.durationUs / 1000);
      }
      if (audio) for (const item of content.audio) if (item.wallMs < untilMs) yield item;
    }
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
        const gop = await this.#frames(view, start, end);
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
      const frame = entry ? await this.#access.keyFrame(view, entry) : null;
      if (frame) yield frame;
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

  frameAt(streamId: string, timeMs: number): Promise<readonly RecordedVideo[] | null> {
    return this.#shown.frameAt(streamId, timeMs);
  }

  configAt(streamId: string, timeMs: number): Promise<VideoConfig | null> {
    return this.#shown.configAt(streamId, timeMs);
  }

  keyFrameAt(streamId: string, timeMs: number): Promise<RecordedVideo | null> {
    return this.#shown.keyFrameAt(streamId, timeMs);
  }

  stepTime(streamId: string, timeMs: number, direction: 1 | -1): Promise<number | null> {
    return this.#shown.stepTime(streamId, timeMs, direction);
  }

  async #isReplaced({ row }: SegmentView): Promise<boolean> {
    return (await this.#index.segment(row.id)) === null;
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

  async #frames(view: SegmentView, from: number, to: number): Promise<RecordedVideo[]> {
    const frames: RecordedVideo[] = [];
    for (const entry of view.fragments.slice(from, to))
      frames.push(...((await this.#access.fragment(view, entry))?.video ?? []));
    return frames;
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted ?? false;
}
