import type { Page } from "@playwright/test";

declare global {
  interface Window {
    e2eHidden?: boolean;
  }
}

/**
 * Simulates a minimised window or a background tab: headless browsers have neither. Install it before the page opens.
 */
export class Visibility {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async of(page: Page): Promise<Visibility> {
    await page.addInitScript(() => {
      Object.defineProperty(Document.prototype, "hidden", { get: () => window.e2eHidden === true });
      Object.defineProperty(Document.prototype, "visibilityState", {
        get: () => (window.e2eHidden === true ? "hidden" : "visible"),
      });
    });
    return new Visibility(page);
  }

  hide(): Promise<void> {
    return this.#set(true);
  }
  show(): Promise<void> {
    return this.#set(false);
  }

  /** In the page and in every frame of it. */
  async #set(hidden: boolean): Promise<void> {
    for (const frame of this.#page.frames())
      await frame.evaluate((value) => {
        window.e2eHidden = value;
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
  }
}
