import { expect, type Page, test } from "@playwright/test";
import { enterStage, holdSession } from "../../pages/sign-in-page.ts";
import { StagePage } from "../../pages/stage-page.ts";
import { Api, type CameraAnswer } from "../../support/api.ts";
import { shared } from "../../support/shared.ts";

/** The flags of the page's address (document 1, section 2); each is tested by its effect for the user of the page. */
const YARD = "Yard";
const SQUARE = "Square \\(PTZ\\)";
const START_MS = 90_000;

test.describe.configure({ timeout: 240_000 });

/** The stage of a signed-in user, opened with flags in the address. */
async function stageWith(page: Page, query: string, camera: string): Promise<StagePage> {
  await holdSession(page, shared());
  await page.goto(`${shared().url}/?${query}#/stage`);
  const stage = new StagePage(page);
  await stage.add(camera);
  return stage;
}

async function cameraNamed(name: string): Promise<CameraAnswer> {
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  const { cameras } = await api.get<{ cameras: CameraAnswer[] }>("/service/cameras");
  const found = cameras.find((camera) => camera.name === name);
  if (!found) throw new Error(`no camera ${name}`);
  return found;
}

async function playerWith(page: Page, camera: CameraAnswer, query: string): Promise<void> {
  await page.goto(`${shared().url}/?single-player=${camera.primaryStream?.id}&single-player-orchid=1&${query}#/player`);
}

/** The ways in which the page requests pictures: "webrtc" or "lowbandwidth", one entry for each request. */
function waysOf(page: Page): string[] {
  const ways: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "POST") return;
    if (request.url().includes("/whep")) ways.push("webrtc");
    else if (request.url().includes("/low-bandwidth/streams")) ways.push("lowbandwidth");
  });
  return ways;
}

test("disable-webrtc: the mark in the bar, low bandwidth by itself, and no toggle to WebRTC", async ({ page }) => {
  const ways = waysOf(page);
  const stage = await stageWith(page, "disable-webrtc=1", YARD);
  ways.length = 0;
  await expect(page.getByRole("button", { name: "Low bandwidth", exact: true })).toBeVisible();
  const tile = await stage.playing(YARD, START_MS);
  await expect(tile).toHaveAccessibleName(/lowbandwidth|low bandwidth/i);
  expect(ways).not.toContain("webrtc");
  await tile.hover();
  const mode = page.getByRole("toolbar", { name: `Player ${YARD}` }).getByRole("button", { name: /^Mode:/ });
  await expect(mode).toHaveAccessibleName("Mode: low bandwidth");
  await expect(mode).toBeDisabled();
  expect(ways).not.toContain("webrtc");
});

/** A page that believes that its browser has no WebCodecs. */
const withoutWebCodecs = (page: Page) =>
  page.addInitScript(() => void Reflect.deleteProperty(globalThis, "VideoDecoder"));

test("without WebCodecs recordings come by WebRTC while they play forwards, by the socket when paused, and every place says which", async ({
  page,
}) => {
  await withoutWebCodecs(page);
  const ways = waysOf(page);
  const stage = await stageWith(page, "stats-overlay=true", YARD);
  const tile = await stage.playing(YARD, START_MS);
  const statistics = page.locator("dl").filter({ hasText: "Picture" });
  await expect(statistics).toContainText("WebRTC");
  ways.length = 0;
  await page.getByRole("button", { name: "Previous motion event" }).click();
  await expect.poll(() => ways[0]).toBe("webrtc");
  await expect(tile).toHaveAttribute("data-transport", "webrtc", { timeout: START_MS });
  await expect(tile).toHaveAttribute("data-state", "playing", { timeout: START_MS });
  await page.keyboard.press("k");
  await expect(tile).toHaveAttribute("data-transport", "socket", { timeout: START_MS });
  await expect(statistics).toContainText("Media socket");
  await expect(tile).toHaveAccessibleName(/Mode: WebRTC, recordings by media socket/);
});

test("webrtc-live-only: live by WebRTC, what was recorded by the media socket, also without WebCodecs", async ({
  page,
}) => {
  await withoutWebCodecs(page);
  const ways = waysOf(page);
  const stage = await stageWith(page, "webrtc-live-only=true", YARD);
  await stage.playing(YARD, START_MS);
  expect(new Set(ways)).toEqual(new Set(["webrtc"]));
  ways.length = 0;
  await page.getByRole("button", { name: "Previous motion event" }).click();
  await expect.poll(() => ways[0]).toBe("lowbandwidth");
  expect(ways).not.toContain("webrtc");
  await expect(page.locator("[data-tile-id]")).toHaveAttribute("data-transport", "socket");
});

test("stats-overlay: every player has its statistics from the start", async ({ page }) => {
  const stage = await stageWith(page, "stats-overlay=true", YARD);
  await stage.playing(YARD, START_MS);
  const statistics = page.locator("dl").filter({ hasText: "Picture" });
  await expect(statistics).toContainText(/\d+×\d+/);
  // On small tiles whole lines are left out when there is no room for them.
  await stage.add(SQUARE);
  await page.setViewportSize({ width: 660, height: 844 });
  await expect(statistics.nth(1)).toBeVisible();
  const lines = () =>
    statistics.evaluateAll((lists) =>
      lists.map((list) => {
        const box = list.getBoundingClientRect();
        const rows = Array.from(list.children, (row) => row.getBoundingClientRect());
        const whole = rows.filter(({ right, bottom }) => right <= box.right && bottom <= box.bottom);
        const hidden = rows.filter(({ left }) => left >= box.right);
        return {
          isSmall: box.width < 180,
          hasSome: whole.length > 1,
          cut: rows.length - whole.length - hidden.length,
        };
      }),
    );
  // The tiles move to their new places within a moment.
  const small = { isSmall: true, hasSome: true, cut: 0 };
  await expect.poll(lines).toEqual([small, small]);
  await page.screenshot({ path: test.info().outputPath("small-statistics.png") });
  await page.goto(`${shared().url}/?stats-overlay=false#/stage`);
  await stage.playing(YARD, START_MS);
  await expect(statistics).toHaveCount(0);
});

test("webrtc-player-diary: the console tells what each player does, and is silent without it", async ({ page }) => {
  const lines: string[] = [];
  page.on("console", (message) => {
    if (message.text().startsWith("[player]")) lines.push(message.text());
  });
  const stage = await stageWith(page, "webrtc-player-diary=1", YARD);
  await stage.playing(YARD, START_MS);
  await expect.poll(() => lines.filter((line) => line.includes(`${YARD}: `)).length).toBeGreaterThan(1);
  expect(lines[0]).toMatch(/^\[player\] \d{4}-\d\d-\d\dT[\d:.]+Z /);
  await page.goto(`${shared().url}/#/stage`);
  lines.length = 0;
  await stage.playing(YARD, START_MS);
  expect(lines).toEqual([]);
});

test("hide-timeline and hide-controls: the bar without its timeline, without its buttons, without both", async ({
  page,
}) => {
  const stage = await stageWith(page, "", YARD);
  await stage.playing(YARD, START_MS);
  const timeline = page.getByRole("slider", { name: "Timeline" });
  const controls = page.getByRole("button", { name: "Choose date and time" });
  for (const [query, hasTimeline, hasControls] of [
    ["", true, true],
    ["hide-controls=true", true, false],
    ["hide-timeline=1", false, false],
    ["hide-timeline=no", true, true],
  ] as const) {
    await page.goto(`${shared().url}/?${query}#/stage`);
    await stage.playing(YARD, START_MS);
    await expect(timeline, query).toHaveCount(hasTimeline ? 1 : 0);
    await expect(controls, query).toHaveCount(hasControls ? 1 : 0);
  }
});

test("skipAuth: who is signed in sees the sign-in page all the same", async ({ page }) => {
  await enterStage(page, shared());
  await page.goto(`${shared().url}/#/sign-in`);
  await expect(page).toHaveURL(/#\/?stage/);
  await page.goto(`${shared().url}/#/sign-in?skipAuth=true`);
  await expect(page.getByText("You are signed in as admin.")).toBeVisible();
  await page.getByRole("link", { name: "To the stage" }).click();
  await expect(page).toHaveURL(/#\/?stage/);
});

test("force-proxy: this server is no other server, its calls stay direct", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const stage = await stageWith(page, "force-proxy=1", YARD);
  await stage.playing(YARD, START_MS);
  expect(asked.filter((path) => path.startsWith("/fusion/"))).toEqual([]);
});

test("the single player's options: header, dewarping, PTZ, presets", async ({ page }) => {
  await holdSession(page, shared());
  const yard = await cameraNamed(YARD);
  const square = await cameraNamed("Square (PTZ)");
  const stage = new StagePage(page);

  await playerWith(page, yard, "show-header=1");
  await (await stage.playing(YARD, START_MS)).hover();
  const header = (name: string) => page.getByRole("toolbar", { name: `Player ${name}` });
  await expect(header(YARD)).toBeVisible();
  await expect(page.getByRole("banner")).toHaveCount(0);
  const dewarp = header(YARD).getByRole("button", { name: /Dewarp|Perspective|Panorama/ });
  await expect(dewarp).toHaveCount(0);

  await playerWith(page, yard, "show-header=1&show-dewarp=1");
  await (await stage.playing(YARD, START_MS)).hover();
  await expect(dewarp.first()).toBeVisible();

  await playerWith(page, square, "show-header=1");
  await (await stage.playing(SQUARE, START_MS)).hover();
  const ptz = header("Square (PTZ)").getByRole("button", { name: "PTZ", exact: true });
  await expect(header("Square (PTZ)")).toBeVisible();
  await expect(ptz).toHaveCount(0);

  // A host's session counts as a manager's session: presets are for administrators, unless the host says otherwise.
  for (const [more, mayAdd] of [
    ["", 0],
    ["&manage-ptz-presets=1", 1],
  ] as const) {
    await playerWith(page, square, `show-header=1&single-player-ptz=true${more}`);
    await (await stage.playing(SQUARE, START_MS)).hover();
    await ptz.click();
    await expect(page.getByRole("region", { name: "PTZ presets of Square (PTZ)" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Add preset" })).toHaveCount(mayAdd);
  }
});
