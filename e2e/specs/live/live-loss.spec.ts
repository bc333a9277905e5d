/** Reliability case R8: WebRTC over a network that loses packets. */
import { expect, type Page, test } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import { LossyRelay, type Network } from "../../support/network/lossy-relay.ts";
import { shared } from "../../support/shared.ts";

const DELAY_MS = 25;
const PICTURES = 75;
/** A connection starts with all pictures since the last key frame at once. */
const GOP_PICTURES = 30;
/** At 2 % loss at least 24 of 25 pictures must arrive. */
const SHOWN_SHARE = 24 / 25;
const RECOVERED_MS = 2000;

const network: Network = { share: 0, delayMs: DELAY_MS };
let relay: LossyRelay;

test.beforeEach(async ({ page }) => {
  network.share = 0;
  relay = new LossyRelay(network);
  await relay.standIn(page);
  await page.addInitScript(() => {
    const connections: RTCPeerConnection[] = [];
    Object.assign(window, { connections });
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        connections.push(this);
      }
    };
  });
});
test.afterEach(() => relay.close());

/** The number of pictures that the page's connections have decoded. */
const decoded = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let all = 0;
    for (const connection of Reflect.get(window, "connections") as RTCPeerConnection[])
      for (const entry of (await connection.getStats()).values())
        if (entry.type === "inbound-rtp" && entry.kind === "video") all += entry.framesDecoded;
    return all;
  });

/** The rate is measured over this number of pictures. */
async function picturesPerSecond(page: Page): Promise<number> {
  const before = await decoded(page);
  const fromMs = Date.now();
  await expect.poll(() => decoded(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(before + PICTURES);
  return ((await decoded(page)) - before) / ((Date.now() - fromMs) / 1000);
}

test("packets that a network loses are sent again: all pictures come, over the one connection", async ({ page }) => {
  const stage = await enterStage(page, shared());
  await stage.add("Yard");
  const tile = await stage.playing("Yard", 60_000);
  await expect.poll(() => decoded(page)).toBeGreaterThan(GOP_PICTURES);
  const usual = await picturesPerSecond(page);
  for (const share of [0.02, 0.05]) {
    network.share = share;
    expect(await picturesPerSecond(page), `at ${share}`).toBeGreaterThanOrEqual(SHOWN_SHARE * usual);
    await expect(tile).toHaveAttribute("data-state", "playing");
  }
  expect(relay.opened).toBe(1);
});

test("a network that loses a quarter is said to be slow, and one that is away for a second is seen again at once", async ({
  page,
}) => {
  const stage = await enterStage(page, shared());
  await stage.add("Yard");
  await stage.playing("Yard", 60_000);
  const slow = page.getByText("Slow network");
  await expect(slow).toBeHidden();
  network.share = 0.25;
  await expect(slow).toBeVisible({ timeout: 15_000 });
  network.share = 1;
  let before = -1;
  const sinceLastLook = async (): Promise<number> => {
    const last = before;
    before = await decoded(page);
    return before - last;
  };
  await expect.poll(sinceLastLook, { intervals: [500] }).toBe(0);
  network.share = 0;
  await expect.poll(() => decoded(page), { timeout: RECOVERED_MS, intervals: [50] }).toBeGreaterThan(before);
});
