/**
 * A WebCodecs VideoDecoder that recovers. After an error it starts again at the next key frame. One that takes frames
 * and outputs none (exhausted hardware) is replaced by a software decoder. Frames leave with the wall time that they
 * came with. The receiver owns each output.
 */
import type { DecodedBy } from "#domain/player/decode-cost.ts";
import { accelerationFor, knowsHardware } from "./hardware-decoding.ts";
import type { DecodedFrame, DecoderSettings, EncodedFrame } from "./encoded-frame.ts";

interface DecoderHandlers {
  output(frame: DecodedFrame): void;
  /** there is room again, or frames have passed that are decoded but not shown */
  progress(): void;
  /** the decoder was rebuilt: frames are dropped until the next key frame */
  lost(why: "error" | "stalled", reason: string): void;
  /** this browser cannot decode it at all */
  unsupported(reason: string): void;
}

/** After decode() without any output for this long the decoder is replaced. */
export const STALL_MS = 1000;

export class FrameDecoder {
  #decoder: VideoDecoder | null = null;
  #settings: DecoderSettings | null = null;
  #software = false;
  #hardwareLost = false;
  /** frames since it was configured */
  #outputs = 0;
  #needKey = true;
  #sequence = 0;
  readonly #inside = new Map<number, { coded: EncodedFrame; atMs: number }>();
  #waitingSinceMs = 0;
  #flushTried = false;
  #watch: ReturnType<typeof setInterval> | null = null;
  #decodeMsSum = 0;
  #decodeMsCount = 0;
  #decodeMsMean = 0;
  readonly #handlers: DecoderHandlers;

  constructor(handlers: DecoderHandlers) {
    this.#handlers = handlers;
  }

  /** Frames that went in and have not come out yet. */
  get outstanding(): number {
    return this.#inside.size;
  }
  /** How long the first frame that will be shown has waited; 0 while nothing is left to decode. */
  get waitingMs(): number {
    if (this.holdsBack) return 0;
    for (const { coded, atMs } of this.#inside.values()) if (!coded.pre) return performance.now() - atMs;
    return 0;
  }
  /** True while delta frames are dropped: after the start, an error or a flush. */
  get needsKey(): boolean {
    return this.#needKey;
  }
  /** The decoder has nothing left to decode: it holds back what is still inside it for reordering. */
  get holdsBack(): boolean {
    return this.#inside.size > 0 && (this.#decoder?.decodeQueueSize ?? 0) === 0;
  }
  /** Who decodes, as far as the browser tells; null before it has answered. */
  get decodedBy(): DecodedBy {
    if (this.#hardwareLost) return "software-instead";
    const byHardware = this.#settings && knowsHardware(this.#settings);
    if (this.#software || byHardware === false) return "software";
    return byHardware ? "hardware" : null;
  }
  /** Mean ms from decode() to output over about the last second. */
  get decodeMs(): number {
    return this.#decodeMsMean;
  }

  /** Returns false when the frame was dropped because no key frame came before it. */
  decode(frame: EncodedFrame): boolean {
    if (frame.settings !== this.#settings) this.#adopt(frame.settings);
    if (this.#decoder?.state !== "configured") {
      this.#needKey = true;
      if (frame.key) this.#open();
    }
    if (frame.key) this.#needKey = false;
    if (this.#needKey) return false;
    const id = ++this.#sequence;
    const nowMs = performance.now();
    if (this.#inside.size === 0) this.#waitingSinceMs = nowMs;
    this.#inside.set(id, { coded: frame, atMs: nowMs });
    try {
      this.#decoder?.decode(
        new EncodedVideoChunk({
          type: frame.key ? "key" : "delta",
          // a running number: it comes out again with the frame, whatever the order of play
          timestamp: id,
          data: frame.data,
        }),
      );
    } catch (error) {
      this.#fail("error", describe(error));
      return false;
    }
    this.#startWatch();
    return true;
  }

  /** Makes the decoder output everything that it holds; the next frame must be a key frame. Never rejects. */
  async flush(): Promise<void> {
    const decoder = this.#decoder;
    if (decoder?.state !== "configured") return;
    this.#needKey = true;
    const last = this.#sequence;
    // an error or a reset in the meantime rejects: then there is nothing to output
    await decoder.flush().catch(() => undefined);
    // frames that went in meanwhile belong to another start
    for (const id of this.#inside.keys()) if (id <= last) this.#inside.delete(id);
  }

  /** Takes nothing until the next key frame; what is inside the decoder still comes out. */
  skipToKey(): void {
    this.#needKey = true;
  }

  /** Drops what is inside the decoder: a seek. */
  reset(): void {
    this.#needKey = true;
    this.#inside.clear();
    if (this.#decoder?.state === "configured") {
      this.#decoder.reset();
      this.#configure();
    }
  }

  close(): void {
    this.#stopWatch();
    this.#inside.clear();
    if (this.#decoder && this.#decoder.state !== "closed") this.#decoder.close();
    this.#decoder = null;
    this.#settings = null;
  }

  #adopt(settings: DecoderSettings): void {
    const same =
      this.#settings !== null &&
      this.#settings.codec === settings.codec &&
      sameBytes(this.#settings.description, settings.description);
    this.#settings = settings;
    if (same) return;
    this.#needKey = true;
    // a configured decoder first outputs the frames of the old settings
    if (this.#decoder?.state === "configured") this.#configure();
    else this.#open();
  }

  #open(): void {
    if (this.#decoder && this.#decoder.state !== "closed") this.#decoder.close();
    this.#inside.clear();
    const decoder = new VideoDecoder({
      output: (frame) => {
        if (decoder === this.#decoder) this.#output(frame);
        else frame.close();
      },
      error: (error) => {
        if (decoder === this.#decoder) this.#fail("error", describe(error));
      },
    });
    decoder.addEventListener("dequeue", () => {
      if (decoder === this.#decoder) this.#handlers.progress();
    });
    this.#decoder = decoder;
    this.#configure();
  }

  #configure(): void {
    const settings = this.#settings;
    const decoder = this.#decoder;
    if (!settings || !decoder) return;
    const config: VideoDecoderConfig = {
      codec: settings.codec,
      codedWidth: settings.width,
      codedHeight: settings.height,
      optimizeForLatency: true,
      hardwareAcceleration: this.#software ? "prefer-software" : accelerationFor(settings),
      ...(settings.description.length > 0 ? { description: settings.description } : {}),
    };
    this.#outputs = 0;
    try {
      decoder.configure(config);
    } catch (error) {
      this.#handlers.unsupported(describe(error));
      return;
    }
    VideoDecoder.isConfigSupported(config).then(
      (answer) => {
        if (answer.supported !== true && decoder === this.#decoder) this.#handlers.unsupported(settings.codec);
      },
      (error: unknown) => {
        if (decoder === this.#decoder) this.#handlers.unsupported(describe(error));
      },
    );
  }

  #output(frame: VideoFrame): void {
    const nowMs = performance.now();
    this.#waitingSinceMs = nowMs;
    this.#flushTried = false;
    this.#outputs += 1;
    const entry = this.#inside.get(frame.timestamp);
    if (!entry) return frame.close();
    this.#inside.delete(frame.timestamp);
    this.#measure(nowMs - entry.atMs);
    const { coded } = entry;
    if (coded.pre) {
      frame.close();
      this.#handlers.progress();
      return;
    }
    this.#handlers.output({ image: frame, wallMs: coded.wallMs, durationMs: coded.durationMs });
  }

  #measure(ms: number): void {
    this.#decodeMsSum += ms;
    this.#decodeMsCount += 1;
    if (this.#decodeMsCount < 10 && this.#decodeMsMean !== 0) return;
    this.#decodeMsMean = this.#decodeMsSum / this.#decodeMsCount;
    this.#decodeMsSum = 0;
    this.#decodeMsCount = 0;
  }

  #fail(why: "error" | "stalled", reason: string): void {
    // the frames queued behind the broken one are not broken: go on at the next key frame among them
    // One that has given nothing yet may be one too many for the hardware.
    if (why === "stalled" || (this.#outputs === 0 && this.decodedBy === "hardware")) this.#giveUpHardware();
    const queued = [...this.#inside.values()].slice(1).map((entry) => entry.coded);
    const key = queued.findIndex((frame) => frame.key);
    this.#needKey = true;
    this.#open();
    this.#handlers.lost(why, reason);
    if (key >= 0) for (const frame of queued.slice(key)) this.decode(frame);
  }

  #giveUpHardware(): void {
    this.#hardwareLost ||= this.decodedBy === "hardware";
    this.#software = true;
  }

  #startWatch(): void {
    this.#watch ??= setInterval(() => {
      if (this.#inside.size === 0) return this.#stopWatch();
      if (performance.now() - this.#waitingSinceMs < STALL_MS) return;
      this.#waitingSinceMs = performance.now();
      // a few frames that are held back for reordering are no stall: flush them; a full decoder without output is one
      if (this.holdsBack && this.#inside.size <= 4 && !this.#flushTried) {
        this.#flushTried = true;
        void this.flush().then(() => this.#handlers.progress());
        return;
      }
      this.#fail("stalled", "decoder gave no picture for a second");
    }, STALL_MS / 4);
  }

  #stopWatch(): void {
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#watch = null;
  }
}

const describe = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
