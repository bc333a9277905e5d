/** The names under which cameras are shown: two servers may have cameras of the same name. */
import type { PickableServer } from "./camera-picking.ts";
import { foldedName } from "../panel.ts";

interface Named {
  readonly name: string;
}

/** A camera's name with its server's. */
export const nameOnServer = (camera: string, server: string): string => `${camera} (${server})`;

/** Whether cameras of several servers share a name, among all cameras, each with its server's id. */
export function sharedNames(cameras: Iterable<readonly [string, Named]>): (camera: Named) => boolean {
  const serverOf = new Map<string, string>();
  const shared = new Set<string>();
  for (const [orchidId, camera] of cameras) {
    const name = foldedName(camera);
    if ((serverOf.get(name) ?? orchidId) !== orchidId) shared.add(name);
    serverOf.set(name, orchidId);
  }
  return (camera) => shared.has(foldedName(camera));
}

/** The names of these servers' cameras for a reader who does not see the server that they belong to. */
export function spokenNames(servers: readonly PickableServer[]): (camera: Named, server: Named) => string {
  const isShared = sharedNames(servers.flatMap(({ id, cameras }) => cameras.map((camera) => [id, camera] as const)));
  return (camera, server) => (isShared(camera) ? nameOnServer(camera.name, server.name) : camera.name);
}
