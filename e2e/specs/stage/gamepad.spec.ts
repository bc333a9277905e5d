import { expect, test } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import { Gamepad } from "../../support/browser/gamepad.ts";
import { shared } from "../../support/shared.ts";

/** The standard mapping's buttons. */
const [A, BACK, FORWARD, ZOOM_OUT, ZOOM_IN] = [0, 4, 5, 6, 7];
/** from the edge of the cursor's circle to the point that it indicates */
const CURSOR_MIDDLE_PX = 11;
test.describe.configure({ timeout: 180_000 });
test.use({ actionTimeout: 30_000 });

test("a gamepad on the stage: cursor, click, scroll, zoom, back and forward", async ({ page }) => {
  const pad = await Gamepad.plugged(page);
  const stage = await enterStage(page, shared(), { lowBandwidth: true });
  await page.goto(`${shared().url}/#/version`);
  await expect(page.getByRole("heading", { name: "Version Information" })).toBeVisible();
  await page.goto(`${shared().url}/#/stage`);
  await stage.add("Lobby");
  const tile = await stage.playing("Lobby", 60_000);
  const cursor = page.locator("body > [class*=cursor]");
  await expect(cursor).toHaveCount(0);
  await pad.release();
  await expect(cursor).toBeVisible();

  // Inside the dead zone nothing moves, while the trigger already zooms.
  const place = async () => (await cursor.boundingBox()) ?? { x: 0, y: 0 };
  const middle = await place();
  const percent = page.getByRole("button", { name: /^Zoom \d+ %, reset$/ });
  await pad.hold([0.09, -0.09, 0, 0], [ZOOM_IN]);
  await tile.focus();
  await expect(percent).toBeVisible();
  expect(await place()).toEqual(middle);
  await pad.hold([0, 0, 0, 0], [ZOOM_OUT]);
  await expect(percent).toBeHidden();

  // Over the panel the right stick scrolls its list; a press clicks the element under the cursor.
  await pad.hold([-1, 0, 0, 0]);
  await expect.poll(async () => (await place()).x).toBeLessThan(120);
  await pad.release();
  const scrolledPx = () =>
    stage.panel.evaluate((panel) => Math.max(0, ...[...panel.querySelectorAll("*")].map(({ scrollTop }) => scrollTop)));
  await pad.hold([0, 0, 0, 1]);
  await expect.poll(scrolledPx).toBeGreaterThan(60);
  await pad.hold([0, 0, 0, -1]);
  await expect.poll(scrolledPx).toBe(0);
  await pad.release();

  const stages = stage.panel.getByRole("tab", { name: "Stages" });
  const target = await stages.boundingBox();
  if (!target) throw new Error("no Stages tab");
  // Short touches, and a read when the stick is at rest: a busy machine has few frames, and each moves the cursor
  // further.
  const reach = async (axis: "x" | "y", from: number, to: number): Promise<void> => {
    const away = async (): Promise<number> => (await place())[axis] + CURSOR_MIDDLE_PX - (from + to) / 2;
    for (let off = await away(); Math.abs(off) > (to - from) / 2 - 3; off = await away()) {
      const push = -Math.sign(off) * (Math.abs(off) > 150 ? 0.6 : Math.abs(off) > 50 ? 0.2 : 0.11);
      await pad.touch(axis === "x" ? [push, 0, 0, 0] : [0, push, 0, 0], [], 1);
    }
  };
  await reach("y", target.y, target.y + target.height);
  await reach("x", target.x, target.x + target.width);
  await pad.press(A);
  await expect(stages).toHaveAttribute("aria-selected", "true");

  await pad.hold([0, 0, 0, 0], [BACK]);
  await expect(page).toHaveURL(/#\/version/);
  await pad.unplug();
  await expect(cursor).toHaveCount(0);

  // And forward: one page further in the history.
  await page.goto(`${shared().url}/#/stage`);
  await page.goto(`${shared().url}/#/flags`);
  await page.goBack();
  await expect(page).toHaveURL(/#\/stage/);
  await expect(tile).toBeVisible();
  await pad.release();
  await expect(cursor).toBeVisible();
  await pad.hold([0, 0, 0, 0], [FORWARD]);
  await expect(page).toHaveURL(/#\/flags/);
});
