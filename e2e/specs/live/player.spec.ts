import { expect, test } from "@playwright/test";
import { readFileSync } from "node:fs";
import { PNG } from "pngjs";
import { enterStage } from "../../pages/sign-in-page.ts";
import { shared } from "../../support/shared.ts";

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

test("the header: digital zoom and its reset, statistics, snapshot, volume, mode, full screen, enlarged, close", async ({
  page,
}) => {
  const stage = await enterStage(page, shared());
  await stage.add("Lobby");
  const tile = await stage.playing("Lobby", 60_000);
  const header = page.getByRole("toolbar", { name: "Player Lobby" });
  await tile.hover();
  await expect(header).toBeVisible();

  await page.mouse.wheel(0, -300);
  const reset = header.getByRole("button", { name: /^Zoom \d+ %, reset$/ });
  await expect(reset).toBeVisible();
  await reset.click();
  await expect(reset).toBeHidden();
  await tile.focus();
  await page.keyboard.press("+");
  await expect(reset).toBeVisible();
  await page.keyboard.press("0");
  await expect(reset).toBeHidden();

  await header.getByRole("button", { name: "Statistics" }).click();
  // Statistics split into network, decode and present: of the tile, and of the wall.
  const wall = page.getByRole("region", { name: "Wall" });
  const statistics = page.locator("dl").filter({ hasText: "Picture" });
  await expect(statistics).toContainText(/\d+×\d+/);
  for (const shown of [statistics, wall]) {
    await expect(shown).toContainText(/Network[1-9][\d,]* kbit\/s, [\d.]+ % lost/);
    await expect(shown).toContainText(/Decode[\d.]+ ms, \d+ waiting/);
    await expect(shown).toContainText(/Present[1-9]\d*\/s/);
  }
  await expect(wall).toContainText("1 of 1 play");
  await header.getByRole("button", { name: "Statistics" }).click();
  await expect(statistics).toBeHidden();
  await expect(wall).toBeHidden();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    header.getByRole("button", { name: "Save picture" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Lobby .*\.png$/);
  const png = PNG.sync.read(readFileSync(await download.path()));
  expect(png.width).toBeGreaterThanOrEqual(320);
  expect(new Set(png.data).size).toBeGreaterThan(64);

  for (const percent of [0, 50, 100]) await header.getByRole("button", { name: `Volume ${percent} %` }).click();
  await expect(header.getByRole("button", { name: "Volume 0 %" })).toBeVisible();

  await header.getByRole("button", { name: "Mode: WebRTC" }).click();
  await expect(tile).toHaveAttribute("data-mode", "lowbandwidth");
  await expect(tile).toHaveAttribute("data-state", "playing", { timeout: 60_000 });
  await header.getByRole("button", { name: "Mode: low bandwidth" }).click();
  await expect(tile).toHaveAttribute("data-mode", "webrtc");
  await expect(tile).toHaveAttribute("data-state", "playing", { timeout: 60_000 });

  await stage.add("Yard");
  const half = await tile.boundingBox();
  await tile.hover();
  await header.getByRole("button", { name: "Full screen" }).click();
  await expect(stage.tile("Yard")).toBeHidden();
  await expect(header.getByRole("button", { name: "Leave full screen" })).toBeVisible();
  const whole = await tile.boundingBox();
  expect((whole?.width ?? 0) / (half?.width ?? 1)).toBeGreaterThan(1.5);
  await tile.focus();
  await page.keyboard.press("Escape");
  await expect(stage.tile("Yard")).toBeVisible();

  await tile.dblclick();
  await expect(header).toHaveCSS("width", /^(?!0px)/);
  await expect.poll(async () => (await header.boundingBox())?.width ?? 0).toBeGreaterThan((half?.width ?? 0) * 1.2);
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await header.boundingBox())?.width ?? 0).toBeLessThan((half?.width ?? 0) * 1.05);

  await tile.hover();
  await header.getByRole("button", { name: "Close Lobby" }).click();
  await expect(tile).toBeHidden();
});
