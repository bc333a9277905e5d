/** Going round the saved stages (document 1, sections 2, 3, 9). */
import { STAGE_CYCLE_CHOICES_S } from "../limits.ts";

export interface StageCycle {
  /** seconds on each stage, one of the choices; 0 = disabled */
  readonly speed: number;
  readonly currentStage: string | null;
  readonly excludeFromCycle: Readonly<Record<string, boolean>>;
}

/** The choice for seconds that came from storage or a URL; what is not a choice disables the cycle. */
export const cycleSpeed = (seconds: unknown): number => STAGE_CYCLE_CHOICES_S.find((choice) => choice === seconds) ?? 0;

/** Stages of the cycle in the list's order. */
export const cycledStages = (stageIds: readonly string[], cycle: StageCycle): readonly string[] =>
  stageIds.filter((id) => cycle.excludeFromCycle[id] !== true);

/**
 * The stage that comes after the current one, round the end; the first one when the current is gone. An excluded
 * current stage gives way to the next that is not. `null`: nothing to change to.
 */
export function nextStage(stageIds: readonly string[], cycle: StageCycle): string | null {
  if (cycle.speed === 0) return null;
  const at = cycle.currentStage === null ? -1 : stageIds.indexOf(cycle.currentStage);
  const order = [...stageIds.slice(at + 1), ...stageIds.slice(0, Math.max(0, at))];
  return cycledStages(order, cycle)[0] ?? null;
}

/** Puts a stage out of the cycle or back. */
export const setExcluded = (cycle: StageCycle, stageId: string, excluded: boolean): StageCycle => ({
  ...cycle,
  excludeFromCycle: { ...cycle.excludeFromCycle, [stageId]: excluded },
});

/** What is kept after a change here: the rest stays as it is kept, for another window of this user may have changed that. */
export const keptCycle = (kept: StageCycle, before: StageCycle, now: StageCycle): StageCycle => ({
  speed: now.speed === before.speed ? kept.speed : now.speed,
  currentStage: now.currentStage === before.currentStage ? kept.currentStage : now.currentStage,
  excludeFromCycle: {
    ...kept.excludeFromCycle,
    ...Object.fromEntries(
      Object.entries(now.excludeFromCycle).filter(([id, excluded]) => excluded !== before.excludeFromCycle[id]),
    ),
  },
});

/** Stages are listed by name, letters and numbers as people read them. */
export const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name.localeCompare(b.name, "en", { numeric: true, sensitivity: "base" });
