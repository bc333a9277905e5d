import { availableParallelism } from "node:os";
import { X264Encoder } from "#recorder/codec/av-encoders.ts";
import type { EncodedPacket, Frame } from "#recorder/codec/av-shared.ts";
import { VideoDecoder } from "#recorder/codec/av-video.ts";
import { BitReader, unescapeNal } from "#recorder/formats/bit-reader.ts";
import { h264 } from "#recorder/formats/nal-format.ts";
import type { VideoConfig } from "#recorder/formats/codec-config.ts";
import type { RecordedVideo } from "#recorder/recording/segments/recorded-sample.ts";
import { lengthPrefixed, splitAnnexB } from "#recorder/formats/annex-b.ts";

interface EncodedHead {
  readonly samples: readonly { readonly wallMs: number; readonly key: boolean; readonly data: Buffer }[];
  /** id of the SPS and PPS of the new samples: one that the camera does not use, so that both fit into one avcC */
  readonly parameterSets: readonly Buffer[];
}

/** Visually lossless for what cameras send. */
const CRF = 18;
const MOST_THREADS = 4;
const threads = Math.min(MOST_THREADS, availableParallelism());
const SPS = 7;
const PPS = 8;

/**
 * Encodes again those of `pictures` (one GOP from its key frame, decoding order, H.264) that are shown at or after
 * `fromMs`. Throws when they cannot be decoded.
 */
export function encodeHead(pictures: readonly RecordedVideo[], fromMs: number, config: VideoConfig): EncodedHead {
  const baseMs = pictures[0]?.wallMs ?? fromMs;
  const samples: { wallMs: number; key: boolean; data: Buffer }[] = [];
  const sets = new Map<number, Buffer>();
  // The whole group goes in before anything is awaited: frames may come out late, and in parallel.
  const decoder = new VideoDecoder("h264", { lowDelay: false, threads, description: config.description });
  let encoder: X264Encoder | null = null;
  let frames = 0;
  const onPacket = ({ data, pts, key }: EncodedPacket): void => {
    const nals = splitAnnexB(data);
    for (const nal of nals) if (isParameterSet(nal)) sets.set(h264.typeOf(nal), Buffer.from(nal));
    const slices = nals.filter((nal) => !isParameterSet(nal) && !h264.isDelimiter(h264.typeOf(nal)));
    samples.push({ wallMs: baseMs + pts / 90, key, data: lengthPrefixed(slices) });
  };
  const onFrame = (frame: Frame): void => {
    // pts pass through the decoder in 90 kHz units, which rounds them to 11 us.
    const wallMs = baseMs + Number(frame.pts) / 90;
    if (wallMs < fromMs - 0.1) return;
    encoder ??= makeEncoder(pictures, config, frame);
    encoder.encode(frame, frames++ === 0, onPacket);
  };
  try {
    for (const picture of pictures) decoder.decode(picture.data, Math.round((picture.wallMs - baseMs) * 90), onFrame);
    decoder.drain(onFrame);
    (encoder as X264Encoder | null)?.finish(onPacket);
  } finally {
    decoder.close();
    (encoder as X264Encoder | null)?.close();
  }
  return { samples, parameterSets: [sets.get(SPS), sets.get(PPS)].filter((nal) => nal !== undefined) };
}

function makeEncoder(pictures: readonly RecordedVideo[], config: VideoConfig, frame: Frame): X264Encoder {
  const first = pictures[0];
  const last = pictures.at(-1);
  const seconds = first && last ? (last.wallMs - first.wallMs) / 1000 : 0;
  const profile = config.parameterSets.find((nal) => h264.typeOf(nal) === SPS)?.[1] ?? 66;
  return new X264Encoder({
    widthPx: frame.width,
    heightPx: frame.height,
    framesPerSecond: seconds > 0 ? (pictures.length - 1) / seconds : 15,
    gopFrames: 10_000,
    crf: CRF,
    // It is a handful of frames: what a slower preset saves is nothing beside the wait, which is most of a short
    // export.
    preset: "ultrafast",
    threads,
    profile: profile >= 100 ? "high" : profile === 66 ? "baseline" : "main",
    x264: { "sps-id": freeId(config.parameterSets), scenecut: 0 },
  });
}

function isParameterSet(nal: Buffer): boolean {
  const type = h264.typeOf(nal);
  return type === SPS || type === PPS;
}

/** x264 uses one id for both its SPS and its PPS; an SPS id is at most 31. */
function freeId(parameterSets: readonly Buffer[]): number {
  const used = new Set<number>();
  for (const nal of parameterSets) {
    const skip = h264.typeOf(nal) === SPS ? 4 : 1;
    used.add(new BitReader(unescapeNal(nal).subarray(skip)).ue());
  }
  for (let id = 1; id < 32; id++) if (!used.has(id)) return id;
  return 31;
}
