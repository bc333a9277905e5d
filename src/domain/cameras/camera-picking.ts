/** Choosing cameras from servers: whole servers, or single cameras of them. */

interface CameraOfServer {
  readonly orchidId: string;
  readonly id: string;
}
export interface PickedCameras {
  /** whole servers: with their future cameras */
  readonly orchids: readonly string[];
  readonly cameras: readonly CameraOfServer[];
}
export interface PickableServer {
  readonly id: string;
  readonly name: string;
  readonly cameras: readonly { readonly id: string; readonly name: string }[];
}

const isOf = (server: PickableServer, camera: CameraOfServer): boolean => camera.orchidId === server.id;

/** Is the whole server chosen, or is every camera that it has now listed separately? */
export function serverPick(picked: PickedCameras, server: PickableServer): "whole" | "every" | "some" | "none" {
  if (picked.orchids.includes(server.id)) return "whole";
  const count = pickedOf(picked, server);
  if (count === 0) return "none";
  return count === server.cameras.length ? "every" : "some";
}

/** How many of a server's cameras are chosen. */
export function pickedOf(picked: PickedCameras, server: PickableServer): number {
  if (picked.orchids.includes(server.id)) return server.cameras.length;
  const ids = new Set(picked.cameras.filter((camera) => isOf(server, camera)).map(({ id }) => id));
  return server.cameras.filter(({ id }) => ids.has(id)).length;
}

export const isPicked = (picked: PickedCameras, orchidId: string, id: string): boolean =>
  picked.orchids.includes(orchidId) ||
  picked.cameras.some((camera) => camera.orchidId === orchidId && camera.id === id);

/** `whole`: the server itself is chosen; otherwise its current cameras. */
export function pickServer(picked: PickedCameras, server: PickableServer, on: boolean, whole: boolean): PickedCameras {
  const orchids = picked.orchids.filter((id) => id !== server.id);
  const cameras = picked.cameras.filter((camera) => !isOf(server, camera));
  if (!on) return { orchids, cameras };
  if (whole) return { orchids: [...orchids, server.id], cameras };
  return { orchids, cameras: [...cameras, ...server.cameras.map(({ id }) => ({ orchidId: server.id, id }))] };
}

/** Chooses or removes one camera; when one is removed from a whole server, its other cameras are listed separately. */
export function pickCamera(picked: PickedCameras, server: PickableServer, id: string, on: boolean): PickedCameras {
  const single = picked.orchids.includes(server.id) ? pickServer(picked, server, true, false) : picked;
  const cameras = single.cameras.filter((camera) => !(isOf(server, camera) && camera.id === id));
  return { orchids: single.orchids, cameras: on ? [...cameras, { orchidId: server.id, id }] : cameras };
}

/** Chosen cameras and servers that are not among `servers` any more: they stay chosen until the user removes them. */
export function pickedElsewhere(picked: PickedCameras, servers: readonly PickableServer[]): PickedCameras {
  const known = new Map(servers.map((server) => [server.id, new Set(server.cameras.map(({ id }) => id))]));
  return {
    orchids: picked.orchids.filter((id) => !known.has(id)),
    cameras: picked.cameras.filter(({ orchidId, id }) => !known.get(orchidId)?.has(id)),
  };
}
