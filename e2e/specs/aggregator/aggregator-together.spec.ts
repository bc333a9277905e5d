import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { type Download, expect, test } from "@playwright/test";
import { verifyManifest } from "#recorder/export/manifest.ts";
import { scenes, SMALL_SOURCE_OFFSET } from "#demo/scenes/scenes.ts";
import { ExportDialog } from "../../pages/export-dialog.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import type { StagePage } from "../../pages/stage-page.ts";
import { ownAggregator } from "../../support/aggregator.ts";
import { Api } from "../../support/api.ts";
import { watchDeaf } from "../../support/network/deaf-viewer.ts";
import { recordedRange } from "../../support/playback/exports.ts";
import { ownRecorder } from "../../support/own-recorder.ts";
import { phaseDifference } from "../../support/playback/playback.ts";
import { codesOf } from "../../support/playback/recorded-codes.ts";
import { secondCamera, type SecondCamera } from "../../support/second-camera.ts";
import { shared } from "../../support/shared.ts";
import { Site } from "../../support/network/site.ts";
import { storedFiles } from "../../support/playback/zip-files.ts";

/**
 * One aggregator, two servers: their cameras play together, and a sign-out at the aggregator ends the sessions at the
 * servers.
 */
const NEAR = "Yard";
const FAR = "Far gate";
/** the demo camera behind it */
const FAR_SCENE = "Corridor";
const SIZES = [
  { width: 1280, height: 720 },
  { width: 320, height: 180 },
];
const hostPage = readFileSync(new URL("../../../docs/samples/embed-host.html", import.meta.url), "utf8");

test.describe.configure({ timeout: 180_000 });
test.use({ actionTimeout: 30_000 });
const own = ownAggregator(() => ["--http-embed-origins", shared().friend]);
const second = ownRecorder(["--no-demo", "--cameras-allow-loopback"]);
let far: SecondCamera;
let farId = "";
test.beforeAll(async () => {
  const demos = await Api.signedIn(shared().url, "admin", shared().password);
  const of = { name: FAR, demo: FAR_SCENE, path: "main" } as const;
  far = await secondCamera(second.api, shared().dataDir, of, demos);
  await own.register("House one", shared());
  farId = await own.register("House two", second.recorder);
});

const streamOf = ({ primaryStream }: SecondCamera): string => primaryStream?.id ?? "";

/** The number of WebRTC sessions that the second server itself counts. */
async function watchedAtSecond(): Promise<number> {
  const text = await (await second.api.request("GET", "/metrics")).text();
  return Number(/^proscenium_webrtc_sessions (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
}

/** The number in the pictures of a demo camera, from either of its streams. */
const sceneOf = (demo: string): number => scenes.find(({ name }) => name === demo)?.source ?? -1;
const sceneIn = (code: { readonly source: number } | null | undefined): number | undefined =>
  code ? code.source % SMALL_SOURCE_OFFSET : undefined;

/** Both tiles play, and each shows pictures of its own camera. */
async function bothPlay(stage: StagePage): Promise<void> {
  for (const name of [NEAR, FAR]) await stage.playing(name, 60_000);
  await expect
    .poll(async () => (await stage.frameCodes([NEAR, FAR], SIZES)).map(sceneIn))
    .toEqual([sceneOf(NEAR), sceneOf(FAR_SCENE)]);
}

for (const { title, end } of [
  {
    title: "somebody signs out",
    end: async (stage: StagePage) => {
      await stage.page.getByRole("button", { name: /Signed in as/ }).click();
      await stage.page.getByRole("menuitem", { name: "Sign Out" }).click();
    },
  },
  { title: "an administrator ends all other sessions", end: () => own.api.delete("/service/sessions") },
])
  test(`${title}: what that session watched ends at the server itself, also for a viewer who closes nothing`, async ({
    page,
    context,
  }) => {
    const stage = await enterStage(page, own.at);
    await stage.add(FAR);
    await expect(await stage.playing(FAR, 60_000)).toHaveAttribute("data-mode", "webrtc");
    const path = `/fusion/orchid-proxy/${farId}/service/streams/${streamOf(far)}/whep`;
    const deaf = await watchDeaf(context, own.at.url, path);
    await expect.poll(deaf.pictures).toBeGreaterThan(10);
    await expect.poll(watchedAtSecond).toBe(2);

    await end(stage);
    await expect(page).toHaveURL(/#\/?sign-in/);
    await expect.poll(watchedAtSecond).toBe(0);
    await expect.poll(deaf.state, { timeout: 30_000 }).not.toBe("connected");
    expect((await context.request.get(own.at.url + path.replace(/whep$/, "status"))).status()).toBe(401);
  });

test("a camera group of two servers is made in the panel, opened, and put on the stage where both play", async ({
  page,
}) => {
  const stage = await enterStage(page, own.at);
  await stage.panel.getByRole("button", { name: "New group" }).click();
  const dialog = page.getByRole("dialog", { name: "New group" });
  await dialog.getByLabel("Group name").fill("Gates");
  await dialog.getByText(NEAR, { exact: true }).click();
  await dialog.getByText(FAR, { exact: true }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await stage.panel.getByRole("button", { name: "Open group Gates, 2 cameras" }).click();
  await expect(stage.camera(NEAR)).toBeVisible();
  await expect(stage.camera(FAR)).toBeVisible();
  await expect(stage.camera("Lobby")).toHaveCount(0);
  const path = stage.panel.getByRole("navigation", { name: "Where you are in the groups" });
  await path.getByRole("button", { name: "Home" }).click();
  await stage.panel.getByRole("button", { name: "Actions for group Gates" }).click();
  await page.getByRole("menuitem", { name: /^Show (all )?\d+ camera/ }).click();
  await bothPlay(stage);
});

test("the single player in another page plays a camera of a server by the aggregator's session", async ({ page }) => {
  const friend = await Site.open("localhost", { "/embed-host.html": hostPage }, Number(new URL(shared().friend).port));
  try {
    const { id: sid } = await own.api.post<{ id: string }>("/service/sessions/user", {
      username: "admin",
      password: own.at.password,
      expiresIn: 600,
      cookie: "none",
    });
    friend.credentials = { sid };
    const query = new URLSearchParams({
      recorder: own.at.url,
      stream: streamOf(far),
      server: farId,
      "show-header": "1",
    });
    await page.goto(`${friend.origin}/embed-host.html?${query}`);
    const frame = page.frameLocator("#player");
    const tile = frame.getByRole("button", { name: new RegExp(`^${FAR}, `) });
    await expect(tile).toHaveAttribute("data-state", "playing", { timeout: 60_000 });
    await expect(tile).toHaveAttribute("data-mode", "webrtc");
    await expect(page.locator("#state")).toHaveText("playing");
    expect(friend.tokensGiven).toBe(1);
    // The pages of the tests before have just closed: no session of theirs is left. The headless shell ends without a word,
    // and the server notices that by the missing consent, within 30 s.
    await expect.poll(watchedAtSecond, { timeout: 45_000 }).toBe(1);
    await tile.hover();
    await expect(frame.getByRole("toolbar", { name: `Player ${FAR}` })).toBeVisible();
  } finally {
    await friend.close();
  }
});

test("cameras of two servers as zip: each server makes one of its own, and both are downloaded through the aggregator", async ({
  page,
}) => {
  const stage = await enterStage(page, own.at);
  await stage.add(NEAR);
  await stage.add(FAR);
  const { startMs, stopMs } = await recordedRange([FAR], second.recorder);
  const dialog = new ExportDialog(page);
  await dialog.open();
  await dialog.setRange(startMs, stopMs);
  await dialog.choose(`${NEAR} (House one)`);
  await dialog.choose(`${FAR} (House two)`);
  await expect(dialog.zip()).toHaveText("Export 2 cameras as zip (MKV, 0:12)");
  const shownKeys = dialog.dialog.getByText(/^House (one|two): Fingerprint of the recorder's key: /);
  await expect(shownKeys).toHaveCount(2);
  const downloads: Download[] = [];
  page.on("download", (download) => downloads.push(download));
  await dialog.zip().click();
  await expect.poll(() => downloads.length, { timeout: 120_000 }).toBe(2);
  for (const server of ["House one", "House two"])
    await expect(dialog.dialog.getByText(new RegExp(`^${server}: Download started: .*\\.zip`))).toBeVisible();

  const found: [name: string | undefined, scenes: (number | undefined)[]][] = [];
  const keys = new Set<string>();
  for (const download of downloads) {
    expect(new URL(download.url()).origin).toBe(own.at.url);
    const files = storedFiles(readFileSync(await download.path()));
    const [video, ...others] = [...files.keys()].filter((name) => name.endsWith(".mkv"));
    expect(others).toEqual([]);
    // The file is signed with the server's own key, which is one of those that the dialog shows.
    const manifest = files.get("manifest.json") ?? Buffer.alloc(0);
    const { publicKey } = JSON.parse(manifest.toString()) as { publicKey: string };
    expect(verifyManifest(manifest, files.get("manifest.sig") ?? Buffer.alloc(0), publicKey)).toBe(true);
    const digest = createHash("sha256").update(Buffer.from(publicKey, "base64")).digest("hex");
    const shown = digest.slice(0, 32).replaceAll(/.{4}(?=.)/g, "$& ");
    await expect(shownKeys.filter({ hasText: shown })).toHaveCount(1);
    keys.add(publicKey);
    const file = test.info().outputPath(`${found.length}.mkv`);
    writeFileSync(file, files.get(video ?? "") ?? "");
    const codes = await codesOf(file);
    const [first, last] = [codes[0], codes.at(-1)];
    if (!first || !last) throw new Error(`no pictures in ${video}`);
    found.push([video?.split(" 20")[0], [...new Set(codes.map(sceneIn))]]);
    expect(Math.abs(first.wallMs - startMs)).toBeLessThan(200);
    expect(Math.abs(stopMs - last.wallMs)).toBeLessThan(200);
    expect(Math.abs(phaseDifference(first.wallMs, first.phaseMs))).toBeLessThan(2000);
  }
  expect(new Map(found)).toEqual(
    new Map([
      [NEAR, [sceneOf(NEAR)]],
      [FAR, [sceneOf(FAR_SCENE)]],
    ]),
  );
  expect(keys.size).toBe(2);
});
