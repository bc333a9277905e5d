/** How much of the machine a process may take: one camera, codec or export must not starve the recording of the others. */
import { totalmem } from "node:os";
import type { Config } from "#recorder/config/config-shape.ts";
import { type LimitedProcess, shareOf } from "#recorder/config/process-shares.ts";

export interface ProcessLimits {
  /** of JavaScript objects: beyond that the process ends itself */
  readonly heapMegabytes: number;
  /** of everything it holds, pictures and codecs included: beyond that it is ended */
  readonly rssBytes: number;
  /** 0 = as main; more = others go first when the processors are busy; less = it goes first, where the system allows it */
  readonly niceness: number;
  /** processors that it may use, null = all; held where it has a control group, else only said when it is reached */
  readonly cores: number | null;
}

const GIB = 2 ** 30;
const MIB = 2 ** 20;
/** Objects are a part of what a process holds. */
const HEAP_SHARE = 0.75;

/** Share of the machine's memory, what is given on the smallest machine, and who goes first. */
const shares: Readonly<
  Record<LimitedProcess, { share: number; leastBytes: number; heapMegabytes: number; niceness: number }>
> = {
  media: { share: 0.5, leastBytes: GIB, heapMegabytes: 2048, niceness: -5 },
  analysis: { share: 0.4, leastBytes: GIB, heapMegabytes: 1024, niceness: 10 },
  demo: { share: 0.25, leastBytes: GIB, heapMegabytes: 1024, niceness: 0 },
  // Somebody waits for it: of a processor that one other process uses wholly it gets a quarter, at 15 it would get a thirtieth.
  export: { share: 0.25, leastBytes: GIB, heapMegabytes: 1024, niceness: 5 },
};

const NOTHING_GIVEN: Config["processes"] = { cpu: [], memory: [] };

/** Memory of the machine, or of the container around us. */
export function machineBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/**
 * `ofBytes`: memory of the machine; `given`: what the settings say of single processes; `count`: how many of this name
 * share what is not given.
 */
export function limitsOf(name: LimitedProcess, ofBytes: number, given = NOTHING_GIVEN, count = 1): ProcessLimits {
  const { share, leastBytes, heapMegabytes, niceness } = shares[name];
  const cores = shareOf(given.cpu, name);
  const mebibytes = shareOf(given.memory, name);
  if (mebibytes === null)
    return { heapMegabytes, rssBytes: Math.max(leastBytes, (ofBytes * share) / count), niceness, cores };
  const heap = Math.min(heapMegabytes, Math.floor(mebibytes * HEAP_SHARE));
  return { heapMegabytes: heap, rssBytes: mebibytes * MIB, niceness, cores };
}
