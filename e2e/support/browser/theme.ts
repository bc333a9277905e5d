import type { Page } from "@playwright/test";

/** The theme is a setting, and dark at first: the system's preference alone changes nothing. Asked for before the page opens. */
export async function shownIn(page: Page, theme: "dark" | "light"): Promise<void> {
  await page.addInitScript((chosen) => {
    localStorage.setItem("proscenium.preferences", JSON.stringify({ theme: chosen }));
  }, theme);
}
