/** Whether a process takes all that it may of the processors for long. It works and answers, unlike one that hangs. */

interface CpuSample {
  readonly atMs: number;
  /** time of processors that the process has used since its start, all its threads together */
  readonly cpuMs: number;
}

export interface CpuUse {
  /** of one life, oldest first: the last one that is older than the window, and all after it */
  readonly samples: readonly CpuSample[];
  readonly isBurning: boolean;
  /** processors in use on the average of the window; null = the process is younger than that */
  readonly cores: number | null;
}

export const NO_CPU_USE: CpuUse = { samples: [], isBurning: false, cores: null };

const WINDOW_MS = 60_000;
/** Who waits for others now and then never reaches the whole; and who is just below is not told of again and again. */
const BURNING_SHARE = 0.9;
const CALM_SHARE = 0.7;

/** `limit`: processors that it may use. A process that was started anew counts from its first sample. */
export function cpuUseAfter(before: CpuUse, sample: CpuSample, limit: number, windowMs = WINDOW_MS): CpuUse {
  const isSameLife = sample.cpuMs >= (before.samples.at(-1)?.cpuMs ?? 0);
  const all = [...(isSameLife ? before.samples : []), sample];
  const first = all.findLastIndex(({ atMs }) => atMs <= sample.atMs - windowMs);
  const samples = all.slice(Math.max(0, first));
  const oldest = samples[0];
  if (first < 0 || oldest === undefined) return { samples, isBurning: before.isBurning, cores: null };
  const cores = (sample.cpuMs - oldest.cpuMs) / (sample.atMs - oldest.atMs);
  const isBurning = cores >= limit * (before.isBurning ? CALM_SHARE : BURNING_SHARE);
  return { samples, isBurning, cores };
}
