import { expect, type Page, test } from "@playwright/test";
import { SHOP } from "../../pages/fisheye.ts";
import { enterStage, WITH_SHADERS } from "../../pages/sign-in-page.ts";
import { shared } from "../../support/shared.ts";

// A dewarped tile that fills the stage, or the screen, shows the camera's main stream at once.
test.describe.configure({ timeout: 180_000 });
// So small that a panorama among all cameras needs no more than the small stream.
test.use({ actionTimeout: 30_000, viewport: { width: 1000, height: 720 } });

const MAIN_PX = 1024;
const SMALL_PX = 320;
const SHARP_WITHIN_MS = 1000;

interface Seen {
  readonly sourceId: string | null;
  readonly widthPx: number;
}

interface Facts {
  readonly players: Readonly<
    Record<
      string,
      { readonly sourceId: string | null; readonly stats: { readonly widthPx: number } | null } | undefined
    >
  >;
}

const seen = (page: Page, tileId: string): Promise<Seen> =>
  page.evaluate((id) => {
    const player = (window.__proscenium?.facts() as Facts | undefined)?.players[id];
    return { sourceId: player?.sourceId ?? null, widthPx: player?.stats?.widthPx ?? 0 };
  }, tileId);

/** The page itself waits until the tile shows another source, and that it is on the screen: ms from the next key on. */
const untilDrawn = (page: Page, tileId: string): Promise<number> =>
  page.evaluate(
    (id) =>
      new Promise<number>((resolve, reject) => {
        const source = (): string | null | undefined => {
          const facts = window.__proscenium?.facts() as Facts | undefined;
          return facts?.players[id]?.sourceId;
        };
        const before = source();
        addEventListener(
          "keydown",
          () => {
            const pressedAtMs = performance.now();
            const look = async (): Promise<void> => {
              while (source() === before) {
                if (performance.now() - pressedAtMs > 30_000) return reject(new Error("no other stream has come"));
                await new Promise(requestAnimationFrame);
              }
              const px = await window.__proscenium?.readPixels({ x: 400, y: 300, width: 2, height: 2 });
              resolve(px ? performance.now() - pressedAtMs : Number.POSITIVE_INFINITY);
            };
            void look();
          },
          { capture: true, once: true },
        );
      }),
    tileId,
  );

for (const lowBandwidth of [false, true])
  test(`full screen is sharp within a second, ${lowBandwidth ? "with low bandwidth" : "by WebRTC"} @alone`, async ({
    page,
  }) => {
    const stage = await enterStage(page, shared(), { lowBandwidth, painter: WITH_SHADERS });
    await page.getByRole("button", { name: /^Show all \d+ cameras$/ }).click();
    const tile = await stage.playing(SHOP, 90_000);
    const tileId = (await tile.getAttribute("data-tile-id")) ?? "";
    await tile.focus();
    await page.keyboard.press("d");
    await expect.poll(async () => (await seen(page, tileId)).widthPx, { timeout: 30_000 }).toBe(SMALL_PX);
    const tookMs: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      await tile.focus();
      const drawn = untilDrawn(page, tileId);
      // The page listens once it has answered this.
      await page.evaluate(() => undefined);
      await page.keyboard.press("Enter");
      tookMs.push(await drawn);
      const { sourceId } = await seen(page, tileId);
      await expect.poll(async () => (await seen(page, tileId)).widthPx, { timeout: 30_000 }).toBe(MAIN_PX);
      expect((await seen(page, tileId)).sourceId).toBe(sourceId);
      await page.keyboard.press("Escape");
      await expect.poll(async () => (await seen(page, tileId)).widthPx, { timeout: 30_000 }).toBe(SMALL_PX);
    }
    test.info().annotations.push({ type: "sharp after, ms", description: JSON.stringify(tookMs) });
    expect(Math.min(...tookMs), JSON.stringify(tookMs)).toBeLessThan(SHARP_WITHIN_MS);
  });
