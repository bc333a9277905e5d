import type { ServerEventSource } from "#actions/session/server-events.ts";
import type { CameraStore, CameraStoreFacts } from "#state/camera-store.ts";
import type { ViewStore } from "#state/stage/view-store.ts";

/** The views are asked for once a fisheye is known: a site without one has none. They are kept as they change. */
export function bindViews(deps: {
  readonly cameras: CameraStore;
  readonly views: ViewStore;
  readonly events: ServerEventSource;
  readonly load: () => Promise<void>;
}): void {
  const { cameras, views, events, load } = deps;
  const hasFisheye = ({ byKey }: CameraStoreFacts): boolean =>
    Object.values(byKey).some(({ dewarp }) => dewarp !== null);
  const begin = (facts: CameraStoreFacts): void => {
    if (views.get().status === "idle" && hasFisheye(facts)) void load();
  };
  begin(cameras.get());
  cameras.subscribe(begin);
  events.on("views", () => {
    if (views.get().status !== "idle") void load();
  });
}
