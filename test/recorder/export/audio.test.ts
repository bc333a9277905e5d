/**
 * Sound in the archive and in exports: the tone comes out with the same volume, frequency and time with which it went
 * in.
 */
import { AV_SAMPLE_FMT_FLTP } from "node-av/constants";
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from "mediabunny";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AudioFormat, AudioDecoder, AudioEncoder } from "#recorder/codec/av-audio.ts";
import { muLaw } from "#demo/scenes/audio.ts";
import type { AudioUnit } from "#recorder/formats/access-unit.ts";
import { codedFrames } from "./coded-camera.ts";
import { type Exports, exportsOf } from "./exports-of.ts";

const START = Date.UTC(2026, 2, 29, 10, 0, 0);
const SECONDS = 14;
/** The tone sounds in this range, seconds of the recording. */
const [FROM_S, TO_S] = [5, 9];
const TONE_HZ = 1000;
const AMPLITUDE = 0.4;

type Codec = "aac" | "pcmu";
const RATE: Record<Codec, number> = { aac: 32_000, pcmu: 8000 };

const sampleAt = (i: number, rate: number): number =>
  i >= FROM_S * rate && i < TO_S * rate ? AMPLITUDE * Math.sin((2 * Math.PI * TONE_HZ * i) / rate) : 0;

function unitsOf(codec: Codec): { units: AudioUnit[]; config: Buffer } {
  const rate = RATE[codec];
  const count = SECONDS * rate;
  const unit = (at: number, data: Buffer, samples: number): AudioUnit => ({
    kind: "audio",
    pts: at,
    wallMs: START + (at * 1000) / rate,
    data,
    samples,
  });
  if (codec === "pcmu") {
    const units = Array.from({ length: count / 160 }, (_, n) =>
      unit(
        n * 160,
        Buffer.from(Array.from({ length: 160 }, (__, i) => muLaw(sampleAt(n * 160 + i, rate) * 32_000))),
        160,
      ),
    );
    return { units, config: Buffer.alloc(0) };
  }
  const encoder = new AudioEncoder({ codec, sampleRate: rate, channels: 1, bitsPerSecond: 64_000 });
  const units: AudioUnit[] = [];
  const pcm = Int16Array.from({ length: count }, (_, i) => Math.round(sampleAt(i, rate) * 32_000));
  encoder.encodeSamples(pcm, ({ data }) => units.push(unit(units.length * 1024, Buffer.from(data), 1024)));
  const config = encoder.description ?? Buffer.alloc(0);
  encoder.close();
  return { units, config };
}

/** The samples of packets, each at its time in seconds. */
function decode(
  format: AudioFormat,
  packets: readonly { data: Uint8Array; atS: number }[],
): { atS: number; value: number }[] {
  const decoder = new AudioDecoder(format);
  const out: { atS: number; value: number }[] = [];
  for (const { data, atS } of packets)
    decoder.decode(data, 0, (frame) => {
      const plane = frame.data?.[0];
      if (!plane) return;
      const isFloat = frame.format === AV_SAMPLE_FMT_FLTP;
      for (let i = 0; i < frame.nbSamples; i += 1)
        out.push({
          atS: atS + i / format.sampleRate,
          value: isFloat ? plane.readFloatLE(i * 4) : plane.readInt16LE(i * 2) / 32_000,
        });
    });
  decoder.close();
  return out;
}

/** The time, the volume and the frequency of a tone. */
function measure(samples: readonly { atS: number; value: number }[]) {
  const loud = samples.filter(({ value }) => Math.abs(value) > AMPLITUDE / 4);
  const [fromS, toS] = [loud[0]?.atS ?? Number.NaN, loud.at(-1)?.atS ?? Number.NaN];
  const inside = samples.filter(({ atS }) => atS > fromS + 0.2 && atS < toS - 0.2).map(({ value }) => value);
  let crossings = 0;
  for (let i = 1; i < inside.length; i += 1) if ((inside[i - 1] ?? 0) < 0 && (inside[i] ?? 0) >= 0) crossings += 1;
  return { fromS, toS, hz: crossings / (toS - fromS - 0.4), peak: Math.max(...inside.map(Math.abs)) };
}

describe("recorded sound", () => {
  const [startS, stopS] = [3, 12];
  let exports: Exports;
  const configs = new Map<Codec, Buffer>();

  beforeAll(async () => {
    exports = await exportsOf({ streams: [], startMs: START + startS * 1000, stopMs: START + stopS * 1000 });
    const { recordings } = exports;
    for (const codec of ["aac", "pcmu"] as const) {
      const { units, config } = unitsOf(codec);
      configs.set(codec, config);
      const recorder = await recordings.recorder(codec, codec, "continuous");
      const audio = { codec, sampleRate: RATE[codec], channels: 1 };
      recorder.begin({ codec: "h264", audio, audioDescription: config });
      const pictures = codedFrames({ count: 15 * SECONDS, startMs: START, gopFrames: 30 });
      for (const unit of [...pictures, ...units].sort((a, b) => a.wallMs - b.wallMs)) recorder.push(unit);
    }
    await recordings.flush();
  });
  afterAll(() => exports.close());

  const right = (found: ReturnType<typeof measure>, fromS: number, toS: number): void => {
    // AAC starts a frame or two late by design: 64 ms at 32 kHz.
    expect(Math.abs(found.fromS - fromS)).toBeLessThan(0.08);
    expect(Math.abs(found.toS - toS)).toBeLessThan(0.08);
    expect(Math.abs(found.hz - TONE_HZ)).toBeLessThan(10);
    expect(Math.abs(found.peak - AMPLITUDE)).toBeLessThan(0.06);
  };

  it.each(["aac", "pcmu"] as const)("%s plays back from the archive", async (codec) => {
    const packets: { data: Uint8Array; atS: number }[] = [];
    for await (const item of exports.recordings.reader.samples(codec, START, { audio: true }))
      if (item.kind === "audio") packets.push({ data: item.data, atS: (item.wallMs - START) / 1000 });
    const format = { codec, sampleRate: RATE[codec], channels: 1, description: configs.get(codec) ?? Buffer.alloc(0) };
    right(measure(decode(format, packets)), FROM_S, TO_S);
  });

  it.each([
    ["aac", "mkv"],
    ["aac", "mov"],
    ["pcmu", "mkv"],
    ["pcmu", "mov"],
  ] as const)("%s is in an export to %s", async (codec, format) => {
    const { asked, answer } = await exports.run({ streams: [{ streamId: codec, cameraName: codec }], format });
    expect(answer).toMatchObject({ ok: true });
    const input = new Input({ source: new FilePathSource(asked.outFile), formats: ALL_FORMATS });
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new Error("no sound");
    const packets: { data: Buffer; atS: number }[] = [];
    for await (const packet of new EncodedPacketSink(track).packets())
      packets.push({ data: Buffer.from(packet.data), atS: packet.timestamp });
    const config = await track.getDecoderConfig();
    const description = Buffer.from((config?.description as Uint8Array | undefined) ?? []);
    const samples =
      track.codec === "pcm-s16"
        ? packets.flatMap(({ data, atS }) =>
            Array.from({ length: data.length / 2 }, (_, i) => ({
              atS: atS + i / RATE[codec],
              value: data.readInt16LE(i * 2) / 32_000,
            })),
          )
        : decode({ codec, sampleRate: RATE[codec], channels: 1, description }, packets);
    right(measure(samples), FROM_S - startS, TO_S - startS);
  });
});
