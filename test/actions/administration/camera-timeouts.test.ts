import { afterEach, expect, test, vi } from "vitest";
import { createCameraAdminActions } from "#actions/administration/camera-admin-actions.ts";
import { createStreamAdminActions } from "#actions/administration/stream-admin-actions.ts";
import { bareRouter } from "#test/support/client/bare-router.ts";
import { fakeServer } from "#test/support/client/http-fake.ts";
import { HttpClient } from "#transport/http.ts";

afterEach(() => vi.restoreAllMocks());

test("every call that waits for a camera has the same timeout, because its streams are configured on it too", async () => {
  const server = await fakeServer({});
  const http = new HttpClient({
    origin: server.origin,
    token: () => null,
    onUnauthorized: () => undefined,
    edition: () => "standalone",
    router: bareRouter,
  });
  const timeout = vi.spyOn(AbortSignal, "timeout");
  const cameras = createCameraAdminActions(http);
  const streams = createStreamAdminActions(http);
  await cameras.register({ driver: "ONVIF", connection: { uri: "http://10.0.0.5/" } });
  await cameras.verify("c1");
  await streams.add("c1", { name: "Main" });
  await streams.change("c1", "s1", { name: "Main" });
  await server.close();
  expect(timeout.mock.calls).toEqual([[60_000], [60_000], [60_000], [60_000]]);
});
