import type { Failure } from "#domain/failures/failure.ts";
import { expect, type Locator, type Page } from "@playwright/test";

interface TimelineState {
  readonly mode: "live" | "playback";
  readonly paused: boolean;
  readonly speed: number;
  /** the time that the timeline shows now, server ms */
  readonly timeMs: number;
  readonly selectionMode: boolean;
  /** the chosen range, server ms */
  readonly fineTime: { readonly startMs: number; readonly stopMs: number } | null;
}

/** The last order that the players received. */
interface PlayTarget {
  readonly timeMs: number;
  readonly rate: number;
  readonly paused: boolean;
  readonly draft: boolean;
  readonly epoch: number;
}

interface Facts {
  readonly timelineMs: number;
  readonly timeline: {
    readonly state: Omit<TimelineState, "timeMs">;
    readonly target: PlayTarget;
    readonly msPerPx: number | null;
    readonly headShare: number | null;
    readonly centreMs: number;
  };
  /** players with a time of their own, by tile; `timeMs` is the time at the last change */
  readonly unlinked: Readonly<Record<string, { readonly state: TimelineState } | undefined>>;
  readonly cameras: { readonly byKey: Readonly<Record<string, { readonly id: string; readonly name: string }>> };
  readonly grid: { readonly cells: readonly { readonly id: string; readonly camera: { readonly id: string } }[] };
  readonly players: Readonly<
    Record<
      string,
      {
        /** the text of an error */
        readonly failure: Failure | null;
        readonly stats: {
          readonly wallMs: number;
          readonly widthPx: number;
          readonly kilobitsPerSecond: number;
        } | null;
      }
    >
  >;
}

/** There is one in every client that is built for tests. */
type TestWindow = NonNullable<Window["__proscenium"]>;

/** The stage control bar and the timeline, used as a person does. */
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

  /** All of them. What follows is read many times a test, and takes out of the page only what it tells. */
  async facts(): Promise<Facts> {
    return (await this.page.evaluate(() => window.__proscenium?.facts())) as Facts;
  }

  state(): Promise<TimelineState> {
    return this.page.evaluate(() => {
      const { timeline, timelineMs } = (window.__proscenium as TestWindow).facts() as Facts;
      return { ...timeline.state, timeMs: timelineMs };
    });
  }

  /** The last order that the players received. */
  target(): Promise<PlayTarget> {
    return this.page.evaluate(() => ((window.__proscenium as TestWindow).facts() as Facts).timeline.target);
  }

  /** The window that the strip shows, server ms, as the accessible slider reports it, to the second. */
  async window(): Promise<{ readonly startMs: number; readonly stopMs: number }> {
    const bound = async (name: string): Promise<number> => Number(await this.strip.getAttribute(name)) * 1000;
    return { startMs: await bound("min"), stopMs: await bound("max") };
  }

  /** The window at this instant: live, the slider's own bounds are up to a minute old. */
  async exactWindow(): Promise<{ readonly startMs: number; readonly stopMs: number }> {
    const [{ timeline, timelineMs }, box] = [await this.facts(), await this.strip.boundingBox()];
    if (!box) throw new Error("no timeline");
    const durationMs = timeline.msPerPx === null ? 480_000 : timeline.msPerPx * box.width;
    const { headShare, centreMs } = timeline;
    const startMs = headShare === null ? centreMs - durationMs / 2 : timelineMs - headShare * durationMs;
    return { startMs, stopMs: startMs + durationMs };
  }

  /** Opens an address with a time and a speed, as a shared link does, and waits until the players have the order. */
  async open(timeMs: number, speed: number): Promise<void> {
    const { epoch } = await this.target();
    await this.page.evaluate(
      ([time, rate]) => {
        location.hash = `#/stage?time=${time}${rate === 1 ? "" : `&speed=${rate}`}`;
      },
      [Math.round(timeMs), speed] as const,
    );
    await expect.poll(async () => (await this.target()).epoch).toBeGreaterThan(epoch);
  }

  /** Goes to a time by the address and waits until it is shown (by these cameras; default all). */
  async seekTo(timeMs: number, names: readonly string[] = []): Promise<void> {
    await this.open(timeMs, 1);
    await expect
      .poll(async () => {
        const shown = names.length > 0 ? await this.shownByName(names) : await this.shown();
        return Math.max(...shown.map((wallMs) => Math.abs(wallMs - timeMs)));
      })
      .toBeLessThan(15_000);
  }

  /** Sets speed and direction by the slider and the direction toggle. */
  async setSpeed(slider: Locator, speed: number): Promise<void> {
    const steps = [0.25, 0.5, 1, 4, 16, 32, 64];
    // The direction comes first: seconds before live, a fast forward speed would reach live at once, and the speed
    // would be 1 again.
    if (Math.sign((await this.state()).speed) !== Math.sign(speed))
      await this.button(speed < 0 ? "Play in reverse" : "Play forward").click();
    await slider.focus();
    await this.page.keyboard.press("Home");
    for (let step = 0; step < steps.indexOf(Math.abs(speed)); step++) await this.page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await this.state()).speed).toBe(speed);
  }

  /** The time of the picture that each player shows, server ms; 0 = not known. */
  shown(): Promise<number[]> {
    return this.page.evaluate(() => {
      const { players } = (window.__proscenium as TestWindow).facts() as Facts;
      return Object.values(players).map((player) => player.stats?.wallMs ?? 0);
    });
  }

  /** The same by the names of the cameras, in their order; 0 = not known. */
  shownByName(names: readonly string[]): Promise<number[]> {
    return this.page.evaluate((wanted) => {
      const { cameras, grid, players } = (window.__proscenium as TestWindow).facts() as Facts;
      return wanted.map((name) => {
        const camera = Object.values(cameras.byKey).find((each) => each.name === name);
        const tile = grid.cells.find((each) => each.camera.id === camera?.id);
        return players[tile?.id ?? ""]?.stats?.wallMs ?? 0;
      });
    }, names);
  }

  /** The own playback of a camera's player; undefined: it follows the timeline. */
  async unlinked(name: string): Promise<{ readonly state: TimelineState } | undefined> {
    const { cameras, grid, unlinked } = await this.facts();
    const camera = Object.values(cameras.byKey).find((each) => each.name === name);
    return unlinked[grid.cells.find((each) => each.camera.id === camera?.id)?.id ?? ""];
  }

  /** Clicks at what was this long before now, while live is shown as it is at first: 8 minutes, now at 80 %. */
  clickBack(ms: number): Promise<void> {
    return this.click(0.8 - ms / 480_000);
  }

  /** Clicks at a share (0..1) of the strip's width. */
  async click(share: number): Promise<void> {
    const box = await this.strip.boundingBox();
    if (!box) throw new Error("no timeline");
    await this.page.mouse.click(box.x + box.width * share, box.y + box.height * 0.6);
  }

  /**
   * Waits until every player shows a picture near the timeline's time. Players report theirs once a second: with polls
   * as rare as that, the values could be almost a second old every time.
   */
  async settled(withinMs: number): Promise<void> {
    await expect
      .poll(
        async () => {
          const [{ timeMs }, shown] = [await this.state(), await this.shown()];
          return Math.max(...shown.map((wallMs) => Math.abs(wallMs - timeMs)));
        },
        { intervals: [100] },
      )
      .toBeLessThan(withinMs);
  }
}
