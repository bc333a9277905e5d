import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { need } from "#base/assert.ts";
import { AudioIntake } from "#media/audio/audio-intake.ts";
import { BlockAudio } from "#media/audio/block-audio.ts";
import { TrackAudio } from "#media/audio/track-audio.ts";

// The audible result: everything that a player connects to a context's output is measured on its way there.
const TONE_HZ = 400;
const AMPLITUDE = 0.8;
const RATE = 8000;
/** G.711 µ-law, 20 ms per packet, as cameras send it. */
const PACKET = 160;

let heard: AnalyserNode | null = null;
// oxlint-disable-next-line typescript/unbound-method -- called with the node it belongs to
const connect = AudioNode.prototype.connect;
beforeEach(() => {
  vi.spyOn(AudioNode.prototype, "connect").mockImplementation(function (this: AudioNode, to: AudioNode | AudioParam) {
    if (to instanceof AudioDestinationNode) {
      heard = to.context.createAnalyser();
      Reflect.apply(connect, this, [heard]);
    }
    return Reflect.apply(connect, this, [to]);
  } as typeof connect);
});
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.restoreAllMocks();
  heard = null;
});

/** The root mean square of the output in the last moments; a sine has its amplitude / sqrt(2). */
function level(): number {
  if (!heard) return 0;
  const samples = new Float32Array(heard.fftSize);
  heard.getFloatTimeDomainData(samples);
  return Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
}

/** One sample, -1..1, as G.711 µ-law encodes it. */
function muLaw(sample: number): number {
  const value = Math.min(32_635, Math.round(Math.abs(sample) * 32_767)) + 132;
  const exponent = Math.max(0, 31 - Math.clz32(value) - 7);
  const mantissa = (value >> (exponent + 3)) & 15;
  return ~((sample < 0 ? 128 : 0) | (exponent << 4) | mantissa) & 255;
}
function packet(index: number): ArrayBuffer {
  const bytes = Uint8Array.from({ length: PACKET }, (_, at) =>
    muLaw(AMPLITUDE * Math.sin((2 * Math.PI * TONE_HZ * (index * PACKET + at)) / RATE)),
  );
  return bytes.buffer;
}

const troubles = { refused: vi.fn<() => void>(), undecodable: vi.fn<() => void>() };

/** A camera's sound from the socket's packets to the loudspeaker, for the duration of the test. */
function playing(volume: number) {
  const { port1, port2 } = new MessageChannel();
  const intake = new AudioIntake(port1);
  intake.configure({ codec: "ulaw", sampleRate: RATE, channels: 1 });
  const audio = new BlockAudio(port2, volume, troubles);
  let index = 0;
  const send = (): void => intake.push(1_700_000_000_000 + index * 20, packet(index++));
  const timer = setInterval(send, 20);
  ends.push(() => {
    clearInterval(timer);
    audio.close();
    intake.close();
  });
  return { intake, audio };
}
const near = (wanted: number) =>
  vi.waitFor(() => expect(Math.abs(level() - wanted)).toBeLessThan(wanted * 0.08 + 0.005), {
    timeout: 10_000,
    interval: 30,
  });
const LOUD = AMPLITUDE / Math.SQRT2;

test("a camera's G.711 sound is heard at full volume, at half, and not at 0", async () => {
  const { audio } = playing(1);
  await near(LOUD);
  audio.setVolume(0.5);
  await near(LOUD / 2);
  audio.setVolume(0);
  await near(0);
  audio.setVolume(1);
  await near(LOUD);
});

test("at volume 0 nothing is decoded; at other speeds nothing is heard", async () => {
  const decoded = vi.spyOn(AudioDecoder.prototype, "decode");
  const { intake, audio } = playing(0);
  const pushed = vi.spyOn(intake, "push");
  await vi.waitFor(() => expect(pushed.mock.calls.length).toBeGreaterThan(10));
  expect(decoded).not.toHaveBeenCalled();
  audio.setVolume(1);
  await near(LOUD);
  intake.reset(false);
  await near(0);
  intake.reset(true);
  await near(LOUD);
});

test("a codec that no browser knows is silence, not an error", async () => {
  const { intake } = playing(1);
  await near(LOUD);
  intake.configure({ codec: "g726-32", sampleRate: RATE, channels: 1 });
  await near(0);
  intake.configure({ codec: "ulaw", sampleRate: RATE, channels: 1 });
  await near(LOUD);
});

test("a WebRTC track plays through an element of its volume, and through none at 0: that would keep the browser decoding", async () => {
  const made: HTMLAudioElement[] = [];
  const { Audio: Real } = window;
  vi.stubGlobal("Audio", function () {
    const element = new Real();
    made.push(element);
    return element;
  });
  ends.push(() => vi.unstubAllGlobals());
  const withTrack = (): HTMLAudioElement[] => made.filter(({ srcObject }) => srcObject !== null);
  const context = new AudioContext();
  const tone = new OscillatorNode(context, { frequency: TONE_HZ });
  const out = context.createMediaStreamDestination();
  tone.connect(out);
  tone.start();
  const audio = new TrackAudio(need(out.stream.getAudioTracks()[0], "track"), 0, () => undefined);
  ends.push(() => {
    audio.close();
    void context.close();
  });
  expect(withTrack()).toEqual([]);
  for (const volume of [0.5, 1, 0, 0.5]) {
    audio.setVolume(volume);
    if (volume === 0) {
      expect(withTrack()).toEqual([]);
      continue;
    }
    const [element, ...more] = withTrack();
    expect(more).toEqual([]);
    expect(element).toMatchObject({ volume, muted: false });
    await vi.waitFor(() => expect(element?.currentTime).toBeGreaterThan(0));
  }
  audio.close();
  expect(withTrack()).toEqual([]);
});

test("a browser that cannot decode sound says so when somebody wants to hear it", () => {
  vi.stubGlobal("AudioDecoder", undefined);
  ends.push(() => vi.unstubAllGlobals());
  troubles.undecodable.mockClear();
  const { audio } = playing(0);
  expect(troubles.undecodable).not.toHaveBeenCalled();
  audio.setVolume(0.5);
  expect(troubles.undecodable).toHaveBeenCalledTimes(1);
});
