// @own-process it replaces the browser's decoder
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FrameDecoder, STALL_MS } from "#media/decode/frame-decoder.ts";

class FakeDecoder extends EventTarget {
  static made: FakeDecoder[] = [];
  state = "unconfigured";
  decodeQueueSize = 0;
  config: VideoDecoderConfig | null = null;
  readonly init: VideoDecoderInit;
  constructor(init: VideoDecoderInit) {
    super();
    this.init = init;
    FakeDecoder.made.push(this);
  }
  configure(config: VideoDecoderConfig): void {
    this.config = config;
    this.state = "configured";
  }
  decode(): void {
    this.decodeQueueSize += 1;
  }
  close(): void {
    this.state = "closed";
  }
  static isConfigSupported: (config: VideoDecoderConfig) => Promise<{ supported: boolean }>;
}

const newest = (): FakeDecoder => FakeDecoder.made.at(-1) ?? expect.fail("no decoder was made");
let height = 1080;
/** Each test has pictures of its own size: what the hardware can do is asked once for each. */
const frameOf = (width: number) => ({
  settings: { codec: "avc1.640028", width, height, description: new Uint8Array() },
  key: true,
  pre: false,
  wallMs: 0,
  durationMs: 40,
  data: new Uint8Array(1),
});

function decoderOn(hasHardware: boolean): FrameDecoder {
  FakeDecoder.isConfigSupported = (config) =>
    Promise.resolve({ supported: config.hardwareAcceleration === "prefer-hardware" ? hasHardware : true });
  return new FrameDecoder({ output: () => {}, progress: () => {}, lost: () => {}, unsupported: () => {} });
}
async function decoded(decoder: FrameDecoder, frame = frameOf(1920)): Promise<void> {
  decoder.decode(frame);
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("VideoDecoder", FakeDecoder);
  vi.stubGlobal("EncodedVideoChunk", Object);
  FakeDecoder.made = [];
  height += 2;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("without hardware the browser decides, and statistics say software", async () => {
  const decoder = decoderOn(false);
  expect(decoder.decodedBy).toBeNull();
  await decoded(decoder);
  expect(newest().config?.hardwareAcceleration).toBe("no-preference");
  expect(decoder.decodedBy).toBe("software");
  decoder.close();
});

test("once the browser has said that its hardware decodes it, hardware is asked for", async () => {
  const first = decoderOn(true);
  await decoded(first);
  first.close();
  const decoder = decoderOn(true);
  await decoded(decoder);
  expect(newest().config?.hardwareAcceleration).toBe("prefer-hardware");
  expect(decoder.decodedBy).toBe("hardware");
  decoder.close();
});

test("small pictures do not take the hardware's room", async () => {
  for (let round = 0; round < 2; round++) {
    const decoder = decoderOn(true);
    await decoded(decoder, frameOf(320));
    expect(newest().config?.hardwareAcceleration).toBe("no-preference");
    decoder.close();
  }
});

test.each([
  ["refuses before its first picture", () => newest().init.error(new DOMException("no more decoders"))],
  ["gives no picture", () => vi.advanceTimersByTime(STALL_MS * 2)],
])("hardware that %s is given up for software, and statistics say that it was lost", async (_, fails) => {
  const warm = decoderOn(true);
  await decoded(warm);
  warm.close();
  const decoder = decoderOn(true);
  await decoded(decoder);
  newest().decodeQueueSize = 5;
  fails();
  await decoded(decoder);
  expect(newest().config?.hardwareAcceleration).toBe("prefer-software");
  expect(decoder.decodedBy).toBe("software-instead");
  decoder.close();
});
