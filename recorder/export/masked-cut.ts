import { availableParallelism } from "node:os";
import { X264Encoder } from "#recorder/codec/av-encoders.ts";
import type { EncodedPacket, Frame } from "#recorder/codec/av-shared.ts";
import { Scaler, VideoDecoder } from "#recorder/codec/av-video.ts";
import { DewarpPainter } from "#recorder/codec/dewarp-painter.ts";
import { overlayOf, type PictureOverlay } from "#recorder/codec/picture-overlay.ts";
import type { DewarpScene } from "#domain/dewarp/scene.ts";
import { annexB, lengthPrefixed, splitAnnexB } from "#recorder/formats/annex-b.ts";
import {
  nalsOf,
  parameterSetsOf,
  type VideoCodec,
  type VideoConfig,
  videoConfigOf,
} from "#recorder/formats/codec-config.ts";
import { h264 } from "#recorder/formats/nal-format.ts";
import type { RecordedAudio, RecordedVideo, RecordingReader } from "#recorder/recording/segments/recorded-sample.ts";
import { decodedFrom } from "./refreshed.ts";
import type { Cut, CutVideo } from "./smart-cut.ts";

/** Good enough that nobody can tell it from the recording, at a size like the recording's. */
const CRF = 20;
/** Players jump to key frames. */
const GOP_S = 2;
const ASSUMED_FPS = 15;
const MOST_THREADS = 4;
const threads = Math.min(MOST_THREADS, availableParallelism());
const TICKS_PER_MS = 90;

/** What is done to every picture: masks, then the view of a fisheye, then the watermark. */
interface Painted extends PictureOverlay {
  /** absent = the whole picture */
  readonly view?: DewarpScene | undefined;
}

/**
 * The recording of [startMs, stopMs) with masks or a watermark painted over every picture, or as a view of a fisheye: all of it is encoded again as H.264, from
 * whatever codec. Nothing of the recorded bytes is in the file. null: nothing recorded.
 */
export async function maskedCut(
  reader: RecordingReader,
  streamId: string,
  startMs: number,
  stopMs: number,
  over: Painted,
): Promise<Cut | null> {
  const audio = await reader.audioBetween(streamId, startMs, stopMs);
  const source = encoded(reader, streamId, startMs, stopMs, over);
  // The first key frame says what the file must know before it begins.
  const early: (CutVideo | RecordedAudio)[] = [];
  let first: (CutVideo & { readonly config: VideoConfig }) | null = null;
  while (!first) {
    const { value, done } = await source.next();
    if (done) return null;
    if ("changesAtMs" in value) return null;
    if (value.kind === "video" && value.config) first = { ...value, config: value.config };
    early.push(value);
  }
  const beginMs = first.wallMs;
  let changesAtMs: number | null = null;
  let pictures = 0;
  async function* items(): AsyncGenerator<CutVideo | RecordedAudio, void> {
    for (const item of early) if (item.wallMs >= beginMs) yield item;
    for await (const item of source) {
      if ("changesAtMs" in item) {
        ({ changesAtMs } = item);
        return;
      }
      if (item.kind === "video") pictures += 1;
      yield item;
    }
  }
  return {
    video: first.config,
    audio,
    startMs: beginMs,
    get reencoded() {
      return pictures + 1;
    },
    items: items(),
    get changesAtMs() {
      return changesAtMs;
    },
  };
}

type Made = CutVideo & { readonly config?: VideoConfig };

/** A picture of another size or codec ends it, because a file has one format. */
async function* encoded(
  reader: RecordingReader,
  streamId: string,
  startMs: number,
  stopMs: number,
  over: Painted,
): AsyncGenerator<Made | RecordedAudio | { readonly changesAtMs: number }, void> {
  let video: MaskedEncoder | null = null;
  try {
    const fromMs = await decodedFrom(reader, streamId, startMs, stopMs);
    for await (const item of reader.samples(streamId, fromMs, { untilMs: stopMs, audio: true })) {
      if (item.kind === "gap") {
        yield* video?.drain() ?? [];
        continue;
      }
      if (item.kind === "audio") {
        if (item.wallMs >= startMs) yield item;
        continue;
      }
      if (video && !video.takes(item.config)) {
        yield* video.finish();
        yield { changesAtMs: item.wallMs };
        return;
      }
      video ??= new MaskedEncoder(item.config, { startMs, stopMs, over });
      yield* video.push(item);
      // Encoding waits for nothing: without this the process would seem to hang.
      await otherWork();
    }
    yield* video?.finish() ?? [];
  } finally {
    video?.close();
  }
}

const otherWork = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Wanted {
  readonly startMs: number;
  readonly stopMs: number;
  readonly over: Painted;
}

/** Decoder, painter and encoder of one stretch of video of one format. */
class MaskedEncoder {
  readonly #format: { readonly codec: VideoCodec; readonly width: number; readonly height: number };
  readonly #wanted: Wanted;
  readonly #decoder: VideoDecoder;
  #baseMs: number | null = null;
  #encoder: {
    readonly x264: X264Encoder;
    readonly scaler: Scaler;
    readonly mask: ReturnType<typeof overlayOf>;
    readonly view: DewarpPainter | null;
    readonly mark: ReturnType<typeof overlayOf>;
  } | null = null;
  #config: VideoConfig | null = null;
  #keyMs = Number.NEGATIVE_INFINITY;
  /** a picture waits for the next one, which says how long it is shown */
  #held: Omit<Made, "durationUs"> | null = null;
  readonly #ready: Made[] = [];
  /** how long the recorded picture is shown, for the last one */
  #lastUs = 0;

  constructor({ codec, width, height }: VideoConfig, wanted: Wanted) {
    this.#format = { codec, width, height };
    this.#wanted = wanted;
    this.#decoder = new VideoDecoder(codec, { lowDelay: false, threads });
  }

  takes({ codec, width, height }: VideoConfig): boolean {
    return codec === this.#format.codec && width === this.#format.width && height === this.#format.height;
  }

  push({ config, data, key, wallMs, durationUs }: RecordedVideo): Made[] {
    this.#baseMs ??= wallMs;
    this.#lastUs = durationUs;
    const nals = config.codec === "mjpeg" ? null : nalsOf(data);
    const sets = key ? parameterSetsOf(config.codec, config.description) : [];
    this.#decoder.decode(nals ? annexB([...sets, ...nals]) : data, this.#ticks(wallMs), (frame) => this.#frame(frame));
    return this.#taken();
  }

  /** Nothing is recorded for a while: what the decoder holds belongs before that. */
  drain(): Made[] {
    this.#decoder.drain((frame) => this.#frame(frame));
    return this.#taken();
  }

  finish(): Made[] {
    this.#decoder.drain((frame) => this.#frame(frame));
    this.#encoder?.x264.finish((packet) => this.#packet(packet));
    if (this.#held) this.#ready.push({ ...this.#held, durationUs: this.#lastUs });
    this.#held = null;
    return this.#taken();
  }

  close(): void {
    this.#decoder.close();
    this.#encoder?.x264.close();
    this.#encoder?.scaler.close();
    this.#encoder?.view?.close();
  }

  #ticks(wallMs: number): number {
    return Math.round((wallMs - (this.#baseMs ?? wallMs)) * TICKS_PER_MS);
  }

  #wallMs(ticks: number): number {
    return (this.#baseMs ?? 0) + ticks / TICKS_PER_MS;
  }

  #frame(frame: Frame): void {
    const ticks = Number(frame.pts);
    const wallMs = this.#wallMs(ticks);
    // Ticks round a time by a hundredth of a millisecond. Others than the wanted ones are read for the sake of these.
    if (wallMs < this.#wanted.startMs - 0.1 || wallMs >= this.#wanted.stopMs - 0.1) return;
    const { x264, scaler, mask, view, mark } = (this.#encoder ??= this.#open(frame));
    const whole = scaler.scale(frame);
    mask?.(whole);
    const made = view?.paint(whole) ?? whole;
    mark?.(made);
    const isKey = wallMs - this.#keyMs >= GOP_S * 1000;
    if (isKey) this.#keyMs = wallMs;
    made.pts = BigInt(ticks);
    x264.encode(made, isKey, (packet) => this.#packet(packet));
  }

  #open(frame: Frame) {
    // H.264 of 4:2:0 has even sides.
    const picture = { width: frame.width & ~1, height: frame.height & ~1 };
    const { masks, watermark, view: scene } = this.#wanted.over;
    const view = scene ? new DewarpPainter(scene, picture) : null;
    const size = view?.size ?? picture;
    const x264 = new X264Encoder({
      widthPx: size.width,
      heightPx: size.height,
      framesPerSecond: ASSUMED_FPS,
      gopFrames: 10_000,
      crf: CRF,
      preset: "superfast",
      profile: "high",
      threads,
    });
    return {
      x264,
      scaler: new Scaler(picture.width, picture.height, "yuv420p"),
      mask: overlayOf({ masks }, picture),
      view,
      mark: overlayOf({ masks: [], watermark }, size),
    };
  }

  #packet({ data, pts, key }: EncodedPacket): void {
    const nals = splitAnnexB(data);
    const config = key ? videoConfigOf("h264", nals) : null;
    const isFirst = config !== null && this.#config === null;
    this.#config ??= config;
    const slices = nals.filter(
      (nal) => h264.parameterSetRank(h264.typeOf(nal)) < 0 && !h264.isDelimiter(h264.typeOf(nal)),
    );
    const wallMs = this.#wallMs(pts);
    if (this.#held)
      this.#ready.push({ ...this.#held, durationUs: Math.max(0, Math.round((wallMs - this.#held.wallMs) * 1000)) });
    const sample = { kind: "video", wallMs, key, data: lengthPrefixed(slices) } as const;
    this.#held = isFirst && config ? { ...sample, config } : sample;
  }

  #taken(): Made[] {
    return this.#ready.splice(0);
  }
}
