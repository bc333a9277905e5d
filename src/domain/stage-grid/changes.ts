/** Which changes of the stage are announced to users who do not see it. [ours] */
import type { ClaimedCell, StageGrid } from "./grid.ts";

interface SoleChange {
  readonly kind: "added" | "closed";
  readonly cell: ClaimedCell;
}

/**
 * The single cell that was added or removed; null when there was none, or several: a stage that is shown as a whole is
 * not read out.
 */
export function soleChange(before: StageGrid, after: StageGrid): SoleChange | null {
  const added = missingIn(before, after);
  const closed = missingIn(after, before);
  if (added.length + closed.length !== 1) return null;
  const [came] = added;
  const [went] = closed;
  if (came) return { kind: "added", cell: came };
  return went ? { kind: "closed", cell: went } : null;
}

const missingIn = (grid: StageGrid, of: StageGrid): readonly ClaimedCell[] =>
  of.cells.filter(({ id }) => !grid.cells.some((cell) => cell.id === id));
