import { expect, test } from "@playwright/test";
import { findChromium, withoutWebGlArguments } from "../../../scripts/machine/chromium.mjs";
import { FisheyeTile, homeView, markerAt, red } from "../../pages/fisheye.ts";
import { holdSession } from "../../pages/sign-in-page.ts";
import { StagePage } from "../../pages/stage-page.ts";
import { shared } from "../../support/shared.ts";

// A browser of its own, in which there is no WebGL at all: the wall is a 2D canvas.
const executablePath = findChromium();
test.use({ launchOptions: { args: withoutWebGlArguments, ...(executablePath ? { executablePath } : {}) } });

const PICTURE = { width: 1280, height: 720 };

test("without WebGL the wall plays, and its statistics say with what it is drawn", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await holdSession(page, shared());
  await page.goto(`${shared().url}/?stats-overlay=true#/stage`);
  const stage = new StagePage(page);
  await stage.add("Yard");
  const tile = await stage.playing("Yard");
  await expect.poll(() => stage.frameCode(tile, PICTURE)).not.toBeNull();
  await expect(page.getByText("WebGL", { exact: true })).toBeHidden();
  const wall = page.getByRole("region", { name: "Wall" });
  await expect(wall).toContainText("Canvas 2D");
  // The server's policy lets the stage worker scale frames by WebAssembly.
  await expect(wall).not.toContainText("without WebAssembly");
  // Nor does it load what draws with shaders.
  expect(asked.filter((path) => /stage\.worker|webgl-painter/.test(path))).toEqual([
    expect.stringContaining("/workers/stage.worker-"),
  ]);
});

test("without WebGL a fisheye is dewarped, and dragging keeps the grabbed point under the pointer", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const shop = await FisheyeTile.shop(page, shared(), { painter: "auto" });
  const home = markerAt(red, homeView, await shop.size());
  await shop.expectAt(red, home, 2);
  const to = { x: home.x + 120, y: home.y - 90 };
  await shop.drag(home, to);
  await shop.expectAt(red, to);
});
