import type { Page } from "@playwright/test";

/**
 * Sets the theme. The theme is a setting and dark by default: the system's preference alone changes nothing. Call it
 * before the page opens.
 */
export async function shownIn(page: Page, theme: "dark" | "light"): Promise<void> {
  await page.addInitScript((chosen) => {
    localStorage.setItem("proscenium.preferences", JSON.stringify({ theme: chosen }));
  }, theme);
}
