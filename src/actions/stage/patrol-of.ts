import type { PatrolWire } from "#protocol/rest/patrol.ts";
import type { Patrol } from "#state/stage/view-store.ts";

/** A patrol as the server sends it. */
export const patrolOf = ({ id, name, camera, stops, glideS, shared, editable }: PatrolWire): Patrol => ({
  id,
  name,
  camera,
  stops: stops.map(({ view, dwellS }) => ({ viewId: view.id, dwellS })),
  glideS,
  shared,
  editable,
});
