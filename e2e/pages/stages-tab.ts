import { expect, type Locator, type Page } from "@playwright/test";

/** The side panel's stages tab. */
export class StagesTab {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page.getByRole("tab", { name: "Stages" }).click();
    await expect(this.page.getByRole("button", { name: "Save Stage" })).toBeVisible();
  }

  row(name: string): Locator {
    return this.page
      .getByRole("listitem")
      .filter({ has: this.page.getByRole("button", { name: `Actions for stage ${name}` }) });
  }
  shows(name: string): Locator {
    return this.page.getByRole("button", { name: new RegExp(`^Show stage ${name}(,|$)`) });
  }

  async save(name: string): Promise<void> {
    await this.page.getByRole("button", { name: "Save Stage" }).click();
    const dialog = this.page.getByRole("dialog", { name: "Save stage" });
    await dialog.getByLabel("Stage name").fill(name);
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(this.row(name)).toBeVisible();
  }

  /** Chooses an entry in the menu of a stage. */
  async choose(name: string, entry: string): Promise<void> {
    await this.page.getByRole("button", { name: `Actions for stage ${name}` }).click();
    await this.page.getByRole("menuitem", { name: entry, exact: true }).click();
  }

  /** The entries in the menu of a stage; the menu is closed again. */
  async offers(name: string): Promise<string[]> {
    await this.page.getByRole("button", { name: `Actions for stage ${name}` }).click();
    const menu = this.page.getByRole("menu", { name: `Actions for stage ${name}` });
    await expect(menu).toBeVisible();
    const entries = await menu.getByRole("menuitem").allInnerTexts();
    await this.page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    return entries.map((entry) => entry.trim());
  }
}
