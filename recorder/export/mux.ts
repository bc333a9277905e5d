import { open } from "node:fs/promises";
import type { Container, MuxOptions } from "./container.ts";
import { g711ToPcm } from "#recorder/formats/g711.ts";
import { MatroskaWriter } from "#recorder/formats/containers/matroska.ts";
import { openQuickTime } from "./quicktime.ts";
import type { Cut } from "./smart-cut.ts";

interface Muxed {
  readonly frames: number;
  /** end of the last frame */
  readonly stopMs: number;
}

/** Writes a cut to a file while it is read; only the container's tables are kept in memory. */
export async function mux(cut: Cut, stopMs: number, options: MuxOptions): Promise<Muxed> {
  const container = options.format === "mkv" ? await openMatroska(cut, options) : await openQuickTime(cut, options);
  let frames = 0;
  let endMs = cut.startMs;
  let heardMs = -1;
  try {
    for await (const item of cut.items) {
      const timeMs = item.wallMs - cut.startMs;
      if (item.kind === "audio") {
        // One description covers all of it; overlapping samples are left out.
        const isSame = item.config.codec === cut.audio?.codec && item.config.sampleRate === cut.audio.sampleRate;
        if (!isSame || timeMs <= heardMs) continue;
        heardMs = timeMs;
        await container.audio(timeMs, item);
        continue;
      }
      const durationMs = Math.max(0, Math.min(item.durationUs / 1000, stopMs - item.wallMs));
      await container.video(Math.max(0, timeMs), durationMs, item);
      frames += 1;
      endMs = Math.max(endMs, cut.startMs + Math.max(0, timeMs) + durationMs);
      options.onProgress(item.wallMs);
    }
    await container.finish();
  } catch (error) {
    await container.abort().catch(() => undefined);
    throw error;
  }
  return { frames, stopMs: endMs };
}

/** AAC is copied, G.711 becomes linear PCM without loss, because Matroska has no name for it. */
async function openMatroska({ video, audio, startMs }: Cut, options: MuxOptions): Promise<Container> {
  if (video.codec === "mjpeg") throw new Error("Motion JPEG has no place in this container");
  const writer = new MatroskaWriter(await open(options.path, "w"), {
    title: options.cameraName,
    comment: options.comment,
    createdMs: startMs,
    video: { ...video, codec: video.codec },
    audio: audio && { ...audio, codec: audio.codec === "aac" ? "aac" : "pcm-s16" },
  });
  return {
    video: (timeMs, durationMs, { key, data }) => writer.video(timeMs, durationMs, key, data),
    audio: (timeMs, { config, durationUs, data }) =>
      writer.audio(timeMs, durationUs / 1000, config.codec === "aac" ? data : g711ToPcm(config.codec, data)),
    finish: () => writer.finish(),
    abort: () => writer.abort(),
  };
}
