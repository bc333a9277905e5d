/** What the cameras of this session are called where they are shown. */
import { nameOnServer, sharedNames } from "#domain/cameras/camera-names.ts";
import type { CameraStoreFacts } from "./camera-store.ts";
import type { ServerStoreFacts } from "./server-store.ts";

type Cameras = CameraStoreFacts["byKey"];

/** Of each list of cameras, once: every tile and every row of a panel asks. */
const known = new WeakMap<Cameras, ReturnType<typeof sharedNames>>();
function isShared(cameras: Cameras): ReturnType<typeof sharedNames> {
  const found =
    known.get(cameras) ?? sharedNames(Object.values(cameras).map((camera) => [camera.orchidId, camera] as const));
  known.set(cameras, found);
  return found;
}

/** A camera's name; with its server's where another server has a camera of this name. Null: there is no such camera. */
export function shownName(key: string, cameras: Cameras, servers: ServerStoreFacts["byId"]): string | null {
  const camera = cameras[key];
  if (!camera) return null;
  const server = servers[camera.orchidId];
  return server && isShared(cameras)(camera) ? nameOnServer(camera.name, server.name) : camera.name;
}
