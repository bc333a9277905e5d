/** QuickTime and MP4 files, by mediabunny. */
import { open } from "node:fs/promises";
import {
  type AudioCodec,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import type { AudioConfig } from "#recorder/formats/codec-config.ts";
import { setCreationTime } from "./creation-time.ts";
import type { Container, MuxOptions } from "./container.ts";
import type { Cut } from "./smart-cut.ts";

export async function openQuickTime(cut: Cut, options: MuxOptions): Promise<Container> {
  const { path, cameraName, comment } = options;
  const isMov = options.format === "mov";
  const output = new Output({
    format: isMov ? new MovOutputFormat({ fastStart: false }) : new Mp4OutputFormat({ fastStart: false }),
    target: new FilePathTarget(path),
  });
  output.setMetadataTags({ title: cameraName, date: new Date(cut.startMs), comment });
  const video = new EncodedVideoPacketSource(cut.video.codec === "h264" ? "avc" : "hevc");
  output.addVideoTrack(video, { name: cameraName });
  const audio = cut.audio && (isMov || cut.audio.codec === "aac") ? audioTrackOf(cut.audio) : null;
  if (audio) output.addAudioTrack(audio.source);
  await output.start();
  const { codecString, width, height, description } = cut.video;
  let videoMeta: { decoderConfig: VideoDecoderConfig } | undefined = {
    decoderConfig: { codec: codecString, codedWidth: width, codedHeight: height, description },
  };
  let audioMeta = audio?.meta;
  return {
    async video(timeMs, durationMs, { key, data }) {
      await video.add(new EncodedPacket(data, key ? "key" : "delta", timeMs / 1000, durationMs / 1000), videoMeta);
      videoMeta = undefined;
    },
    async audio(timeMs, { data, durationUs }) {
      await audio?.source.add(new EncodedPacket(data, "key", timeMs / 1000, durationUs / 1_000_000), audioMeta);
      audioMeta = undefined;
    },
    async finish() {
      await output.finalize();
      const file = await open(path, "r+");
      try {
        await setCreationTime(file, cut.startMs);
      } finally {
        await file.close();
      }
    },
    abort: () => output.cancel(),
  };
}

/** AAC and G.711 are copied. */
function audioTrackOf(config: AudioConfig) {
  const isAac = config.codec === "aac";
  const codec: AudioCodec = isAac ? "aac" : config.codec === "pcmu" ? "ulaw" : "alaw";
  const objectType = (config.description[0] ?? 0x10) >> 3;
  const decoderConfig = {
    codec: isAac ? `mp4a.40.${objectType}` : codec,
    sampleRate: config.sampleRate,
    numberOfChannels: config.channels,
    ...(isAac ? { description: config.description } : {}),
  };
  return {
    source: new EncodedAudioPacketSource(codec),
    meta: { decoderConfig } as { decoderConfig: AudioDecoderConfig } | undefined,
  };
}
