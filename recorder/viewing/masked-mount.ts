import type { Disposer } from "#base/disposer.ts";
import type { PrivacyMask } from "#domain/cameras/privacy-mask.ts";
import { type VideoConfig, videoConfigOf } from "#recorder/formats/codec-config.ts";
import type { StreamConfig } from "#recorder/ingest/stream-session.ts";
import type { MountListener, MountPoint } from "#recorder/rtp/mount-point.ts";
import type { LiveParts } from "./live-parts.ts";
import { maskedRendition, webRtcRendition } from "./transcoding/rendition.ts";
import type { TranscodedUse } from "./transcoding/transcoders.ts";

/** The first picture of a transcoder is there by then, or analysis is not. */
const FIRST_PICTURE_MS = 4000;

/** What of the viewers' parts a mount point is made of. */
export type MaskParts = Pick<LiveParts, "streams" | "masks" | "transcoders">;

/** A camera's stream with its masks painted over it, for RTSP players. */
export class MaskedMountPoint implements MountPoint {
  readonly video: MountPoint["video"];
  readonly audio: MountPoint["audio"];
  readonly #used: TranscodedUse;
  readonly #listeners: Set<MountListener>;

  private constructor(used: TranscodedUse, video: VideoConfig, source: StreamConfig, listeners: Set<MountListener>) {
    this.#used = used;
    this.#listeners = listeners;
    const { parameterSets } = video;
    this.video = { codec: "h264", parameterSets, framesPerSecond: source.video.info.framesPerSecond };
    this.audio = source.audio;
  }

  /** Null: no picture could be made. */
  static async open(
    { streams, transcoders }: MaskParts,
    streamId: string,
    masks: readonly PrivacyMask[],
    source: StreamConfig,
    listeners: Set<MountListener>,
  ): Promise<MaskedMountPoint | null> {
    const feed = streams.feed(streamId);
    const { info } = source.video;
    const rendition = maskedRendition(webRtcRendition(info), "fmp4", info, masks);
    if (!feed || rendition.kind === "copy") return null;
    const used = transcoders.use(feed, rendition.spec);
    const config = await firstPicture(used);
    if (config) return new MaskedMountPoint(used, config, source, listeners);
    used.release();
    return null;
  }

  get begun(): MountPoint["begun"] {
    return this.#used.feed.gop;
  }

  subscribe(listener: MountListener): Disposer {
    this.#listeners.add(listener);
    const stop = this.#used.feed.subscribe({
      video: (unit) => listener.unit(unit),
      audio: (unit) => listener.unit(unit),
    });
    return () => {
      this.#listeners.delete(listener);
      stop();
    };
  }

  close(): void {
    this.#used.release();
  }
}

function firstPicture({ feed }: TranscodedUse): Promise<VideoConfig | null> {
  const [key] = feed.gop;
  if (key) return Promise.resolve(videoConfigOf("h264", key.nals));
  return new Promise((resolve) => {
    const done = (config: VideoConfig | null): void => {
      clearTimeout(timer);
      stop();
      resolve(config);
    };
    const timer = setTimeout(() => done(null), FIRST_PICTURE_MS);
    const stop = feed.subscribe({
      video: ({ key: isKey, nals }) => {
        if (isKey) done(videoConfigOf("h264", nals));
      },
    });
  });
}
