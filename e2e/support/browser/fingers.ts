import type { CDPSession, Page } from "@playwright/test";

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** One or two fingers on the screen, as the browser itself receives them. Points are CSS px of the page. */
export class Fingers {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<Fingers> {
    return new Fingers(await page.context().newCDPSession(page));
  }

  async touch(type: "touchStart" | "touchMove" | "touchEnd", ...at: readonly Spot[]): Promise<void> {
    await this.#session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: at.map(({ x, y }, id) => ({ x, y, id })),
    });
  }

  /** Draws a finger from one point to another; `steps` moves. */
  async drag(from: Spot, to: Spot, steps = 5): Promise<void> {
    await this.touch("touchStart", from);
    await this.move(from, to, steps);
    await this.touch("touchEnd");
  }

  /** A finger that is down already goes on. */
  async move(from: Spot, to: Spot, steps = 5): Promise<void> {
    for (let step = 1; step <= steps; step += 1) {
      const share = step / steps;
      await this.touch("touchMove", { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
    }
  }

  /** Two fingers beside each other go apart, or together. */
  async pinch({ x, y }: Spot, fromPx: number, toPx: number, steps = 4): Promise<void> {
    const pair = (apart: number): [Spot, Spot] => [
      { x: x - apart / 2, y },
      { x: x + apart / 2, y },
    ];
    await this.touch("touchStart", pair(fromPx)[0]);
    await this.touch("touchStart", ...pair(fromPx));
    for (let step = 1; step <= steps; step += 1)
      await this.touch("touchMove", ...pair(fromPx + ((toPx - fromPx) * step) / steps));
    await this.touch("touchEnd");
  }
}
