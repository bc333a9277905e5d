/**
 * What a stream costs to decode on this machine, as far as it was measured: by software a frame takes time of a core,
 * whatever its size promises. Hardware takes none, and its frames count by their size. Pure. [ours]
 */

/** Who decodes: the machine's hardware, software, or software in place of hardware that failed. null: not known */
export type DecodedBy = "hardware" | "software" | "software-instead" | null;

/** Decoding may fill this share of the cores. */
const CORE_SHARE = 0.5;
/** A browser that tells no number of cores is taken for one with these. */
const USUAL_CORES = 4;
/** The lowest of so many measurements counts: what is above it was waiting for a core. */
const KEPT_MEASURES = 10;

/** ms of decoding that the page may use per second. */
export const decodeMsPerSecond = (cores: number | undefined): number => (cores ?? USUAL_CORES) * 1000 * CORE_SHARE;

/** A second's decoding by a player: frames, and the ms that they took together. */
export interface DecodeMeasure {
  readonly frames: number;
  readonly ms: number;
  readonly by: DecodedBy;
}

/** ms per frame, newest last. */
export type DecodeCost = readonly number[];

/** Takes a second's decoding. With hardware nothing is known of its cost. */
export function noteDecoding(cost: DecodeCost, { frames, ms, by }: DecodeMeasure): DecodeCost {
  if (by === "hardware") return [];
  if (by === null || frames === 0) return cost;
  return [...cost, ms / frames].slice(-KEPT_MEASURES);
}

/** ms of a core for a frame; undefined: not measured. */
export const msPerFrame = (cost: DecodeCost | undefined): number | undefined =>
  cost === undefined || cost.length === 0 ? undefined : Math.min(...cost);

/** Who decodes now, after what was known before: a player that had hardware and has it no more has lost it. */
export const decodedBy = (before: DecodedBy, byHardware: boolean | null): DecodedBy => {
  if (byHardware === null) return before;
  if (byHardware) return "hardware";
  return before === "hardware" || before === "software-instead" ? "software-instead" : "software";
};
