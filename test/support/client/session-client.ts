/** The session's actions with a server whose answers the test determines; the server closes with its test. */
import { onTestFinished } from "vitest";
import { createSessionActions } from "#actions/session/session-actions.ts";
import { createSessionStore } from "#state/session-store.ts";
import { HttpClient } from "#transport/http.ts";
import { fakeServer, type Routes } from "./http-fake.ts";

export const anna = {
  id: "secret",
  name: "anna",
  role: "Viewer",
  scope: { baseScope: ["live", "playback", "from-the-future"], cameraScopes: [] },
  expiresIn: 10,
  userId: 5,
};
export const credentials = { username: "anna", password: "pw", expiresIn: 2_592_000, cookie: "persistent" as const };

/** `kept`: the browser's storage; `lowBandwidth`: the initial setting. */
export async function sessionClient(routes: Routes, kept = new Map<string, string>(), lowBandwidth = false) {
  const server = await fakeServer(routes);
  onTestFinished(() => server.close());
  const store = createSessionStore(false);
  store.change((facts) => void (facts.lowBandwidth = lowBandwidth));
  const http = new HttpClient({
    origin: server.origin,
    token: () => store.get().token,
    onUnauthorized: () => undefined,
  });
  const storage = {
    read: (key: string) => kept.get(key) ?? null,
    write: (key: string, value: string) => Boolean(kept.set(key, value)),
  };
  return { store, http, actions: createSessionActions({ http, store, storage }), asked: server.asked };
}
export const standalone: Routes = { "GET /service/about": { json: { edition: "standalone", version: "8.0.0" } } };
export const aggregator: Routes = { "GET /service/about": { json: { edition: "aggregator", version: "8.0.0" } } };
