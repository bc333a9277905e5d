import { type AudioConfig, avcC, sameVideo, type VideoConfig } from "#recorder/formats/codec-config.ts";
import type {
  RecordedAudio,
  RecordedItem,
  RecordedVideo,
  RecordingReader,
} from "#recorder/recording/segments/recorded-sample.ts";
import { h264 } from "#recorder/formats/nal-format.ts";
import { lengthPrefixed } from "#recorder/formats/annex-b.ts";
import type { GreyStart } from "#recorder/formats/grey-start.ts";
import { encodeHead } from "./head-encoder.ts";
import { greyBefore, isRecoveryStart, leadsTo } from "./refreshed.ts";

export interface CutVideo {
  readonly kind: "video";
  readonly wallMs: number;
  readonly durationUs: number;
  readonly key: boolean;
  readonly data: Buffer;
}

export interface Cut {
  /** `description` covers the re-encoded head and what is copied */
  readonly video: VideoConfig;
  readonly audio: AudioConfig | null;
  /** time of the first frame */
  readonly startMs: number;
  readonly reencoded: number;
  /** end where the camera changes to another codec, because a file has one codec */
  readonly items: AsyncGenerator<CutVideo | RecordedAudio, void>;
  /** once `items` has ended: the time from which on another codec follows */
  readonly changesAtMs: number | null;
}

/** How many pictures may be shown before the first one of a recording. */
const LEADING_PICTURES = 16;
/** Audio that has not come within this time after the first frame begins later, if at all. */
const AUDIO_WAIT_MS = 2000;

/**
 * The recording of [startMs, stopMs): copied, except the frames between `startMs` and the first key frame after it,
 * which are encoded again (H.264). H.265, and pictures that are refreshed in parts, begin before `startMs` instead:
 * those with the key frame at or before it, these one refresh earlier. null: nothing recorded.
 */
export async function cut(
  reader: RecordingReader,
  streamId: string,
  startMs: number,
  stopMs: number,
): Promise<Cut | null> {
  const { source, before, rest, ended } = await sourceOf(reader, streamId, startMs, stopMs);
  const wanted = before.some((picture) => picture.wallMs >= startMs - 0.1);
  const first = wanted ? before[0] : firstVideo(rest);
  if (!first) return null;
  const firstConfig = first.config;
  const start = before[0] ?? first;
  const isRefreshed = isRecoveryStart(start);
  const canEncode = wanted && first.config.codec === "h264" && !isRefreshed;
  const head = canEncode ? encodeHead(before, startMs, first.config) : null;
  const copied = canEncode || !(wanted || isRefreshed) ? [] : before;
  const grey = copied[0] && isRefreshed ? greyBefore(copied[0]) : null;
  const greyItems = greyItemsOf(grey, copied);
  const addedSets = grey ? [grey.pictureSet] : (head?.parameterSets ?? []);
  const hasHead = grey !== null || (head !== null && head.samples.length > 0);
  const video = hasHead ? withHead(first.config, addedSets) : first.config;
  const begin = head?.samples[0]?.wallMs ?? greyItems[0]?.wallMs ?? copied[0]?.wallMs ?? firstVideo(rest)?.wallMs;
  if (begin === undefined) return null;
  const audio =
    rest.find((item) => item.kind === "audio")?.config ??
    (ended ? null : await reader.audioBetween(streamId, startMs, stopMs));
  const lastBefore = before.at(-1);
  const shownUntilMs = lastBefore ? lastBefore.wallMs + lastBefore.durationUs / 1000 : 0;
  const headItems: CutVideo[] = (head?.samples ?? []).map((sample, i, all) => ({
    kind: "video",
    ...sample,
    durationUs: Math.round(
      ((all[i + 1]?.wallMs ?? firstVideo(rest)?.wallMs ?? Math.max(shownUntilMs, sample.wallMs)) - sample.wallMs) *
        1000,
    ),
  }));

  /** no frame is missing between what is copied before the first key frame at or after `startMs` and that key frame */
  const leansOnCopied = copied.length > 0 && rest.find(({ kind }) => kind !== "audio")?.kind === "video";
  /** what the decoder of the file knows by then */
  let told = firstConfig;
  let changesAtMs: number | null = null;

  async function* items(): AsyncGenerator<CutVideo | RecordedAudio, void> {
    yield* headItems;
    yield* greyItems;
    for (const picture of copied) yield picture;
    const firstKeyMs = leansOnCopied
      ? Number.NEGATIVE_INFINITY
      : (firstVideo(rest)?.wallMs ?? Number.POSITIVE_INFINITY);
    for (const item of rest) {
      yield* copy(item, firstKeyMs);
      if (changesAtMs !== null) return;
    }
    if (ended) return;
    for await (const item of source) {
      yield* copy(item, firstKeyMs);
      if (changesAtMs !== null) return;
    }
  }

  function* copy(item: RecordedItem, firstKeyMs: number): Generator<CutVideo | RecordedAudio, void> {
    if (item.kind === "gap") return;
    if (item.kind === "audio") {
      if (item.wallMs >= (begin ?? 0)) yield item;
      return;
    }
    // Frames shown before the first copied key frame depend on frames that were not copied.
    if (item.wallMs < firstKeyMs) return;
    if (item.config.codec !== firstConfig.codec) {
      changesAtMs = item.wallMs;
      return;
    }
    if (!item.key || sameVideo(item.config, told)) return yield item;
    told = item.config;
    yield inBand(item);
  }
  return {
    video,
    audio,
    startMs: begin,
    reencoded: headItems.length + greyItems.length,
    items: items(),
    get changesAtMs() {
      return changesAtMs;
    },
  };
}

/** Where the pictures come from that lead to those from `startMs` on. */
async function sourceOf(reader: RecordingReader, streamId: string, startMs: number, stopMs: number) {
  const opened = async (fromMs: number) => {
    const source = reader.samples(streamId, fromMs, { untilMs: stopMs, audio: true });
    return { source, ...(await splitAtKey(source, startMs)) };
  };
  const near = await opened(startMs);
  const start = near.before[0] ?? firstVideo(near.rest);
  if (!start || !isRecoveryStart(start)) return near;
  const far = await opened(start.wallMs - 1);
  const [unused, used] = leadsTo(far.before[0], start) ? [near, far] : [far, near];
  await unused.source.return();
  return used;
}

/**
 * Frames before the first key frame at or after `startMs`, and what follows, far enough to know whether audio comes.
 */
async function splitAtKey(
  source: AsyncGenerator<RecordedItem, void>,
  startMs: number,
): Promise<{ before: RecordedVideo[]; rest: RecordedItem[]; ended: boolean }> {
  const before: RecordedVideo[] = [];
  const rest: RecordedItem[] = [];
  let found = false;
  let hasAudio = false;
  for (;;) {
    const { value: item, done } = await source.next();
    if (done || !item) return { before, rest, ended: true };
    if (item.kind === "video" && !found) {
      found = item.key && item.wallMs >= startMs - 0.1;
      if (!found) {
        before.push(item);
        continue;
      }
    }
    if (item.kind === "audio" && item.wallMs < startMs) continue;
    rest.push(item);
    hasAudio ||= item.kind === "audio";
    if (found && item.kind === "video" && (hasAudio || item.wallMs > startMs + AUDIO_WAIT_MS))
      return { before, rest, ended: false };
  }
}

function firstVideo(items: readonly RecordedItem[]): RecordedVideo | undefined {
  return items.find((item): item is RecordedVideo => item.kind === "video");
}

/** They are shown for a millisecond each, before all others. */
function greyItemsOf(grey: GreyStart | null, copied: readonly RecordedVideo[]): CutVideo[] {
  const pictures = grey?.pictures ?? [];
  // B pictures may be shown before the first one.
  const fromMs = Math.min(...copied.slice(0, LEADING_PICTURES).map(({ wallMs }) => wallMs));
  return pictures.map((nal, i) => ({
    kind: "video",
    wallMs: fromMs - (pictures.length - i),
    durationUs: 1000,
    key: i === 0,
    data: lengthPrefixed([nal]),
  }));
}

function withHead(config: VideoConfig, sets: readonly Buffer[]): VideoConfig {
  const parameterSets = [...config.parameterSets, ...sets];
  const sps = config.parameterSets.find((nal) => h264.typeOf(nal) === 7);
  return sps ? { ...config, parameterSets, description: avcC(parameterSets, sps) } : config;
}

/**
 * The camera changed its format within the range: the file has one description, so the new one travels with the key
 * frame.
 */
function inBand(item: RecordedVideo): CutVideo {
  return { ...item, data: Buffer.concat([lengthPrefixed(item.config.parameterSets), item.data]) };
}
