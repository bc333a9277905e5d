/** This many steps in a row that say the same rate are believed. */
const SURE_STEPS = 4;
/** Steps differ by this share at most when they say the same rate. */
const SAME_RATE = 0.02;
/** RTP time that runs ahead of arrival by more than this was set; nothing is missing. */
const MAX_AHEAD_MS = 500;

/**
 * Counts the samples of an audio track by its RTP time, whatever rate the camera counts that in: one that announces
 * 16 kHz and counts 8 kHz, one that counts nothing at all.
 */
export class SampleCount {
  readonly #sampleRate: number;
  /** RTP ticks for a sample; 0: RTP time stands still */
  #ticksPerSample: number;
  #likely = 0;
  #likelySteps = 0;
  #last: { readonly rtpTime: number; readonly samples: number; readonly receivedMs: number } | null = null;
  #count = 0;

  /** `ticksPerSample`: as the camera's description has it. */
  constructor(ticksPerSample: number, sampleRate: number) {
    this.#ticksPerSample = ticksPerSample;
    this.#sampleRate = sampleRate;
  }

  /** Samples before this piece since the first one, modulo 2^32. `samples`: its own; `receivedMs`: its arrival. */
  at(rtpTime: number, samples: number, receivedMs: number): number {
    const last = this.#last;
    this.#last = { rtpTime, samples, receivedMs };
    if (!last) return 0;
    const step = (rtpTime - last.rtpTime) | 0;
    this.#learn(step / Math.max(1, last.samples));
    const counted = this.#ticksPerSample > 0 ? Math.round(step / this.#ticksPerSample) : last.samples;
    const aheadMs = ((counted - last.samples) * 1000) / this.#sampleRate - (receivedMs - last.receivedMs);
    const isContinued = counted >= last.samples / 2 && aheadMs <= MAX_AHEAD_MS;
    this.#count += isContinued ? counted : last.samples;
    return this.#count >>> 0;
  }

  #learn(ticksPerSample: number): void {
    const isSame = Math.abs(ticksPerSample - this.#likely) <= SAME_RATE * Math.abs(this.#likely);
    this.#likelySteps = isSame ? this.#likelySteps + 1 : 1;
    if (!isSame) this.#likely = ticksPerSample;
    if (this.#likelySteps >= SURE_STEPS && ticksPerSample >= 0) this.#ticksPerSample = this.#likely;
  }
}
