/** The stage says what it can do: keys beside every icon, all verbs in the palette, what low bandwidth is. */
import { expect, test } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import { shared } from "../../support/shared.ts";

test.setTimeout(120_000);

test("a newcomer finds the keys: on the empty stage, in the user menu, and in the tooltip of each button", async ({
  page,
}) => {
  const stage = await enterStage(page, shared());
  await page.getByRole("button", { name: "Keyboard… ?" }).click();
  const keys = page.getByRole("dialog", { name: "Keyboard" });
  await expect(keys).toContainText("Go to a time");
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await page.getByRole("button", { name: "Commands… Ctrl + K" }).click();
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  await page.getByRole("button", { name: "Signed in as admin" }).click();
  await page.getByRole("menuitem", { name: "Commands…" }).click();
  await expect(palette).toBeVisible();
  await page.keyboard.press("Escape");

  await stage.add("Yard");
  for (const [button, tooltip] of [
    ["One frame back", "One frame back,"],
    ["Choose date and time", "Choose date and timeg"],
    ["Undo: Cameras added", "Undo: Cameras addedCtrl + Z"],
  ] as const) {
    // The keyboard's focus shows a tooltip at once.
    await page.getByRole("button", { name: button, exact: true }).focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("tooltip")).toHaveText(tooltip);
  }
  await page.locator("[data-tile-id]").hover();
  await page.getByRole("button", { name: "Statistics", exact: true }).hover();
  await expect(page.getByRole("tooltip")).toHaveText("Statisticsi");
});

test("by the palette alone: all cameras, a time, an export, a saved stage, full screen, the theme", async ({
  page,
}) => {
  await enterStage(page, shared());
  const run = async (words: string) => {
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Cameras, stages, screens, actions" });
    await field.fill(words);
    await expect(page.getByRole("option").first()).toContainText(words);
    await page.keyboard.press("Enter");
    await expect(field).toBeHidden();
  };
  await run("Show all");
  await expect(page.locator("[data-tile-id]").nth(7)).toBeVisible();
  await run("Go to a time");
  const time = page.getByRole("dialog", { name: "Go to date and time" });
  await expect(time).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(time).toBeHidden();
  await run("Export…");
  const dialog = page.getByRole("dialog", { name: "Export" });
  await expect(dialog.getByText(/^[89] selected|^\d\d selected/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await run("Save Stage");
  const save = page.getByRole("dialog", { name: "Save stage" });
  await expect(save).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(save).toBeHidden();
  await run("Full screen: Yard");
  await expect(page.locator("[data-full]")).toBeVisible();
  await page.keyboard.press("Escape");
  await run("Theme: Light");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
});

test("a tile of low bandwidth says so in words, and a press explains it", async ({ page }) => {
  const stage = await enterStage(page, shared(), { lowBandwidth: true });
  await stage.add("Yard");
  const chip = page.getByRole("button", { name: "Low bandwidth: what this means" });
  await expect(chip).toHaveText("Low bandwidth");
  await page.locator("[data-tile-id]").hover();
  await chip.hover();
  await expect(page.getByRole("tooltip")).toContainText("Smaller pictures");
  await chip.click();
  await expect(page.getByRole("alertdialog", { name: "Low-bandwidth mode" })).toBeVisible();
});
