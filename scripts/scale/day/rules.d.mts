export type FaultKind =
  | "kill-media"
  | "kill-analysis"
  | "kill-recorder"
  | "hang-media"
  | "cut"
  | "slow"
  | "full"
  | "database"
  | "kill-aggregator"
  | "cut-aggregator";
interface Promised {
  readonly lostMs: number;
  readonly andLength: boolean;
  readonly afterMs: number;
  readonly says: string;
}
export const PROMISES: Readonly<Record<FaultKind, Promised>>;
interface Drawn {
  readonly kind: FaultKind;
  readonly recorder: number;
  readonly atMs: number;
  readonly lengthMs: number;
}
/** A fault as it happened, epoch ms. */
export interface Happened {
  readonly kind: FaultKind;
  readonly recorder: number;
  readonly beganMs: number;
  readonly endedMs: number;
}
interface Span {
  readonly startMs: number;
  readonly endMs: number;
}
export function drawing(seed: number): () => number;
export function faultsOf(
  seed: number,
  run: {
    readonly untilMs: number;
    readonly everyMs: number;
    readonly recorders: number;
    readonly only?: Partial<Record<FaultKind, number>>;
    /** which are drawn from; absent = all */
    readonly kinds?: readonly FaultKind[];
  },
): Drawn[];
export function allowedMs(fault: Happened, slack?: number): number;
export function attributed(
  gap: Span & { readonly recorder: number },
  faults: readonly Happened[],
  slack?: number,
): {
  readonly kinds: readonly FaultKind[];
  readonly lostMs: number;
  readonly allowedMs: number;
  readonly isKept: boolean;
};
export function gapsOf(spans: readonly Span[], fromMs: number, toMs: number): Span[];
export function growthOf(
  samples: readonly { readonly name: string; readonly pid: number; readonly hour: number; readonly mb: number }[],
  warmHours: number,
): Map<string, number | null>;
export function doubled(texts: readonly string[]): string[];
