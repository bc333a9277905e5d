/**
 * Events of the servers, passed on to the aggregator's own listeners with their server's id, and only to users who may
 * see what the event is about. Events about a server's own accounts, stages, groups and settings are not passed on.
 */
import type { EventMessage } from "#protocol/rest/event-message.ts";
import type { Audience, EventHub } from "#recorder/core/event-hub.ts";
import { can, canOnCamera, canSeeCamera } from "#recorder/core/identity.ts";
import type { RegisteredServers } from "./contracts.ts";

/** Pass a message on before the registry forgets its subject; afterwards nobody may see it any more. */
export function relayEvent(hub: EventHub, servers: RegisteredServers, orchidId: string, message: EventMessage): void {
  const audience = audienceOf(servers, orchidId, message);
  if (audience) hub.relay({ ...message, orchidId }, audience);
}

/** A user who sees one of its cameras sees the server. */
export const maySeeServer =
  (servers: RegisteredServers, orchidId: string): Audience =>
  (who) =>
    can(who, "config") || (servers.get(orchidId)?.cameras ?? []).some(({ id }) => canSeeCamera(who, id));

function audienceOf(servers: RegisteredServers, orchidId: string, { type, id }: EventMessage): Audience | null {
  switch (type) {
    case "camera-added":
    case "camera-modified":
    case "camera-removed":
      return seesCamera(servers, orchidId, id);
    case "stream-status":
    case "motion-started":
    case "motion-stopped":
    case "recordings-modified": {
      const owner = servers.streamOwner(id);
      return owner?.orchidId === orchidId ? seesCamera(servers, orchidId, owner.cameraId) : null;
    }
    case "marks-modified":
      return (who) =>
        can(who, "playback") ||
        (servers.get(orchidId)?.cameras ?? []).some((one) => canOnCamera(who, one.id, "playback"));
    case "relay-removed":
      return maySeeServer(servers, orchidId);
    case "license-modified":
      return (who) => can(who, "config");
    default:
      return null;
  }
}

/** Events of a camera that is not known (yet) go to administrators; of another server's camera to nobody. */
function seesCamera(servers: RegisteredServers, orchidId: string, cameraId: string): Audience {
  const owner = servers.cameraOwner(cameraId);
  if (owner !== null && owner !== orchidId) return () => false;
  return (who) => (owner === null ? can(who, "config") : canSeeCamera(who, cameraId));
}
