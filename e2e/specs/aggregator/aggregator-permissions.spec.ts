import { englishText } from "#domain/failures/english.ts";
import { type BrowserContext, expect, test } from "@playwright/test";
import { openScreen } from "../../pages/admin-pages.ts";
import { PermissionGroupsPage } from "../../pages/permission-groups-page.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { TimelinePage } from "../../pages/timeline-page.ts";
import { ownAggregator } from "../../support/aggregator.ts";
import type { CameraAnswer } from "../../support/api.ts";
import { askForTime } from "../../support/network/media-socket.ts";
import { shared } from "../../support/shared.ts";

/** Permission groups determine what a user of the aggregator may see, here and at the recorder itself. */
const GROUP = "Square only";
const SQUARE = "Square \\(PTZ\\)";

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });
const own = ownAggregator();

test("a user sees nothing, then exactly the camera that a group gives, live only; and nothing again when it is revoked", async ({
  page,
  browser,
}) => {
  const orchidId = await own.register("House one", shared());
  const guest = { username: "anna", password: "correct horse battery" };
  await own.api.post("/service/users", guest);
  const context = await browser.newContext();
  const other = await context.newPage();
  const stage = await enterStage(other, { url: own.at.url, password: guest.password }, guest);
  await expect(other.getByText("No accessible servers.").first()).toBeVisible();
  await expect(stage.panel.getByRole("button", { name: /to the stage, / })).toHaveCount(0);

  await openScreen(page, "permission-groups", own.at);
  const groups = new PermissionGroupsPage(page);
  await groups.add({ name: GROUP, member: "anna", ability: "Live", server: "House one", camera: "Square (PTZ)" });
  await expect(groups.row(GROUP)).toContainText("anna");
  await expect(groups.row(GROUP)).toContainText("Live on 1 camera");

  // The page is told at once, without asking.
  await expect(stage.camera(SQUARE)).toBeVisible({ timeout: 30_000 });
  await expect(stage.panel.getByRole("button", { name: /to the stage, / })).toHaveCount(1);
  await stage.add(SQUARE);
  await stage.playing(SQUARE, 60_000);
  const timeline = new TimelinePage(other);
  await timeline.click(0.25);
  await expect(stage.tile(SQUARE)).toHaveAttribute("data-state", "error");
  const said = Object.values((await timeline.facts()).players).map(({ failure }) => failure && englishText(failure));
  expect(said).toEqual(["You do not have permission to playback this stream."]);
  await timeline.button("Return to live").click();
  await stage.playing(SQUARE, 60_000);
  await expect(other.getByRole("button", { name: /^Export(:|$)/ }).and(other.locator(":enabled"))).toHaveCount(0);
  await stage.tile(SQUARE).hover();
  await expect(other.getByRole("button", { name: "Close Square (PTZ)" })).toBeVisible();
  await expect(other.getByRole("button", { name: "PTZ", exact: true })).toHaveCount(0);

  // Requested without the client, with the session's own cookie.
  const { cameras } = await own.api.get<{ cameras: CameraAnswer[] }>(`/service/orchids/${orchidId}/cameras`);
  const streamOf = (name: string): string => cameras.find((camera) => camera.name === name)?.primaryStream?.id ?? "";
  const asked = (path: string) => statusOf(context, `${own.at.url}/fusion/orchid-proxy/${orchidId}${path}`);
  expect(await asked(`/service/streams/${streamOf("Square (PTZ)")}/status`)).toBe(200);
  expect(await asked(`/service/streams/${streamOf("Corridor")}/status`)).toBe(404);
  const range = `start=${Date.now() - 60_000}&stop=${Date.now() - 40_000}`;
  expect(await asked(`/service/streams/${streamOf("Square (PTZ)")}/export?${range}`)).toBe(403);
  expect(await asked("/service/users")).toBe(403);
  const proxy = `/fusion/orchid-proxy/${orchidId}`;
  expect(await askForTime(other, proxy, streamOf("Square (PTZ)"), Date.now() - 20_000)).toMatchObject({
    type: "error",
    code: "access/denied",
  });

  // The right is revoked while the user watches.
  await other.evaluate(() => document.body.setAttribute("data-e2e-first-page", ""));
  await groups.edit(GROUP);
  await groups.dialog.getByRole("button", { name: "Remove Granted 1" }).click();
  await groups.dialog.getByRole("button", { name: "Save" }).click();
  await expect(other.locator("body[data-e2e-first-page]")).toHaveCount(0, { timeout: 30_000 });
  await expect(other.getByText("No accessible servers.").first()).toBeVisible({ timeout: 30_000 });
  await expect(stage.tile(SQUARE)).toHaveCount(0);
  expect(await asked(`/service/streams/${streamOf("Square (PTZ)")}/status`)).toBe(404);
  await context.close();
});

const statusOf = async (context: BrowserContext, url: string): Promise<number> =>
  (await context.request.get(url, { maxRedirects: 0 })).status();
