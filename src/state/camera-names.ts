/** The names under which the cameras of this session are shown. */
import { nameOnServer, sharedNames } from "#domain/cameras/camera-names.ts";
import type { CameraStoreFacts } from "./camera-store.ts";
import type { ServerStoreFacts } from "./server-store.ts";

type Cameras = CameraStoreFacts["byKey"];

/** Computed once for each list of cameras: every tile and every row of a panel needs it. */
const known = new WeakMap<Cameras, ReturnType<typeof sharedNames>>();
function isShared(cameras: Cameras): ReturnType<typeof sharedNames> {
  const found =
    known.get(cameras) ?? sharedNames(Object.values(cameras).map((camera) => [camera.orchidId, camera] as const));
  known.set(cameras, found);
  return found;
}

/**
 * A camera's name, with its server's name where another server has a camera of the same name. Null: there is no such
 * camera.
 */
export function shownName(key: string, cameras: Cameras, servers: ServerStoreFacts["byId"]): string | null {
  const camera = cameras[key];
  if (!camera) return null;
  const server = servers[camera.orchidId];
  return server && isShared(cameras)(camera) ? nameOnServer(camera.name, server.name) : camera.name;
}
