import { AudioEncoder } from "#recorder/codec/av-audio.ts";
import type { AudioClip } from "../clip.ts";
import { LOOP_MS } from "./scenes.ts";

/** 20 s of 32 kHz are exactly 625 AAC frames, so that the loop closes without a gap. */
const AAC_RATE = 32_000;
const G711_RATE = 8000;
const G711_PACKET_SAMPLES = 160;

/** Two voices in a hall: glottal pulses through three resonances form syllables and sentences. */
function voices(rate: number, samples: number): Float64Array {
  const out = new Float64Array(samples);
  const vowels = [
    [730, 1090, 2440],
    [270, 2290, 3010],
    [570, 840, 2410],
    [530, 1840, 2480],
    [300, 870, 2240],
  ] as const;
  const state = [0, 0, 0, 0, 0, 0];
  let phase = 0;
  for (let i = 0; i < samples; i++) {
    const t = i / rate;
    const syllable = Math.floor(t * 4.5);
    const inside = t * 4.5 - syllable;
    const speaking = t % 5 < 3.6 && (syllable * 7) % 11 !== 3;
    const second = Math.floor(t / 5) % 2 === 1;
    const pitch = (second ? 185 : 115) * (1 + 0.08 * Math.sin(t * 2.1) - 0.05 * ((t % 5) / 5));
    phase += pitch / rate;
    const pulse = phase % 1 < 0.06 ? 1 : 0;
    const envelope = speaking ? Math.sin(Math.PI * Math.min(1, inside * 1.15)) ** 0.7 : 0;
    const vowel = vowels[(syllable * 3 + (second ? 1 : 0)) % vowels.length] ?? vowels[0];
    let voice = 0;
    for (const [f, frequency] of vowel.entries()) {
      const r = Math.exp((-Math.PI * (70 + 30 * f)) / rate);
      const a = 2 * r * Math.cos((2 * Math.PI * frequency) / rate);
      const y = pulse * envelope * (1 - r) * 8 + a * (state[f * 2] ?? 0) - r * r * (state[f * 2 + 1] ?? 0);
      state[f * 2 + 1] = state[f * 2] ?? 0;
      state[f * 2] = y;
      voice += y / (f + 1);
    }
    out[i] = Math.tanh(voice * 0.6) * 0.5;
  }
  return out;
}

/** A lift truck that beeps while it drives, over the hum of a yard. */
function truck(rate: number, samples: number, drivingMs: readonly (readonly [number, number])[]): Float64Array {
  const out = new Float64Array(samples);
  let seed = 1;
  let wind = 0;
  for (let i = 0; i < samples; i++) {
    const t = i / rate;
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    wind += ((seed / 2 ** 31 - 1) * 0.4 - wind) * 0.05;
    const driving = drivingMs.some(([from, to]) => t * 1000 >= from && t * 1000 < to);
    const beep = driving && t % 1 < 0.5 ? Math.sin(2 * Math.PI * 1000 * t) * 0.3 : 0;
    const motor = driving ? Math.sin(2 * Math.PI * 55 * t) * 0.12 + Math.sin(2 * Math.PI * 110 * t) * 0.06 : 0;
    out[i] = wind * 0.3 + beep + motor;
  }
  return out;
}

/** The G.711 code of a sample (ITU-T G.711, mu-law). */
export function muLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(32_635, Math.abs(Math.round(sample))) + 132;
  let exponent = 7;
  for (let mask = 0x4000; exponent > 0 && !(magnitude & mask); mask >>= 1) exponent -= 1;
  return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 15)) & 0xff;
}

export const AAC_BIT_RATES_KBPS = [32, 48, 64] as const;
export const AAC_BIT_RATE_KBPS = 48;

/** The samples of the voices, made once because making them takes a while. */
let voicesPcm: Int16Array | null = null;
function pcmOfVoices(): Int16Array {
  voicesPcm ??= Int16Array.from(voices(AAC_RATE, (AAC_RATE * LOOP_MS) / 1000), (value) =>
    Math.round(Math.max(-1, Math.min(1, value)) * 32_000),
  );
  return voicesPcm;
}

/** Encodes one second of sound per step, so that the sending of frames is not delayed meanwhile. */
function* voiceSteps(bitRateKbps: number): Generator<undefined, AudioClip> {
  const pcm = pcmOfVoices();
  const bitsPerSecond = bitRateKbps * 1000;
  const encoder = new AudioEncoder({ codec: "aac", sampleRate: AAC_RATE, channels: 1, bitsPerSecond });
  try {
    const packets: Buffer[] = [];
    // The loop is encoded three times in a row and the middle one is taken: it starts with the encoder state that the
    // loop before has left, so the loop closes without a click.
    for (let round = 0; round < 3; round++)
      for (let at = 0; at < pcm.length; at += AAC_RATE) {
        encoder.encodeSamples(pcm.subarray(at, at + AAC_RATE), (packet) => packets.push(packet.data));
        yield;
      }
    const perLoop = pcm.length / encoder.packetSamples;
    return {
      codec: "aac",
      sampleRate: AAC_RATE,
      config: encoder.description ?? Buffer.alloc(0),
      samplesPerPacket: encoder.packetSamples,
      packets: packets.slice(perLoop, perLoop * 2),
    };
  } finally {
    encoder.close();
  }
}

/** Encodes all at once, for the first start. */
export function encodeVoices(bitRateKbps: number): AudioClip {
  const steps = voiceSteps(bitRateKbps);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Encodes in steps, while the cameras run. */
export async function encodeVoicesBeside(bitRateKbps: number): Promise<AudioClip> {
  const steps = voiceSteps(bitRateKbps);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export function encodeTruck(drivingMs: readonly (readonly [number, number])[]): AudioClip {
  const samples = (G711_RATE * LOOP_MS) / 1000;
  const wave = truck(G711_RATE, samples, drivingMs);
  const codes = Buffer.from(Uint8Array.from(wave, (value) => muLaw(value * 32_000)));
  const packets = Array.from({ length: samples / G711_PACKET_SAMPLES }, (_, i) =>
    codes.subarray(i * G711_PACKET_SAMPLES, (i + 1) * G711_PACKET_SAMPLES),
  );
  return {
    codec: "pcmu",
    sampleRate: G711_RATE,
    config: Buffer.alloc(0),
    samplesPerPacket: G711_PACKET_SAMPLES,
    packets,
  };
}
