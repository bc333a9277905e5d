/** Older Safari and Firefox, as Chromium without what they lack. */
import { expect, test } from "@playwright/test";
import { PLAYER_TIMEOUT_MS } from "#domain/limits/player.ts";
import { enterStage, holdSession } from "../../pages/sign-in-page.ts";
import { StagePage } from "../../pages/stage-page.ts";
import { shared } from "../../support/shared.ts";

const PICTURE = { width: 1280, height: 720 };

test("without AbortSignal.any, a track processor, frame callbacks and VideoFrame the page plays by WebRTC", async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ["any", "timeout"]) Reflect.deleteProperty(AbortSignal, name);
    for (const name of ["MediaStreamTrackProcessor", "VideoFrame"]) Reflect.deleteProperty(globalThis, name);
    Reflect.deleteProperty(HTMLVideoElement.prototype, "requestVideoFrameCallback");
  });
  const stage = await enterStage(page, shared());
  await stage.add("Yard");
  const tile = await stage.playing("Yard");
  await expect(tile).toHaveAttribute("data-mode", "webrtc");
  await expect.poll(() => stage.frameCode(tile, PICTURE)).not.toBeNull();
});

test("where no canvas can be handed to a worker, the page draws; sound that cannot be decoded is said", async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ["MediaStreamTrackProcessor", "AudioDecoder"]) Reflect.deleteProperty(globalThis, name);
    Reflect.deleteProperty(HTMLCanvasElement.prototype, "transferControlToOffscreen");
  });
  const stage = await enterStage(page, shared(), { lowBandwidth: true });
  await stage.add("Yard");
  const tile = await stage.playing("Yard");
  await expect.poll(() => stage.frameCode(tile, PICTURE)).not.toBeNull();
  expect(page.workers().filter((worker) => worker.url().includes("stage"))).toEqual([]);
  await tile.hover();
  await page.getByRole("button", { name: /^Volume/ }).click();
  await expect(page.getByText("cannot decode the sound")).toBeVisible();
});

test("without a way for WebRTC low bandwidth plays, and one sentence says why, for all tiles", async ({ page }) => {
  await page.addInitScript(() => {
    // No relay is configured: there is no candidate at all, as without UDP.
    window.RTCPeerConnection = new Proxy(RTCPeerConnection, {
      construct: (target, [options]) => new target({ ...(options as RTCConfiguration), iceTransportPolicy: "relay" }),
    });
  });
  const stage = await enterStage(page, shared());
  await stage.add("Yard");
  await stage.add("Lobby");
  for (const name of ["Yard", "Lobby"])
    await expect(await stage.playing(name, 60_000)).toHaveAttribute("data-mode", "lowbandwidth");
  await expect(page.getByText("because WebRTC did not work")).toHaveCount(1);
});

test("where a firewall lets no UDP through low bandwidth plays, said once; the next tile does not wait to find out", async ({
  page,
}) => {
  // Both sides get addresses that nobody has (RFC 5737): checks go out and are never answered, as behind such a firewall.
  const nowhere = (sdp: string): string => sdp.replace(/( UDP \d+) \S+ (\d+ typ)/gi, "$1 198.51.100.1 $2");
  await page.route(/\/whep(\?|$)/, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const answer = await route.fetch({ postData: nowhere(route.request().postData() ?? "") });
    await route.fulfill({ response: answer, body: nowhere(await answer.text()) });
  });
  const stage = await enterStage(page, shared());
  await stage.add("Yard");
  await expect(await stage.playing("Yard", 60_000)).toHaveAttribute("data-mode", "lowbandwidth");
  await expect(page.getByText("because WebRTC did not work")).toHaveCount(1);
  const addedMs = Date.now();
  await stage.add("Lobby");
  await expect(await stage.playing("Lobby", 60_000)).toHaveAttribute("data-mode", "lowbandwidth");
  expect(Date.now() - addedMs).toBeLessThan(PLAYER_TIMEOUT_MS);
  await expect(page.getByText("because WebRTC did not work")).toHaveCount(1);
});

test("a browser without what the page needs everywhere is told by name", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, "toSorted"));
  await page.goto(`${shared().url}/`);
  await expect(page.getByText("This browser lacks: toSorted")).toBeVisible();
});

test("a page that cannot start says what may be wrong", async ({ page }) => {
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto(`${shared().url}/`);
  await expect(page.getByText("If this page stays empty")).toBeVisible({ timeout: 20_000 });
});

test("a page that starts shows none of that", async ({ page }) => {
  await holdSession(page, shared());
  await page.goto(`${shared().url}/#/stage`);
  await expect(new StagePage(page).camera("Yard")).toBeVisible();
  await expect(page.locator(".not-started")).toHaveCount(0);
});
