import { expect, test } from "@playwright/test";
import { chromiumArguments, findChromium } from "../../../scripts/machine/chromium.mjs";
import { StagePage } from "../../pages/stage-page.ts";
import { Api } from "../../support/api.ts";
import { openStage } from "../../support/browser/open-stage.ts";
import { shared } from "../../support/shared.ts";

declare global {
  interface Window {
    e2eWakeLocks?: WakeLockSentinel[];
  }
}

// The headless shell grants no wake lock: this is the browser that people have.
const executablePath = findChromium();
test.use({ launchOptions: { args: chromiumArguments, ...(executablePath ? { executablePath } : {}) } });
test.describe.configure({ timeout: 180_000 });

let api: Api;
test.beforeAll(async () => {
  api = await Api.signedIn(shared().url, "admin", shared().password);
});
test.afterAll(async () => {
  const { stages } = await api.get<{ stages: { id: string; name: string }[] }>("/service/stages");
  for (const stage of stages) if (stage.name === "Kiosk link") await api.delete(`/service/stages/${stage.id}`);
});

test("a link opens a saved stage beside the user's own, as a kiosk without chrome", async ({ page, context }) => {
  const { cameras } = await api.get<{ cameras: { id: string; name: string }[] }>("/service/cameras");
  const id = cameras.find((each) => each.name === "Corridor")?.id;
  const saved = await api.post<{ id: string }>("/service/stages", {
    name: `Kiosk link`,
    stageMatrix: [[{ camera: { id, orchidId: "1" } }, { camera: { id: "no-such-camera", orchidId: "1" } }]],
  });
  const stage = await openStage(page);
  await stage.add("Yard");
  const second = await context.newPage();
  // The requests to the browser and what it grants are recorded, not replaced.
  await second.addInitScript(() => {
    const real = navigator.wakeLock.request.bind(navigator.wakeLock);
    window.e2eWakeLocks = [];
    WakeLock.prototype.request = async (type) => {
      const lock = await real(type);
      window.e2eWakeLocks?.push(lock);
      return lock;
    };
  });
  await second.goto(`${shared().url}/#/stage?stage=${saved.id}&kiosk=1`);
  const kiosk = new StagePage(second);
  await expect(kiosk.tile("Corridor")).toBeVisible({ timeout: 60_000 });
  await expect(second.getByRole("banner")).toHaveCount(0);
  await expect(kiosk.panel).toHaveCount(0);
  const awake = () => second.evaluate(() => window.e2eWakeLocks?.map(({ type, released }) => ({ type, released })));
  await expect.poll(awake).toEqual([{ type: "screen", released: false }]);
  // A camera that was removed keeps its place, and the tile says so.
  await expect(second.locator('[data-tile-id][data-camera="1/no-such-camera"]')).toHaveAttribute("data-state", "error");
  await second.close();
  await page.reload();
  await expect(stage.tile("Yard")).toBeVisible({ timeout: 60_000 });
  await expect(stage.tile("Corridor")).toBeHidden();
});
