/** Network figures of a player, one sample a second: bitrate over five samples, packet loss of the last second. Pure. */
import { BITRATE_SAMPLES } from "#domain/limits/player.ts";
import type { SourceFacts } from "#protocol/stage-worker.ts";

interface LinkSample {
  readonly atMs: number;
  readonly bytes: number;
  readonly packetsReceived: number;
  /** lost for good; packets that were sent again in time do not count */
  readonly packetsLost: number;
  /** requests to send packets again, also for packets that were merely late */
  readonly packetsAskedAgain: number;
  /** how long the video has stood still since the connection began, by the browser's own rule */
  readonly frozenMs: number;
  /** ms, 0 = not known */
  readonly roundTripMs: number;
  readonly jitterMs: number;
  /** decoded by the browser since the connection began; 0 where the stage decodes */
  readonly framesDecoded: number;
  /** ms that decoding took since the connection began; 0 where the stage decodes */
  readonly decodeMs: number;
  /** the browser decodes by hardware; null: it does not tell */
  readonly byHardware: boolean | null;
}

export interface LinkFigures {
  readonly bitsPerSecond: number;
  /** share of the packets of the last second that were lost, or sent again while the video stood still, 0..1 */
  readonly packetLoss: number;
  readonly roundTripMs: number;
  readonly jitterMs: number;
  /** what the browser itself decoded in the last second */
  readonly decoded: { readonly frames: number; readonly ms: number };
}

export const noFigures: LinkFigures = {
  bitsPerSecond: 0,
  packetLoss: 0,
  roundTripMs: 0,
  jitterMs: 0,
  decoded: { frames: 0, ms: 0 },
};

export class LinkStats {
  #samples: LinkSample[] = [];

  add(sample: LinkSample): LinkFigures {
    const before = this.#samples.at(-1);
    // counters that went back belong to a new session
    if (before && sample.bytes < before.bytes) this.#samples = [];
    this.#samples.push(sample);
    if (this.#samples.length > BITRATE_SAMPLES + 1) this.#samples.shift();
    const first = this.#samples[0] ?? sample;
    const seconds = (sample.atMs - first.atMs) / 1000;
    return {
      bitsPerSecond: seconds > 0 ? ((sample.bytes - first.bytes) * 8) / seconds : 0,
      packetLoss: this.#loss(sample),
      roundTripMs: sample.roundTripMs,
      jitterMs: sample.jitterMs,
      decoded: this.#decoded(sample),
    };
  }

  reset(): void {
    this.#samples = [];
  }

  #decoded(sample: LinkSample): LinkFigures["decoded"] {
    const before = this.#samples.at(-2);
    if (!before) return noFigures.decoded;
    return {
      frames: Math.max(0, sample.framesDecoded - before.framesDecoded),
      ms: Math.max(0, sample.decodeMs - before.decodeMs),
    };
  }

  #loss(sample: LinkSample): number {
    const before = this.#samples.at(-2);
    if (!before) return 0;
    const lost = Math.max(0, sample.packetsLost - before.packetsLost);
    const sent = lost + Math.max(0, sample.packetsReceived - before.packetsReceived);
    // The browser also requests packets that merely arrive out of order, and then no viewer notices anything.
    const again = sample.frozenMs > before.frozenMs ? sample.packetsAskedAgain - before.packetsAskedAgain : 0;
    return sent === 0 ? 0 : Math.min(1, Math.max(lost, again) / sent);
  }
}

/** Reads what we need of a connection's statistics. */
export function linkSampleOf(report: RTCStatsReport, atMs: number): LinkSample {
  let bytes = 0;
  let packetsReceived = 0;
  let packetsLost = 0;
  let packetsAskedAgain = 0;
  let frozenMs = 0;
  let jitterMs = 0;
  let roundTripMs = 0;
  let framesDecoded = 0;
  let decodeMs = 0;
  let byHardware: boolean | null = null;
  report.forEach((entry: unknown) => {
    if (typeof entry !== "object" || entry === null || !("type" in entry)) return;
    const read = (name: string): number => {
      const value: unknown = Reflect.get(entry, name);
      return typeof value === "number" ? value : 0;
    };
    if (entry.type === "inbound-rtp") {
      bytes += read("bytesReceived");
      packetsReceived += read("packetsReceived");
      packetsLost += read("packetsLost");
      packetsAskedAgain += read("nackCount");
      frozenMs += read("totalFreezesDuration") * 1000;
      framesDecoded += read("framesDecoded");
      decodeMs += read("totalDecodeTime") * 1000;
      const efficient: unknown = Reflect.get(entry, "powerEfficientDecoder");
      if (typeof efficient === "boolean") byHardware = efficient;
      jitterMs = Math.max(jitterMs, read("jitter") * 1000);
    }
    if (entry.type === "candidate-pair" && read("currentRoundTripTime") > 0) {
      roundTripMs = read("currentRoundTripTime") * 1000;
    }
  });
  return {
    atMs,
    bytes,
    packetsReceived,
    packetsLost,
    packetsAskedAgain,
    frozenMs,
    roundTripMs,
    jitterMs,
    framesDecoded,
    decodeMs,
    byHardware,
  };
}

/** Frames shown per second, from one look at the running totals of a source to the next. */
export class ShownRate {
  perSecond = 0;
  #before = { sourceId: "", framesShown: 0, atMs: 0 };

  look({ sourceId, framesShown }: Pick<SourceFacts, "sourceId" | "framesShown">, atMs: number): void {
    const before = this.#before;
    if (before.sourceId === sourceId && atMs > before.atMs)
      this.perSecond = ((framesShown - before.framesShown) * 1000) / (atMs - before.atMs);
    this.#before = { sourceId, framesShown, atMs };
  }
}
