import { expect, type Locator, type Page } from "@playwright/test";

export interface TimelineState {
  readonly mode: "live" | "playback";
  readonly paused: boolean;
  readonly speed: number;
  /** server ms that the timeline shows now */
  readonly timeMs: number;
  readonly selectionMode: boolean;
}

interface Facts {
  readonly timelineMs: number;
  readonly timeline: { readonly state: Omit<TimelineState, "timeMs"> };
  readonly players: Readonly<Record<string, { readonly stats: { readonly wallMs: number } | null }>>;
}

/** The stage control bar and the timeline as a person uses them. */
export class TimelinePage {
  readonly page: Page;
  readonly strip: Locator;

  constructor(page: Page) {
    this.page = page;
    this.strip = page.getByRole("slider", { name: "Timeline" });
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  async state(): Promise<TimelineState> {
    const facts = (await this.page.evaluate(() => window.__proscenium?.facts())) as Facts;
    const { mode, paused, speed, selectionMode } = facts.timeline.state;
    return { mode, paused, speed, selectionMode, timeMs: facts.timelineMs };
  }

  /** Server ms of the picture that each player shows; 0 = not known. */
  async shown(): Promise<number[]> {
    const facts = (await this.page.evaluate(() => window.__proscenium?.facts())) as Facts;
    return Object.values(facts.players).map((player) => player.stats?.wallMs ?? 0);
  }

  /** Clicks at a share (0..1) of the strip's width. */
  async click(share: number): Promise<void> {
    const box = await this.strip.boundingBox();
    if (!box) throw new Error("no timeline");
    await this.page.mouse.click(box.x + box.width * share, box.y + box.height * 0.6);
  }

  /** Waits until every player shows a picture near the timeline's time. */
  async settled(withinMs: number): Promise<void> {
    await expect
      .poll(async () => {
        const [{ timeMs }, shown] = [await this.state(), await this.shown()];
        return Math.max(...shown.map((wallMs) => Math.abs(wallMs - timeMs)));
      })
      .toBeLessThan(withinMs);
  }
}
