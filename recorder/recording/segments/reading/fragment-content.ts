/** Reads the samples out of a fragment of a segment file. */
import type { AudioConfig, TrackConfigs, VideoConfig } from "#recorder/formats/codec-config.ts";
import { VIDEO_TIMESCALE } from "#recorder/formats/containers/fmp4.ts";
import { boxes, parseMoof, type ParsedTrack, parsePrft } from "#recorder/formats/containers/fmp4-parser.ts";
import type { RecordedAudio, RecordedVideo } from "../recorded-sample.ts";

export interface FragmentContent {
  readonly video: readonly RecordedVideo[];
  readonly audio: readonly RecordedAudio[];
}

/** Samples of one fragment; `take` limits the frames (for a buffer that ends early). */
export function parseFragment(bytes: Buffer, configs: TrackConfigs, take?: number): FragmentContent | null {
  const [prftBox] = boxes(bytes);
  if (prftBox?.type !== "prft") return null;
  const [moofBox] = boxes(bytes, prftBox.end);
  const time = parsePrft(bytes.subarray(prftBox.body, prftBox.end));
  const moof = moofBox?.type === "moof" ? parseMoof(bytes.subarray(moofBox.body, moofBox.end)) : null;
  if (!moofBox || !time || !moof) return null;
  const rate = configs.audio?.sampleRate ?? 0;
  const wallAtZeroMs = time.wallMs - (time.mediaTicks / (moof.video ? VIDEO_TIMESCALE : rate || 1)) * 1000;
  const video = moof.video ? readVideo(bytes, moofBox.start, moof.video, wallAtZeroMs, configs.video, take) : [];
  const audio =
    moof.audio && configs.audio && take === undefined
      ? readAudio(bytes, moofBox.start, moof.audio, wallAtZeroMs, configs.audio)
      : [];
  return { video, audio };
}

function readVideo(
  bytes: Buffer,
  moofStart: number,
  track: ParsedTrack,
  wallAtZeroMs: number,
  config: VideoConfig,
  take = track.samples.length,
): RecordedVideo[] {
  let at = moofStart + track.dataOffset;
  let ticks = track.baseTicks;
  return track.samples.slice(0, take).map((sample) => {
    const data = bytes.subarray(at, at + sample.bytes);
    const wallMs = wallAtZeroMs + (ticks + sample.compositionTicks) / (VIDEO_TIMESCALE / 1000);
    at += sample.bytes;
    ticks += sample.durationTicks;
    const durationUs = Math.round((sample.durationTicks / VIDEO_TIMESCALE) * 1_000_000);
    return { kind: "video", wallMs, durationUs, key: sample.key, data, config };
  });
}

function readAudio(
  bytes: Buffer,
  moofStart: number,
  track: ParsedTrack,
  wallAtZeroMs: number,
  config: AudioConfig,
): RecordedAudio[] {
  let at = moofStart + track.dataOffset;
  let ticks = track.baseTicks;
  return track.samples.map((sample) => {
    const data = bytes.subarray(at, at + sample.bytes);
    const wallMs = wallAtZeroMs + (ticks / config.sampleRate) * 1000;
    at += sample.bytes;
    ticks += sample.durationTicks;
    const durationUs = Math.round((sample.durationTicks / config.sampleRate) * 1_000_000);
    return { kind: "audio", wallMs, durationUs, data, config };
  });
}
