/** What a user may see of one camera when several sources grant it: role, groups, single cameras, an issuer. [ours] */
import type { Permission } from "./access.ts";

/** What one source grants on one camera. */
export interface CameraGrant {
  readonly permissions: readonly Permission[];
  /** by these named views only; absent: the whole camera */
  readonly views?: readonly string[];
}

/** Absent: not at all. `views` absent: the whole camera. */
export interface CameraSight {
  readonly views?: readonly string[];
}

/** What goes with a camera of which only views may be seen. Turning it, its settings and its masks are of the whole. */
const WITH_VIEWS: readonly Permission[] = ["live", "playback", "export"];

/**
 * How far an action reaches on a camera. The widest right wins: where one grant names the action and gives the whole
 * camera, it is whole; otherwise all the views together that grants with this action name. A list without views shows
 * nothing, and an action that does not go with views is not granted by such a list.
 */
export function sightOf(grants: readonly CameraGrant[], action: Permission): CameraSight | null {
  const naming = grants.filter(({ permissions }) => permissions.includes(action));
  if (naming.some(({ views }) => views === undefined)) return {};
  const views = WITH_VIEWS.includes(action)
    ? [...new Set(naming.flatMap(({ views: own = [] }) => own))].toSorted()
    : [];
  return views.length > 0 ? { views } : null;
}
