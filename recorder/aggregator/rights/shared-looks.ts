/** What the shared views of fisheyes show, in memory: rights that name views carry it to the recorders, which keep none of them. */
import type { OnCamera, Scope } from "#domain/accounts/access.ts";
import type { FisheyeLook } from "#domain/dewarp/config.ts";
import { look } from "#protocol/rest/view.ts";
import type { Store } from "#recorder/store/store.ts";

interface CameraOfServer {
  readonly orchidId: string;
  readonly id: string;
}
/** By `sharedLookKey`. */
export type SharedLooks = ReadonlyMap<string, FisheyeLook>;

export const sharedLookKey = ({ orchidId, id }: CameraOfServer, viewId: string): string =>
  `${orchidId}/${id}/${viewId}`;

/** A view that cannot be read is left out, so it grants nothing. */
export async function sharedLooks(store: Store): Promise<SharedLooks> {
  const rows = await store
    .selectFrom("fisheye_views")
    .select(["id", "camera_id", "orchid_id", "look"])
    .where("shared", "=", 1)
    .execute();
  return new Map(
    rows.flatMap(({ id, camera_id, orchid_id, look: json }) => {
      const read = look.safeParse(JSON.parse(json));
      return read.success ? [[sharedLookKey({ orchidId: orchid_id, id: camera_id }, id), read.data] as const] : [];
    }),
  );
}

/** The scope with what its views show; a view that is gone or no longer shared shows nothing. */
export function withLooks({ baseScope, cameraScopes }: Scope, orchidId: string, looks: SharedLooks): Scope {
  const whole = (own: OnCamera): OnCamera =>
    own.views
      ? { ...own, looks: own.views.flatMap((view) => looks.get(sharedLookKey({ orchidId, id: own.id }, view)) ?? []) }
      : own;
  return { baseScope, cameraScopes: cameraScopes.map(whole) };
}

/** The views that show something else in one than in the other. */
export function changedLooks(before: SharedLooks, after: SharedLooks): ReadonlySet<string> {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return new Set(keys.filter((key) => JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key))));
}
