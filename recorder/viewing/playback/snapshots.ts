import type { Result } from "#base/result.ts";
import type { PrivacyMask } from "#domain/cameras/privacy-mask.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { AccessUnit } from "#recorder/formats/access-unit.ts";
import type { VideoInfo } from "#recorder/formats/media-info.ts";
import type { RecordedVideo, RecordingReader } from "#recorder/recording/segments/recorded-sample.ts";
import type { Analysis } from "../transcoding/analysis.ts";
import type { StreamMasks } from "../stream-masks.ts";
import type { LiveFeed, LiveStreams } from "../live-feed.ts";
import { annexBNals } from "./frame-pipe.ts";
import { whyNothing } from "./recorded-stream.ts";

interface Snapshot {
  readonly jpeg: Uint8Array;
  readonly wallMs: number;
}
interface SnapshotAsk {
  readonly streamId: string;
  /** 0 = now */
  readonly timeMs: number;
  /** box, px; 0 = no limit on that side */
  readonly width: number;
  readonly height: number;
  /** as of a view's rights */
  readonly isUnmasked?: true;
  readonly views?: readonly string[];
  /** painted over it */
  readonly watermark?: string;
}

/** Room for a wall of previews at a few sizes. */
const CACHED = 200;
const CACHED_BYTES = 24 * 1024 * 1024;
/** A stream that only just starts is given this time for its first key frame; whoever asks again later is answered then. */
const FIRST_PICTURE_MS = 1500;

interface Source {
  readonly codec: RecordedVideo["config"]["codec"];
  readonly reorders: boolean;
  readonly units: readonly (readonly Uint8Array[])[];
  readonly wallMs: number;
}

/**
 * JPEGs of streams, live or recorded. `analysis` makes them; the last ones are cached, and equal requests share one.
 */
export class Snapshots {
  readonly #streams: LiveStreams;
  readonly #masks: StreamMasks;
  readonly #reader: RecordingReader;
  readonly #analysis: Analysis;
  readonly #cache = new Map<string, Snapshot>();
  readonly #asking = new Map<string, Promise<Result<Snapshot, Failure>>>();
  #bytes = 0;

  constructor(streams: LiveStreams, masks: StreamMasks, reader: RecordingReader, analysis: Analysis) {
    this.#streams = streams;
    this.#masks = masks;
    this.#reader = reader;
    this.#analysis = analysis;
  }

  /** The picture fits into the box in the source's shape. `timeMs` 0: the newest key frame. */
  async take(ask: SnapshotAsk): Promise<Result<Snapshot, Failure>> {
    const { streamId, timeMs, watermark } = ask;
    const width = Math.max(0, Math.round(ask.width));
    const height = Math.max(0, Math.round(ask.height));
    const source = timeMs === 0 ? await this.#newest(streamId) : await this.#recorded(streamId, timeMs);
    if ("code" in source) return { ok: false, error: source };
    // Units are counted too: of one group of pictures any may be asked for.
    const masks = this.#masks.of(streamId, ask);
    const key = `${streamId} ${source.wallMs} ${source.units.length} ${width}x${height} ${JSON.stringify([masks, watermark])}`;
    const cached = this.#cache.get(key);
    if (cached) {
      this.#cache.delete(key);
      this.#cache.set(key, cached);
      return { ok: true, value: cached };
    }
    const asked = this.#asking.get(key);
    if (asked) return asked;
    const asking = this.#make(key, source, { width, height, masks, watermark }).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  async #make(
    key: string,
    source: Source,
    {
      width,
      height,
      ...over
    }: Pick<SnapshotAsk, "width" | "height"> & {
      readonly masks: readonly PrivacyMask[];
      readonly watermark: string | undefined;
    },
  ): Promise<Result<Snapshot, Failure>> {
    const picture = await this.#analysis.picture(source.codec, source.reorders, source.units, width, height, over);
    if (!picture.ok)
      return refuse(this.#analysis.connected ? "snapshot/none" : "media/unavailable", { cause: picture.error });
    const snapshot = { jpeg: picture.value, wallMs: source.wallMs };
    this.#keep(key, snapshot);
    return { ok: true, value: snapshot };
  }

  /** A running stream's last key frame, else the last recorded one. */
  async #newest(streamId: string): Promise<Source | Failure> {
    const feed = this.#streams.feed(streamId);
    const [key] = feed?.gop ?? [];
    if (feed?.video && key) return liveSource(feed.video, key);
    const last = await this.#reader.previousRecorded(streamId, Date.now());
    const picture = last === null ? null : await this.#reader.keyFrameAt(streamId, last);
    if (picture) return recordedSource([picture]);
    const trouble = this.#streams.trouble(streamId);
    if (trouble) return trouble;
    const first = feed && (await firstKeyFrame(feed));
    return first && feed.video ? liveSource(feed.video, first) : failure("stream/no-picture");
  }

  async #recorded(streamId: string, timeMs: number): Promise<Source | Failure> {
    const pictures = await this.#reader.frameAt(streamId, timeMs);
    if (pictures && pictures.length > 0) return recordedSource(pictures);
    // What was recorded a moment ago may still be in memory only.
    const feed = this.#streams.feed(streamId);
    const units = feed?.gop.filter((unit) => unit.wallMs <= timeMs) ?? [];
    const last = units.at(-1);
    if (feed?.video && last && timeMs - last.wallMs < 2000)
      return {
        codec: feed.video.codec,
        reorders: feed.video.hasBFrames,
        units: units.map((unit) => unit.nals),
        wallMs: last.wallMs,
      };
    if (!feed && (await this.#reader.previousRecorded(streamId, timeMs)) === null)
      return failure("stream/unknown", { cause: failure("stream/none") });
    return failure("archive/none", { cause: await whyNothing(this.#reader, [streamId], timeMs) });
  }

  #keep(key: string, snapshot: Snapshot): void {
    this.#cache.set(key, snapshot);
    this.#bytes += snapshot.jpeg.byteLength;
    for (const [oldest, { jpeg }] of this.#cache) {
      if (this.#cache.size <= CACHED && this.#bytes <= CACHED_BYTES) break;
      this.#cache.delete(oldest);
      this.#bytes -= jpeg.byteLength;
    }
  }
}

const liveSource = (video: VideoInfo, key: AccessUnit): Source => ({
  codec: video.codec,
  reorders: video.hasBFrames,
  units: [key.nals],
  wallMs: key.wallMs,
});

/** The first key frame of a stream that only just starts; null = none came in time. */
function firstKeyFrame(feed: LiveFeed): Promise<AccessUnit | null> {
  return new Promise((resolve) => {
    const end = (unit: AccessUnit | null): void => {
      clearTimeout(timer);
      leave();
      resolve(unit);
    };
    const timer = setTimeout(() => end(null), FIRST_PICTURE_MS);
    const leave = feed.subscribe({ video: (unit) => unit.key && end(unit) });
  });
}

function recordedSource(pictures: readonly RecordedVideo[]): Source | Failure {
  const last = pictures.at(-1);
  if (!last) return failure("archive/none", { cause: failure("archive/not-there") });
  return {
    codec: last.config.codec,
    // Whether it reorders is not known here; the decoder is drained at the end anyway.
    reorders: true,
    units: pictures.map(annexBNals),
    wallMs: last.wallMs,
  };
}
