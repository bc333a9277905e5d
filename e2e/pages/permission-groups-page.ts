import { expect, type Locator, type Page } from "@playwright/test";

interface GroupWish {
  readonly name: string;
  readonly member: string;
  readonly ability: "Live" | "Playback" | "Export" | "PTZ";
  readonly server: string;
  readonly camera: string;
}

/** The aggregator's permission groups, filled in as an administrator does. */
export class PermissionGroupsPage {
  readonly page: Page;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole("dialog", { name: /permission group$/ });
  }

  row(name: string): Locator {
    return this.page.getByRole("table", { name: "Permission groups" }).locator("tbody tr", { hasText: name });
  }

  /** Adds a group that gives one member one ability on one camera. */
  async add({ name, member, ability, server, camera }: GroupWish): Promise<void> {
    await this.page.getByRole("button", { name: "Add permission group" }).click();
    await this.dialog.getByLabel("Name", { exact: true }).fill(name);
    await this.#check(this.dialog.getByRole("group", { name: "Users" }), member);
    await this.dialog.getByRole("button", { name: "Grant more" }).click();
    const set = this.dialog.getByRole("group", { name: "Granted 1" });
    await this.#check(set, ability);
    await set.getByText("Chosen servers and cameras", { exact: true }).first().click();
    await set.getByRole("button", { name: `Show the cameras of ${server}` }).click();
    await this.#check(set, camera);
    await this.dialog.getByRole("button", { name: "Save" }).click();
    await expect(this.dialog).toHaveCount(0);
    await expect(this.row(name)).toBeVisible();
  }

  async edit(name: string): Promise<void> {
    await this.page.getByRole("button", { name: `Edit permission group ${name}` }).click();
    await expect(this.dialog).toBeVisible();
  }

  /** The visible box is drawn beside its (hidden) input. */
  async #check(within: Locator, name: string): Promise<void> {
    await within.getByRole("checkbox", { name, exact: true }).check({ force: true });
  }
}
