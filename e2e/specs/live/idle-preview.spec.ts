/** The small picture of a camera that is switched off (issue 25): nobody asks for it until the camera's state changes. */
import { expect, test } from "@playwright/test";
import { PREVIEW_RETRY_MS } from "#domain/limits/requests.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { ownCamera } from "../../support/own-camera.ts";
import { shared } from "../../support/shared.ts";

const NAME = "e2e rests at night";
const own = ownCamera(NAME);

test("switch a camera off for the night and on again: the list asks for no picture meanwhile, and then has one", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const stream = own.camera.streams[0]?.id ?? "";
  const path = `/service/cameras/${own.camera.id}/streams/${stream}`;
  const asked: number[] = [];
  const errors: string[] = [];
  page.on("request", (request) => request.url().includes(`/streams/${stream}/frame`) && asked.push(Date.now()));
  const statesAsked: string[] = [];
  page.on("request", (request) => request.url().includes("/streams/status") && statesAsked.push(request.url()));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  const stage = await enterStage(page, shared());
  const { panel } = stage;
  await panel.getByRole("searchbox").fill(NAME);
  const picture = stage.camera(NAME).locator("img");
  await expect(picture).toBeVisible();
  try {
    await own.api.patch(path, { active: false });
    await expect(picture).toHaveCount(0);
    // The page's own clock goes on by several times the wait after a failed picture.
    asked.length = 0;
    errors.length = 0;
    await page.clock.install();
    await page.reload();
    await panel.getByRole("searchbox").fill(NAME);
    await expect(stage.camera(NAME).locator("svg").first()).toBeVisible();
    await page.clock.runFor(4 * PREVIEW_RETRY_MS);
    expect(asked).toEqual([]);
    expect(errors).toEqual([]);
    await own.api.patch(path, { active: true });
    await page.clock.resume();
    await expect(picture).toBeVisible({ timeout: 60_000 });
    expect(asked.length).toBeGreaterThan(0);
    // What a stream does now comes with the event that tells of it.
    expect(statesAsked).toEqual([]);
  } finally {
    await own.api.patch(path, { active: true });
  }
});
