/** Saved stages of the list: pending edits, sharing, permissions (document 1, sections 2, 3, 4, 5). */
import { mayEditStage, mayShareStage, stageMark, type Visitor } from "../accounts/access.ts";
import { fail, ok, type Result } from "#base/result.ts";
import type { Failure } from "../failures/failure.ts";
import { requiredName } from "../required-name.ts";

export interface SavedStage {
  readonly id: string;
  readonly name: string;
  readonly shared: boolean;
  /** edits that are not saved yet; null = none */
  readonly shadowName: string | null;
  readonly shadowShared: boolean | null;
}

/** Opens the edit of a stage: the shadows begin with the saved values. */
export const beginEdit = (stage: SavedStage): SavedStage => ({
  ...stage,
  shadowName: stage.name,
  shadowShared: stage.shared,
});
/** Discards the pending edits. */
export const cancelEdit = (stage: SavedStage): SavedStage => ({ ...stage, shadowName: null, shadowShared: null });

/**
 * The values that differ from the saved stage and are to be sent, or what is wrong with them. Empty: nothing changed.
 */
export function pendingChange(
  stage: SavedStage,
): Result<{ readonly name?: string; readonly shared?: boolean }, Failure> {
  const change: { name?: string; shared?: boolean } = {};
  if (stage.shadowName !== null) {
    const name = requiredName(stage.shadowName, "stage");
    if (!name.ok) return fail(name.error);
    if (name.value !== stage.name) change.name = name.value;
  }
  if (stage.shadowShared !== null && stage.shadowShared !== stage.shared) change.shared = stage.shadowShared;
  return ok(change);
}

export interface StageOffers {
  readonly mark: "globe" | "lock" | "none";
  readonly edit: boolean;
  /** overwrite it with the current stage */
  readonly update: boolean;
  readonly remove: boolean;
  readonly share: boolean;
  readonly unshare: boolean;
}
/**
 * The actions that the list offers a visitor for a stage: a shared one is read-only for non-admins. Users who may share
 * may unshare their own stages: on the aggregator that is everybody, of whatever role; administrators unshare
 * everybody's.
 */
export function stageOffers(visitor: Visitor, shared: boolean, isOwn: boolean): StageOffers {
  const editable = mayEditStage(visitor, shared);
  const shareable = mayShareStage(visitor);
  return {
    mark: stageMark(visitor, shared),
    edit: editable,
    update: editable,
    remove: editable,
    share: shareable && !shared,
    unshare: shareable && shared && (isOwn || editable),
  };
}

/** A free name for a new stage: "Stage 1", "Stage 2", ... in the form of `nameOf`. */
export function freeStageName(names: readonly string[], nameOf: (number: number) => string): string {
  for (let number = 1; ; number++) if (!names.includes(nameOf(number))) return nameOf(number);
}
