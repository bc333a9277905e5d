/** Things of a camera that are personal, or shared with everybody who may see the camera. */
import type { Audience } from "#recorder/core/event-hub.ts";
import { can, canSeeCamera, type Identity } from "#recorder/core/identity.ts";

interface Thing {
  readonly shared: number;
  readonly owner_id: string;
  readonly camera_id: string;
}

export const isVisible = (row: Thing, who: Identity): boolean =>
  (row.shared === 1 || row.owner_id === who.userId) && canSeeCamera(who, row.camera_id);

/** A personal one is changed by its owner, a shared one by administrators. */
export const isEditable = (row: Thing, who: Identity): boolean =>
  row.shared === 1 ? can(who, "config") : row.owner_id === who.userId;

export const seenOf =
  (row: Thing): Audience =>
  (who) =>
    isVisible(row, who);
