import { createServerRouter } from "#app/server-router.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createServerStore } from "#state/server-store.ts";
import { createSessionStore } from "#state/session-store.ts";

/** The router of an aggregator's client that knows no camera: only requests `at` a server go there. */
export const bareRouter = () =>
  createServerRouter(
    { session: createSessionStore(false), cameras: createCameraStore(), servers: createServerStore() },
    () => undefined,
  );
