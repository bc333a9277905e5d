/** So many cameras are dewarped at a time and no more, and a camera counts once. */
import { expect, type Locator, type Page, test } from "@playwright/test";
import { FisheyeTile, green, HALL, homeView, markerAt, red, SHOP } from "../../../pages/fisheye.ts";
import { enterStage, WITH_SHADERS } from "../../../pages/sign-in-page.ts";
import { Api } from "../../../support/api.ts";
import { TcpRelay } from "../../../support/network/tcp-relay.ts";
import { demoConnection, type SecondCamera, secondCamera } from "../../../support/second-camera.ts";
import { shared } from "../../../support/shared.ts";

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

const copyName = (at: number): string => `Fisheye copy ${at}`;
const MOST = 16;

/** Further fisheyes, which send what the shop sends: the demo has two of its own. */
const copies: string[] = [];
const relays: TcpRelay[] = [];
test.describe("with 15 more fisheyes", () => {
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    const api = await Api.signedIn(shared().url, "admin", shared().password);
    const { cameras } = await api.get<{ cameras: SecondCamera[] }>("/service/cameras");
    const shop = cameras.find(({ name }) => name.startsWith("Shop"));
    const own = await api.get<{ dewarpConfiguration: unknown }>(
      `/service/cameras/${shop?.id}/streams/${shop?.streams[0]?.id}`,
    );
    const stream = { demo: "Shop", path: "small" } as const;
    const { hostname, port } = new URL((await demoConnection(api, shared().dataDir, stream)).uri);
    const added = Array.from({ length: MOST - 1 }, async (_, at) => {
      const relay = await TcpRelay.to(hostname, Number(port));
      relays.push(relay);
      return secondCamera(api, shared().dataDir, { name: copyName(at + 1), ...stream, port: relay.port });
    });
    const { dewarpConfiguration } = own;
    for (const { id, streams } of await Promise.all(added)) {
      copies.push(id);
      // Their motion is not watched: fifteen more streams would be decoded whole.
      await api.patch(`/service/cameras/${id}/streams/${streams[0]?.id}`, {
        dewarpConfiguration,
        recordingConfiguration: { decode: { keyFramesOnly: true } },
      });
    }
  });
  test.afterAll(async () => {
    const api = await Api.signedIn(shared().url, "admin", shared().password);
    for (const id of copies) await api.delete(`/service/cameras/${id}`);
    for (const relay of relays) await relay.close();
  });

  test("the last of 17 dewarped cameras is shown round, with the reason", async ({ page }) => {
    await expectLimit(page, MOST);
  });

  test.describe("on a mobile", () => {
    test.use({
      userAgent:
        "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    });
    test("8 cameras are the most", async ({ page }) => {
      await expectLimit(page, 8);
    });
  });
});

const limitText = (most: number) =>
  `You cannot dewarp more than ${most} cameras at a time; views of one camera count once.`;

async function expectLimit(page: Page, most: number): Promise<void> {
  const stage = await enterStage(page, shared(), { lowBandwidth: true, painter: WITH_SHADERS });
  const dialog = page.getByRole("alertdialog");
  for (const name of [SHOP, ...Array.from({ length: most - 1 }, (_, at) => copyName(at + 1))]) await stage.add(name);
  await stage.panel.getByRole("searchbox").fill("fisheye");
  // A further tile of a camera is no further camera.
  await stage.addAgain(SHOP);
  await expect(stage.tile(SHOP)).toHaveCount(2);
  await expect(dialog).toHaveCount(0);
  await stage.camera(HALL).dblclick();
  await expect(dialog).toContainText(limitText(most));
  await dialog.getByRole("button", { name: "OK" }).click();
  // The tile is there with the round picture, and it may not be dewarped until another camera is not.
  const turn = async (tile: Locator, presses: number): Promise<void> => {
    await tile.focus();
    for (let press = 0; press < presses; press += 1) await page.keyboard.press("d");
  };
  await turn(stage.tile(SHOP).first(), 2);
  await turn(stage.tile(HALL), 1);
  await expect(dialog).toContainText(limitText(most));
  await dialog.getByRole("button", { name: "OK" }).click();
  await turn(stage.tile(SHOP).last(), 2);
  await turn(stage.tile(HALL), 1);
  await expect(dialog).toHaveCount(0);
}

test("the limit is a setting, and four views in a quad and further tiles of a camera count once", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("proscenium.preferences", JSON.stringify({ dewarpMax: 1 })));
  const shop = await FisheyeTile.shop(page, shared());
  await shop.expectAt(red, markerAt(red, homeView, await shop.size()), 2);
  await shop.tile.hover();
  await page.getByRole("button", { name: "Dewarp", exact: true }).click();
  await page.getByRole("menuitem", { name: "Quad view" }).click();
  const { width, height } = await shop.size();
  const quarter = { width: width / 2, height: height / 2 };
  // Each quarter looks a quarter turn further: the markers are in their middles, as far down as their tilts demand.
  const places = [
    { marker: red, x: 0, y: 0, pan: 0 },
    { marker: green, x: quarter.width, y: 0, pan: 90 },
  ];
  for (const { marker, x, y, pan } of places) {
    const inside = markerAt(marker, { ...homeView, pan }, quarter);
    await shop.expectAt(marker, { x: x + inside.x, y: y + inside.y }, 1.5);
  }
  const dialog = page.getByRole("alertdialog");
  await shop.stage.panel.getByRole("searchbox").fill("fisheye");
  await shop.stage.addAgain(SHOP);
  await expect(shop.stage.tile(SHOP)).toHaveCount(2);
  await expect(dialog).toHaveCount(0);
  await shop.stage.camera(HALL).dblclick();
  await expect(dialog).toContainText(limitText(1));
});
