import { nalsOf, type VideoConfig } from "#recorder/formats/codec-config.ts";
import { isDisposable } from "#recorder/formats/disposable.ts";
import { GAP_MS } from "#recorder/recording/index/recording-index.ts";
import type { RecordedAudio, RecordedVideo } from "../recorded-sample.ts";
import type { ReachableIndex } from "./reachable-index.ts";
import type { SegmentAccess, SegmentView } from "./segment-access.ts";
import type { FragmentContent } from "./fragment-content.ts";
import { endOf, fragmentAt, justAfter, keyAtOrBefore, SAME_FRAME_MS, type SegmentWalk } from "./segment-walk.ts";

interface ShownFramesParts {
  readonly index: ReachableIndex;
  readonly access: SegmentAccess;
  readonly walk: SegmentWalk;
  readonly gopsBackwards: (streamId: string, fromMs: number) => AsyncIterable<readonly RecordedVideo[]>;
}

/** Which single frame is shown at a time, and which one before or after it. */
export class ShownFrames {
  readonly #parts: ShownFramesParts;

  constructor(parts: ShownFramesParts) {
    this.#parts = parts;
  }

  async frameAt(streamId: string, timeMs: number): Promise<readonly RecordedVideo[] | null> {
    const view = await this.#viewAt(streamId, timeMs);
    if (!view) return null;
    const untilMs = timeMs + SAME_FRAME_MS;
    const { content } = await fromLastKey(this.#parts.access, view, keyAtOrBefore(view, untilMs), untilMs);
    let shown = -1;
    let shownMs = Number.NEGATIVE_INFINITY;
    content.video.forEach((item, i) => {
      if (item.wallMs > untilMs || item.wallMs <= shownMs) return;
      shown = i;
      shownMs = item.wallMs;
    });
    if (shown < 0) return null;
    return content.video.slice(0, shown + 1).filter((item, i) => i === shown || !isLeftOut(item));
  }

  async configAt(streamId: string, timeMs: number): Promise<VideoConfig | null> {
    return (await this.#viewAt(streamId, timeMs))?.configs.video ?? null;
  }

  async keyFrameAt(streamId: string, timeMs: number): Promise<RecordedVideo | null> {
    const view = await this.#viewAt(streamId, timeMs);
    const entry = view?.fragments[keyAtOrBefore(view, timeMs + SAME_FRAME_MS)];
    return view && entry ? this.#parts.access.keyFrame(view, entry) : null;
  }

  async stepTime(streamId: string, timeMs: number, direction: 1 | -1): Promise<number | null> {
    const shown = await this.frameAt(streamId, timeMs);
    const shownMs = shown?.at(-1)?.wallMs ?? timeMs;
    return direction < 0 ? this.#timeBefore(streamId, shownMs) : this.#timeAfter(streamId, shownMs);
  }

  async #timeBefore(streamId: string, shownMs: number): Promise<number | null> {
    const limitMs = shownMs - SAME_FRAME_MS;
    for await (const gop of this.#parts.gopsBackwards(streamId, limitMs)) {
      let best = Number.NEGATIVE_INFINITY;
      for (const item of gop) if (item.wallMs < limitMs) best = Math.max(best, item.wallMs);
      if (best > 0) return best;
    }
    return null;
  }

  async #timeAfter(streamId: string, shownMs: number): Promise<number | null> {
    const { index, access, walk } = this.#parts;
    let view = await walk.startView(streamId, shownMs);
    let at = view ? fragmentAt(view, shownMs) : 0;
    while (view) {
      const entry = view.fragments[at];
      if (!entry) {
        view = await walk.viewOf(await index.segmentAfter(streamId, view.row.startMs));
        at = 0;
        continue;
      }
      let best = Number.POSITIVE_INFINITY;
      for (const item of (await access.fragment(view, entry))?.video ?? [])
        if (item.wallMs > shownMs + SAME_FRAME_MS) best = Math.min(best, item.wallMs);
      if (Number.isFinite(best)) return best;
      at += 1;
    }
    return null;
  }

  /** The segment with the frame that is shown at a time. */
  async #viewAt(streamId: string, timeMs: number): Promise<SegmentView | null> {
    const view = await this.#parts.walk.endView(streamId, timeMs + SAME_FRAME_MS);
    return view && endOf(view) + GAP_MS >= timeMs ? view : null;
  }
}

/** Whether who wants a later picture need not decode this one. */
const isLeftOut = ({ config, data }: RecordedVideo): boolean => isDisposable(config, nalsOf(data));

/** Fragments from `at` up to the one that holds `fromMs`, without what lies before the last key frame at or before it. */
export async function fromLastKey(
  access: SegmentAccess,
  view: SegmentView,
  at: number,
  fromMs: number,
): Promise<{ readonly next: number; readonly content: FragmentContent }> {
  const video: RecordedVideo[] = [];
  const audio: RecordedAudio[] = [];
  const untilMs = justAfter(Math.max(fromMs, view.fragments[at]?.wallMs ?? 0));
  let next = at;
  while ((view.fragments[next]?.wallMs ?? Number.POSITIVE_INFINITY) < untilMs) {
    const contents = await access.fragments(view, next, untilMs);
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
  return { next, content: { video: video.slice(from), audio: audio.filter((item) => item.wallMs >= startMs) } };
}
