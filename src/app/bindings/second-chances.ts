/**
 * Tells players that wait, or have given up, about changes that may help them: new credentials, and news of their
 * camera.
 */
import { type Disposer, Disposers } from "#base/disposer.ts";
import type { Stores } from "#chrome/product.ts";
import { cameraKey } from "#state/camera-store.ts";

/** `chance`: for one tile, or for all. */
export function bindSecondChances(
  { session, cameras, stage }: Pick<Stores, "session" | "cameras" | "stage">,
  chance: (tileId?: string) => void,
): Disposer {
  const all = new Disposers();
  all.add(
    session.subscribe(({ user }, before) => {
      // A sign-in or a renewal counts as a change: the same user comes as a new fact.
      if (user !== null && user !== before.user) chance();
    }),
  );
  all.add(
    cameras.subscribe(({ byKey }, before) => {
      for (const { id, camera } of stage.get().grid.cells) {
        const key = cameraKey(camera);
        const now = byKey[key];
        // A stream that does not run would only fail again.
        if (now?.state === "running" && now !== before.byKey[key]) chance(id);
      }
    }),
  );
  return all.dispose;
}
