import { expect, type Locator, type Page } from "@playwright/test";

/** The export dialog, opened by the stage's own button with a range that the timeline selected. */
export class ExportDialog {
  readonly page: Page;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole("dialog", { name: "Export" });
  }

  button(): Locator {
    return this.page.getByRole("button", { name: /^Export(:|$)/ });
  }

  /** The stage must contain a camera that may be exported. */
  async open(): Promise<void> {
    const selection = this.page.getByRole("button", { name: "Selection mode" });
    if ((await selection.getAttribute("aria-pressed")) !== "true") await selection.click();
    await this.page.getByRole("slider", { name: "Timeline" }).focus();
    await this.page.keyboard.press("]");
    await expect(this.button()).toBeEnabled();
    await this.button().click();
    await expect(this.dialog).toBeVisible();
  }

  /** Server ms, shown in the browser's zone. */
  async setRange(startMs: number, stopMs: number): Promise<void> {
    await this.dialog.getByLabel("From").fill(await this.#local(startMs));
    await this.dialog.getByLabel("To", { exact: true }).fill(await this.#local(stopMs));
  }

  export(camera: string, extension: string): Locator {
    return this.dialog.getByRole("button", {
      name: `Export as ${extension.slice(1).toUpperCase()}: ${camera}`,
      exact: true,
    });
  }

  /** Adds a camera to the zip of several cameras. */
  async choose(camera: string): Promise<void> {
    // The visible box is drawn beside its (hidden) input.
    await this.dialog.getByRole("checkbox", { name: `Choose ${camera}`, exact: true }).check({ force: true });
  }

  /** Takes a camera of the stage, which is ticked at first, out of the zip. */
  async leaveOut(camera: string): Promise<void> {
    await this.dialog.getByRole("checkbox", { name: `Choose ${camera}`, exact: true }).uncheck({ force: true });
  }

  zip(): Locator {
    return this.dialog.getByRole("button", { name: /as zip/ });
  }

  #local(timeMs: number): Promise<string> {
    return this.page.evaluate((ms) => {
      const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
      return local.toISOString().slice(0, 19).replace("T", " ");
    }, timeMs);
  }
}
