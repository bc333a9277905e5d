import type { Page } from "@playwright/test";

declare global {
  interface Window {
    e2ePad?: { axes: number[]; buttons: number[] } | null;
  }
}

/** left x, left y, right x, right y, each -1..1 */
export type Sticks = readonly [number, number, number, number];

/**
 * A gamepad that a test controls: it replaces what the browser would read from the device. Install it before the page
 * opens.
 */
export class Gamepad {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async plugged(page: Page): Promise<Gamepad> {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, "getGamepads", {
        value: () => {
          const pad = window.e2ePad;
          if (!pad) return [null];
          const buttons = pad.buttons.map((value) => ({ value, pressed: value > 0.5, touched: value > 0 }));
          return [{ id: "e2e", index: 0, mapping: "standard", connected: true, axes: pad.axes, buttons, timestamp: 0 }];
        },
      });
    });
    return new Gamepad(page);
  }

  /** `pressed`: the buttons of the standard mapping that are held down. */
  async hold(sticks: Sticks, pressed: readonly number[] = []): Promise<void> {
    const buttons = Array.from({ length: 17 }, (_, index) => (pressed.includes(index) ? 1 : 0));
    await this.#page.evaluate(
      (pad) => {
        const isNew = !window.e2ePad;
        window.e2ePad = pad;
        if (isNew) dispatchEvent(new Event("gamepadconnected"));
      },
      { axes: [...sticks], buttons },
    );
  }

  /** Presses and releases, each for this number of frames of the page: gamepads are read once per frame. */
  async touch(sticks: Sticks, pressed: readonly number[] = [], frames = 3): Promise<void> {
    await this.hold(sticks, pressed);
    await this.#frames(frames);
    await this.release();
    await this.#frames(frames);
  }

  press(button: number): Promise<void> {
    return this.touch([0, 0, 0, 0], [button]);
  }

  #frames(count: number): Promise<void> {
    return this.#page.evaluate(
      (frames) =>
        new Promise<void>((resolve) => {
          let left = frames;
          const next = (): void => {
            left -= 1;
            if (left === 0) resolve();
            else requestAnimationFrame(next);
          };
          requestAnimationFrame(next);
        }),
      count,
    );
  }

  async release(): Promise<void> {
    await this.hold([0, 0, 0, 0]);
  }

  async unplug(): Promise<void> {
    await this.#page.evaluate(() => {
      window.e2ePad = null;
    });
  }
}
