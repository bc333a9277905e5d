import { expect, type Page } from "@playwright/test";

/** Chooses an entry of a submenu of the user menu. */
export async function chooseOfUser(page: Page, submenu: RegExp, entry: string): Promise<void> {
  await page.getByRole("button", { name: /Signed in as/ }).click();
  await page.getByRole("menuitem", { name: submenu }).click();
  await page.getByRole("menuitem", { name: entry }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
}
