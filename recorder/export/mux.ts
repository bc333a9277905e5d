import { type FileHandle, open } from "node:fs/promises";
import {
  type AudioCodec,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import type { AudioConfig } from "#recorder/recording/codec-config.ts";
import type { RecordedAudio } from "#recorder/recording/recorded-sample.ts";
import { setCreationTime } from "./creation-time.ts";
import { g711ToPcm } from "./g711.ts";
import type { Cut, CutVideo } from "./smart-cut.ts";

export interface MuxOptions {
  readonly path: string;
  /** mp4: what a page can play, so without sound that no browser knows */
  readonly format: "mkv" | "mov" | "mp4";
  readonly cameraName: string;
  readonly recorderName: string;
  /** where the copy stands, epoch ms */
  readonly onProgress: (wallMs: number) => void;
}

export interface Muxed {
  readonly frames: number;
  /** end of the last picture */
  readonly stopMs: number;
}

/** Matroska TargetType "MOVIE": with it FFmpeg's tools call the tags MOVIE/TITLE. Without it they mean the whole file. */
const TARGET_TYPE = Buffer.from([0x63, 0xca, 0x85, ...Buffer.from("MOVIE")]);
/** A Void element of the same size. */
const VOID = Buffer.from([0xec, 0x86, 0, 0, 0, 0, 0, 0]);

/** Writes a cut to a file as it is read; nothing but the container's tables is kept in memory. */
export async function mux(cut: Cut, stopMs: number, options: MuxOptions): Promise<Muxed> {
  const targetTypes: number[] = [];
  const onSegmentHeader = (data: Uint8Array, position: number): void => {
    const at = Buffer.from(data.buffer, data.byteOffset, data.byteLength).indexOf(TARGET_TYPE);
    if (at >= 0) targetTypes.push(position + at);
  };
  const format = containerOf(options.format, onSegmentHeader);
  const output = new Output({ format, target: new FilePathTarget(options.path) });
  const created = new Date(cut.startMs);
  output.setMetadataTags({
    title: options.cameraName,
    date: created,
    comment: options.recorderName,
    // QuickTime has a field for it, see `setCreationTime`.
    ...(options.format === "mkv" ? { raw: { creation_time: created.toISOString() } } : {}),
  });
  const video = new EncodedVideoPacketSource(cut.video.codec === "h264" ? "avc" : "hevc");
  output.addVideoTrack(video, { name: options.cameraName });
  const sound = cut.audio ? audioTrack(cut.audio, options.format) : null;
  if (sound) output.addAudioTrack(sound.source);
  await output.start();
  const { codecString, width, height, description } = cut.video;
  const videoMeta = { decoderConfig: { codec: codecString, codedWidth: width, codedHeight: height, description } };
  let frames = 0;
  let endMs = cut.startMs;
  try {
    for await (const item of cut.items) {
      if (item.kind === "audio") {
        await sound?.add(item, cut.startMs);
        continue;
      }
      const packet = videoPacket(item, cut.startMs, stopMs);
      await video.add(packet, frames === 0 ? videoMeta : undefined);
      frames += 1;
      endMs = Math.max(endMs, cut.startMs + (packet.timestamp + packet.duration) * 1000);
      options.onProgress(item.wallMs);
    }
    await output.finalize();
  } catch (error) {
    await output.cancel().catch(() => {});
    throw error;
  }
  await withFile(options.path, async (file) => {
    if (options.format !== "mkv") await setCreationTime(file, cut.startMs);
    for (const position of targetTypes) await file.write(VOID, 0, VOID.length, position);
  });
  return { frames, stopMs: endMs };
}

function containerOf(format: MuxOptions["format"], onSegmentHeader: (data: Uint8Array, position: number) => void) {
  if (format === "mkv") return new MkvOutputFormat({ onSegmentHeader });
  return format === "mov" ? new MovOutputFormat({ fastStart: false }) : new Mp4OutputFormat({ fastStart: false });
}

function videoPacket(item: CutVideo, startMs: number, stopMs: number): EncodedPacket {
  const durationMs = Math.max(0, Math.min(item.durationUs / 1000, stopMs - item.wallMs));
  return new EncodedPacket(
    item.data,
    item.key ? "key" : "delta",
    Math.max(0, item.wallMs - startMs) / 1000,
    durationMs / 1000,
  );
}

interface AudioSink {
  readonly source: EncodedAudioPacketSource;
  add(item: RecordedAudio, startMs: number): Promise<void>;
}

/** AAC and, in QuickTime, G.711 are copied; Matroska gets G.711 as linear PCM, which loses nothing. */
function audioTrack(config: AudioConfig, format: MuxOptions["format"]): AudioSink | null {
  if (format === "mp4" && config.codec !== "aac") return null;
  const asPcm = config.codec !== "aac" && format === "mkv";
  const codec: AudioCodec =
    config.codec === "aac" ? "aac" : asPcm ? "pcm-s16" : config.codec === "pcmu" ? "ulaw" : "alaw";
  const source = new EncodedAudioPacketSource(codec);
  const objectType = (config.description[0] ?? 0x10) >> 3;
  const meta = {
    decoderConfig: {
      codec: config.codec === "aac" ? `mp4a.40.${objectType}` : codec,
      sampleRate: config.sampleRate,
      numberOfChannels: config.channels,
      ...(config.codec === "aac" ? { description: config.description } : {}),
    },
  };
  let first = true;
  let lastS = -1;
  return {
    source,
    async add(item, startMs) {
      if (item.config.codec !== config.codec || item.config.sampleRate !== config.sampleRate) return;
      const timestampS = (item.wallMs - startMs) / 1000;
      if (timestampS <= lastS) return;
      lastS = timestampS;
      const data = asPcm && item.config.codec !== "aac" ? g711ToPcm(item.config.codec, item.data) : item.data;
      await source.add(
        new EncodedPacket(data, "key", timestampS, item.durationUs / 1_000_000),
        first ? meta : undefined,
      );
      first = false;
    },
  };
}

async function withFile(path: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, "r+");
  try {
    await work(file);
  } finally {
    await file.close();
  }
}
