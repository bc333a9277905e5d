/** A client of an aggregator: its stores, its routing HTTP client, and the answers of servers by their own paths. */
import { createCameraActions } from "#actions/cameras/camera-actions.ts";
import { createServerList } from "#actions/cameras/server-list.ts";
import { createServerRouter } from "#app/server-router.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createHealthStore } from "#state/health-store.ts";
import { createStandingStore } from "#state/standing-store.ts";
import { createServerStore } from "#state/server-store.ts";
import { type AboutFacts, createSessionStore } from "#state/session-store.ts";
import { HttpClient } from "#transport/http.ts";

export const wireServer = (id: string, name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  id,
  name,
  isAvailable: true,
  ...more,
});
/** With a stream `s<id>`. */
export const wireCamera = (id: string, name: string) => ({
  id,
  name,
  primaryStream: { id: `s${id}`, status: { id: `s${id}`, streamState: "running" } },
  streams: [{ id: `s${id}` }],
  permissions: { actions: { live: true, playback: true, export: true } },
});
/** The prefix of a server's own paths. */
export const at = (orchidId: string, path: string): string => `/fusion/orchid-proxy/${orchidId}${path}`;

export function aggregatorClient(
  origin: string,
  only: { streamId: string; ptz: boolean; serverId: string } | null = null,
) {
  const session = createSessionStore(false);
  session.change((facts) => {
    facts.phase = "signed-in";
    facts.token = "own";
    facts.about = { edition: "aggregator", name: "Wall" } as AboutFacts as typeof facts.about;
    facts.user = { userId: "7", username: "anna", role: null, admin: false, scope: null };
  });
  const stores = {
    session,
    cameras: createCameraStore(),
    servers: createServerStore(),
    health: createHealthStore(),
    standing: createStandingStore(),
    dialogs: createDialogStore(),
  };
  const kept = new Map<string, string>();
  const storage = {
    read: (key: string) => kept.get(key) ?? null,
    write: (key: string, value: string) => Boolean(kept.set(key, value)),
  };
  const stale = { count: 0 };
  const router = createServerRouter(stores, () => (stale.count += 1));
  const http = new HttpClient({
    origin,
    token: () => session.get().token,
    edition: () => session.get().about?.edition ?? "standalone",
    router: () => router,
    onUnauthorized: () => undefined,
  });
  const list = createServerList({ http, ...stores, storage });
  const cameras = createCameraActions({
    http,
    ...stores,
    servers: { list, store: stores.servers, idle: () => Promise.resolve() },
    only,
  });
  return { stores, http, list, cameras, kept, storage, stale };
}
