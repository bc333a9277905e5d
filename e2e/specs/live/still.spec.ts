/** Tiles in which nothing moves: a picture every few seconds, and live as soon as something happens. */
import { expect, test, type WebSocketRoute } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import { Api, type CameraAnswer } from "../../support/api.ts";
import { countAsMotionFrom, QUIET_CAMERA } from "../../support/quiet-camera.ts";
import { shared } from "../../support/shared.ts";

test.describe.configure({ timeout: 180_000 });

const PICTURE = { width: 1280, height: 720 };
const WATCHED_MS = 9000;
/** Key frames are 4 s apart at least; one may stand at either end. */
const STILL_AT_MOST = 4;
/** From the recorder's word to the end of the mark; the picture follows the mark. The machine of a test is busy. */
const WAKES_WITHIN_MS = 1000;

let api: Api;
/** Nothing is as large as the picture, so nothing moves, whatever other specs have set before. */
test.beforeAll(async () => {
  api = await Api.signedIn(shared().url, "admin", shared().password);
  await countAsMotionFrom(api, 100);
});

for (const lowBandwidth of [true, false])
  test(`a quiet tile stands still by ${lowBandwidth ? "the media socket" : "WebRTC"}, and is live when something happens or somebody looks`, async ({
    page,
  }) => {
    const { cameras } = await api.get<{ cameras: CameraAnswer[] }>("/service/cameras");
    const streamId = cameras.find(({ name }) => name === QUIET_CAMERA)?.primaryStream?.id ?? "";
    // The recorder's own messages go through; one more is said in its place.
    const sockets: WebSocketRoute[] = [];
    await page.routeWebSocket(/events\/socket/, (socket) => {
      socket.connectToServer();
      sockets.push(socket);
    });
    const stage = await enterStage(page, shared(), { lowBandwidth });
    await stage.add(QUIET_CAMERA);
    const tile = await stage.playing(QUIET_CAMERA, 60_000);
    await expect(tile).not.toHaveAttribute("data-still");

    await stage.panel.getByRole("button", { name: "Arrange" }).click();
    await page.getByRole("menuitem", { name: /^Still until something happens/ }).click();
    await page.keyboard.press("Escape");
    await expect(tile).toHaveAttribute("data-still", "true", { timeout: 60_000 });
    await expect(tile).toHaveAttribute("aria-label", /still until something happens/);

    /** How many pictures are shown within this time, or so many that it is not a still one. */
    const seen = async (ms: number): Promise<number> => {
      const phases = new Set<number>();
      const untilMs = Date.now() + ms;
      while (Date.now() < untilMs && phases.size <= STILL_AT_MOST) {
        const code = await stage.frameCode(tile, PICTURE);
        if (code) phases.add(code.phaseMs);
      }
      return phases.size;
    };
    const still = await seen(WATCHED_MS);
    expect(still).toBeGreaterThanOrEqual(1);
    expect(still).toBeLessThanOrEqual(STILL_AT_MOST);
    await expect(tile).toHaveAttribute("data-state", "playing");

    const toldMs = Date.now();
    for (const socket of sockets)
      socket.send(JSON.stringify({ type: "motion-started", resource: "streams", id: streamId }));
    await expect(tile).not.toHaveAttribute("data-still", { timeout: WAKES_WITHIN_MS });
    expect(Date.now() - toldMs).toBeLessThan(WAKES_WITHIN_MS);
    await expect.poll(() => seen(WATCHED_MS / 3), { timeout: 30_000 }).toBeGreaterThan(STILL_AT_MOST);

    for (const socket of sockets)
      socket.send(JSON.stringify({ type: "motion-stopped", resource: "streams", id: streamId }));
    await expect(tile).toHaveAttribute("data-still", "true", { timeout: 30_000 });
    await tile.focus();
    await expect(tile).not.toHaveAttribute("data-still");
    await expect.poll(() => seen(WATCHED_MS / 3), { timeout: 30_000 }).toBeGreaterThan(STILL_AT_MOST);
  });
