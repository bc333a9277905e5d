import { expect, test } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import { shared } from "../../support/shared.ts";

test.describe.configure({ timeout: 180_000 });

for (const lowBandwidth of [true, false])
  test(`a display that is far too slow for ${lowBandwidth ? "low bandwidth" : "WebRTC"} raises the frame rate alert, its dialog says what helps, and it goes again`, async ({
    page,
  }) => {
    const stage = await enterStage(page, shared(), { lowBandwidth });
    await stage.add("Yard");
    await stage.playing("Yard", 90_000);
    const alert = page.getByRole("button", { name: "Low frame rate" });
    await expect(alert).toHaveCount(0);

    // The drawing thread is kept busy with other work, as on a computer that is too slow.
    const busy = page.workers().map((worker) =>
      worker.evaluate(() => {
        const work = (): void => {
          const untilMs = performance.now() + 2_950;
          while (performance.now() < untilMs);
        };
        Object.assign(globalThis, { busy: setInterval(work, 3_000) });
      }),
    );
    await Promise.all(busy);
    await expect(alert).toBeVisible({ timeout: 60_000 });
    await alert.click();
    const dialog = page.getByRole("alertdialog", { name: "Low frame rate" });
    await expect(dialog).toContainText("This computer shows the video too slowly.");
    await dialog.getByRole("button", { name: "OK" }).click();
    // Only on the stage: other screens play nothing.
    await page.goto(`${shared().url}/#/version`);
    await expect(page.getByRole("heading", { name: "Version Information" })).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
