import { expect, type Page, test } from "@playwright/test";
import { freePort } from "../../../scripts/machine/free-port.mjs";
import { ExportDialog } from "../../pages/export-dialog.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { ownAggregator } from "../../support/aggregator.ts";
import { recordedRange } from "../../support/playback/exports.ts";
import { shared } from "../../support/shared.ts";

/**
 * A server with an address for browsers: the client asks it directly first, and through the aggregator when nobody
 * answers at that address.
 */
test.describe.configure({ timeout: 180_000, mode: "serial" });
test.use({ actionTimeout: 30_000 });
const own = ownAggregator();
let orchidId = "";
test.beforeAll(async () => {
  orchidId = await own.register("House one", shared());
});

/** Pages that are opened from now on ask the server directly. */
const giveAddress = (directUri: string) => own.api.request("PATCH", `/service/orchids/${orchidId}`, { directUri });

/** The requests of the page and the server that answered each: `METHOD path status`, status 0 = no answer. */
function listen(page: Page) {
  const answered: { readonly origin: string; readonly text: string }[] = [];
  const note = (url: string, method: string, status: number): void => {
    const { origin, pathname } = new URL(url);
    answered.push({ origin, text: `${method} ${pathname} ${status}` });
  };
  page.on("response", (response) => note(response.url(), response.request().method(), response.status()));
  page.on("requestfailed", (request) => note(request.url(), request.method(), 0));
  return {
    of: (origin: string, what: RegExp) =>
      answered.filter((one) => one.origin === origin && what.test(one.text)).map(({ text }) => text),
  };
}
const PROXIED = /^\w+ \/fusion\/orchid-proxy\/[^/]+/;

test("the browser asks the server itself: WebRTC, low bandwidth, and downloads, whose keys are the aggregator's", async ({
  page,
}) => {
  expect((await giveAddress(shared().url)).status).toBe(200);
  const heard = listen(page);
  const stage = await enterStage(page, own.at);
  await stage.add("Yard");
  await stage.playing("Yard", 60_000);
  // The first answer has told the page that the server can be reached directly.
  await expect.poll(() => heard.of(shared().url, / 200$/).length).toBeGreaterThan(0);
  await stage.add("Corridor");
  await stage.playing("Corridor", 60_000);
  await expect.poll(() => heard.of(shared().url, /^POST .*\/whep 201$/).length).toBeGreaterThan(0);

  const { startMs, stopMs } = await recordedRange(["Yard"]);
  const dialog = new ExportDialog(page);
  await dialog.open();
  await dialog.setRange(startMs, stopMs);
  const [download] = await Promise.all([
    page.waitForEvent("download", { timeout: 120_000 }),
    dialog.export("Yard (House one)", ".mkv").click(),
  ]);
  expect(heard.of(shared().url, /^POST \/service\/exports 201$/)).toHaveLength(1);
  expect(new URL(download.url()).origin).toBe(own.at.url);
  expect(await download.failure()).toBeNull();
});

test("low bandwidth begins at the server itself, and its pictures come", async ({ page }) => {
  const heard = listen(page);
  const stage = await enterStage(page, own.at, { lowBandwidth: true });
  await stage.add("Yard");
  await expect(await stage.playing("Yard", 60_000)).toHaveAttribute("data-mode", "lowbandwidth");
  await expect.poll(() => heard.of(shared().url, / 200$/).length).toBeGreaterThan(0);
  await stage.add("Corridor");
  await expect(await stage.playing("Corridor", 60_000)).toHaveAttribute("data-mode", "lowbandwidth");
  await expect
    .poll(() => heard.of(shared().url, /^POST \/service\/low-bandwidth\/streams 20\d$/).length)
    .toBeGreaterThan(0);
});

test("where nobody answers there, everything goes through the aggregator", async ({ page }) => {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  expect((await giveAddress(nobody)).status).toBe(200);
  const heard = listen(page);
  const stage = await enterStage(page, own.at);
  await stage.add("Yard");
  await stage.playing("Yard", 60_000);
  // The direct way was tried, and only the network refused it.
  await expect.poll(() => heard.of(nobody, / 0$/).length).toBeGreaterThan(0);
  expect(heard.of(nobody, / [1-5]\d\d$/)).toEqual([]);
  expect(heard.of(own.at.url, new RegExp(`${PROXIED.source}/service/streams/[^/]+/whep 201$`)).length).toBeGreaterThan(
    0,
  );
});
