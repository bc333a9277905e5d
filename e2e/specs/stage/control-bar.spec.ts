import { expect, test } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import { shared } from "../../support/shared.ts";

// The stage control bar at every width, also beside the open side panel, where it is much narrower than the window.
test("in selection mode no control of the bar is cut off or lies over another, in the longest language", async ({
  page,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem("proscenium.preferences", JSON.stringify({ language: "de", panelOpen: true }));
  });
  await enterStage(page, shared());
  await page.getByRole("button", { name: "Auswahlmodus" }).click();
  for (const width of [1920, 1280, 1265, 1100, 1020, 900, 781, 700, 641, 500, 430]) {
    await page.setViewportSize({ width, height: 800 });
    const wrong = (): Promise<string[]> =>
      page.locator("[data-control-bar]").evaluate((bar) => {
        const edge = bar.getBoundingClientRect();
        const shown = [...bar.querySelectorAll("button, output, time")]
          .map((element) => ({ name: element.ariaLabel ?? element.textContent, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0);
        const found: string[] = [];
        for (const [index, { name, box }] of shown.entries()) {
          if (box.left < edge.left - 0.5 || box.right > edge.right + 0.5) found.push(`${name} is cut off`);
          for (const other of shown.slice(index + 1)) {
            const [across, down] = [
              Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left),
              Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top),
            ];
            if (across > 0.5 && down > 0.5) found.push(`${name} lies over ${other.name}`);
          }
        }
        return found;
      });
    await expect.poll(wrong, { message: `${width} px` }).toEqual([]);
  }
});
