import { expect, test } from "@playwright/test";
import { frameAgeMs } from "#domain/frame-code.ts";
import { enterStage, WITH_SHADERS } from "../../pages/sign-in-page.ts";
import { shared } from "../../support/shared.ts";

const PICTURE = { width: 1280, height: 720 };

for (const lowBandwidth of [false, true]) {
  test(`live pictures ${lowBandwidth ? "in low-bandwidth mode" : "by WebRTC"}: the frame codes on the stage follow the cameras`, async ({
    page,
  }) => {
    const stage = await enterStage(page, shared(), { lowBandwidth });
    const names = ["Yard", "Corridor"];
    for (const name of names) await stage.add(name);
    for (const name of names) {
      const tile = await stage.playing(name);
      await expect(tile).toHaveAttribute("data-mode", lowBandwidth ? "lowbandwidth" : "webrtc");
      // three pictures in order of time, each young when it was seen
      const ages: number[] = [];
      let lastPhaseMs = -1;
      await expect
        .poll(async () => {
          const code = await stage.frameCode(tile, PICTURE);
          if (code && code.phaseMs !== lastPhaseMs) {
            const ageMs = frameAgeMs(code, Date.now());
            if (ageMs < 2500) ages.push(ageMs);
            lastPhaseMs = code.phaseMs;
          }
          return ages.length;
        })
        .toBeGreaterThanOrEqual(3);
    }
  });
}

test("the layout comes back after a reload, and its pictures", async ({ page }) => {
  const stage = await enterStage(page, shared());
  await stage.add("Yard");
  await stage.add("Car park");
  await stage.playing("Yard");
  await page.waitForFunction(() =>
    Object.keys(localStorage).some((key) => (localStorage.getItem(key) ?? "").includes("camera")),
  );
  await page.reload();
  await stage.playing("Yard");
  await stage.playing("Car park");
  await stage.tile("Yard").focus();
  await page.keyboard.press("Delete");
  await expect(stage.tile("Yard")).toBeHidden();
});

test("what draws with shaders is loaded where it is wanted; where it does not arrive, the page says so", async ({
  page,
}) => {
  test.skip(WITH_SHADERS === "auto", "this browser has no WebGL");
  await page.route(/\/workers\/webgl-painter-/, (route) => route.abort());
  await enterStage(page, shared(), { painter: WITH_SHADERS });
  await expect(page.getByText("The stage cannot be drawn")).toBeVisible();
});

test("a lost graphics context comes back with its pictures", async ({ page }) => {
  const stage = await enterStage(page, shared(), { painter: WITH_SHADERS });
  await stage.add("Yard");
  const tile = await stage.playing("Yard");
  await expect.poll(() => stage.frameCode(tile, PICTURE)).not.toBeNull();
  await page.evaluate(() => window.__proscenium?.loseContext());
  await expect.poll(() => stage.frameCode(tile, PICTURE), { timeout: 15_000 }).not.toBeNull();
});

test("a graphics context that is lost for good: the wall goes on as a 2D canvas, with its tiles", async ({ page }) => {
  const stage = await enterStage(page, shared(), { painter: WITH_SHADERS });
  await stage.add("Yard");
  const tile = await stage.playing("Yard");
  await expect.poll(() => stage.frameCode(tile, PICTURE)).not.toBeNull();
  await page.evaluate(() => window.__proscenium?.loseContext(-1));
  await expect.poll(() => stage.frameCode(tile, PICTURE), { timeout: 30_000 }).not.toBeNull();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  // Another screen and back: the new wall is shown and hidden like the first.
  await page.evaluate(() => void (location.hash = "#/flags"));
  await expect(stage.tile("Yard")).toBeHidden();
  await page.goBack();
  await stage.playing("Yard");
  await expect.poll(() => stage.frameCode(tile, PICTURE)).not.toBeNull();
});
