/** The cycle through the saved stages (document 1, sections 2, 3, 9). */
import { STAGE_CYCLE_CHOICES_S } from "../limits/stage.ts";

export interface StageCycle {
  /** seconds on each stage, one of the choices; 0 = disabled */
  readonly speed: number;
  readonly currentStage: string | null;
  readonly excludeFromCycle: Readonly<Record<string, boolean>>;
}

/** The choice for seconds from storage or a URL; a value that is not a choice disables the cycle. */
export const cycleSpeed = (seconds: unknown): number => STAGE_CYCLE_CHOICES_S.find((choice) => choice === seconds) ?? 0;

/** Stages of the cycle in the list's order. */
const cycledStages = (stageIds: readonly string[], cycle: StageCycle): readonly string[] =>
  stageIds.filter((id) => cycle.excludeFromCycle[id] !== true);

/**
 * The stage after the current one, from the end to the start; the first one when the current was removed. An excluded
 * current stage gives way to the next that is not excluded. `null`: there is no other stage.
 */
export function nextStage(stageIds: readonly string[], cycle: StageCycle): string | null {
  if (cycle.speed === 0) return null;
  const at = cycle.currentStage === null ? -1 : stageIds.indexOf(cycle.currentStage);
  const order = [...stageIds.slice(at + 1), ...stageIds.slice(0, Math.max(0, at))];
  return cycledStages(order, cycle)[0] ?? null;
}

/** Excludes a stage from the cycle, or includes it again. */
export const setExcluded = (cycle: StageCycle, stageId: string, excluded: boolean): StageCycle => ({
  ...cycle,
  excludeFromCycle: { ...cycle.excludeFromCycle, [stageId]: excluded },
});

/**
 * The stored cycle after a change here: the other values stay as they are stored, because another window of this user
 * may have changed them.
 */
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

/** Stages are listed by name, in the order in which people read letters and numbers. */
export const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name.localeCompare(b.name, "en", { numeric: true, sensitivity: "base" });
