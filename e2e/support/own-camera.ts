import { type Page, test } from "@playwright/test";
import { openScreen } from "../pages/admin-pages.ts";
import { Api } from "./api.ts";
import { Gateway } from "./network/gateway.ts";
import { secondCamera, type SecondCamera } from "./second-camera.ts";
import { shared } from "./shared.ts";

/**
 * A camera of the shared recorder for the specs of one file (the lobby's small stream a second time), and a gateway in
 * front of the recorder that can make calls fail. Call it at the beginning of the file; its result can be used once the
 * first test runs.
 */
export function ownCamera(name: string) {
  let made: { readonly api: Api; readonly gateway: Gateway; readonly camera: SecondCamera } | null = null;
  const there = () => {
    if (!made) throw new Error("no test runs yet");
    return made;
  };
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    const api = await Api.signedIn(shared().url, "admin", shared().password);
    const camera = await secondCamera(api, shared().dataDir, { name, demo: "Lobby", path: "small" });
    made = { api, camera, gateway: await Gateway.to(shared().url) };
  });
  test.afterAll(async () => {
    await made?.gateway.close();
    await made?.api.delete(`/service/cameras/${made.camera.id}`).catch(() => undefined);
  });
  test.afterEach(() => made?.gateway.restore());
  return {
    get api(): Api {
      return there().api;
    },
    get gateway(): Gateway {
      return there().gateway;
    },
    get camera(): SecondCamera {
      return there().camera;
    },
    /** Signs in through the gateway and opens an administration screen. */
    open: (page: Page, path: string): Promise<void> =>
      openScreen(page, path, { url: there().gateway.url, password: shared().password }),
  };
}
