import { expect, test } from "@playwright/test";
import { OnvifDevice } from "#demo/devices/onvif-device.ts";
import { onvifFacts, onvifProfile } from "#test/support/onvif-facts.ts";
import { openPanel, openScreen } from "../../pages/admin-pages.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { eventually } from "../../support/api.ts";
import { HOSTILE_NAMES, squeezed, watched } from "../../support/browser/watched-page.ts";
import { ownRecorder } from "../../support/own-recorder.ts";

/**
 * Abuse case A1 in a browser: names of cameras and stages that some interpreter would run as scripts, tags or commands.
 * Every screen that shows a name is opened with them: nothing runs, nothing violates the page's policy, and every name
 * is plain text.
 */
test.describe.configure({ timeout: 420_000 });
const own = ownRecorder(["--cameras-allow-loopback"]);

/** Gives every camera the next name; returns the names that the recorder accepted. */
async function rename(names: readonly string[]): Promise<readonly string[]> {
  const list = await own.cameras();
  const taken: string[] = [];
  for (const [at, name] of names.entries()) {
    const answer = await own.api.request("PATCH", `/service/cameras/${list[at]?.id}`, { name });
    expect([200, 400], name).toContain(answer.status);
    if (answer.ok) taken.push(((await answer.json()) as { camera: { name: string } }).camera.name);
  }
  return taken;
}

test("names that are weapons are words on every screen", async ({ page }) => {
  await eventually("the demo cameras", own.cameras, (list) => list.length >= 8, 120_000);
  const seen = watched(page);
  await enterStage(page, own.recorder, { lowBandwidth: true });
  const count = (await own.cameras()).length;
  for (const name of HOSTILE_NAMES) await own.api.request("POST", "/service/stages", { name });
  const stages = (await own.api.get<{ stages: { name: string }[] }>("/service/stages")).stages.map(({ name }) => name);
  expect(stages.length).toBeGreaterThan(40);

  for (let at = 0; at < HOSTILE_NAMES.length; at += count) {
    const taken = await rename(HOSTILE_NAMES.slice(at, at + count));
    // The page is loaded again with these names; each screen requests the names from the recorder when it is opened.
    await page.goto(`${own.recorder.url}/#/cameras`);
    await page.reload();
    for (const path of ["cameras", "retention-policy", "system-status", "system-report", "stage"]) {
      await page.goto(`${own.recorder.url}/#/${path}`);
      const main = page.locator("main");
      if (taken.length > 0 && path !== "system-report")
        await expect(async () => {
          const text = squeezed((await main.textContent()) ?? "");
          for (const name of taken) expect(text, path).toContain(squeezed(name));
        }).toPass({ timeout: 20_000, intervals: [50] });
      else await expect(main.getByRole("heading").or(main.getByRole("region")).first()).toBeVisible();
    }
    expect(
      await page.evaluate(() => document.querySelectorAll("main script, main iframe, main object, main embed").length),
    ).toBe(0);
    expect(seen).toEqual([]);
  }

  await page.getByRole("tab", { name: "Stages" }).click();
  await expect(page.getByRole("button", { name: /^Show stage / }).first()).toBeVisible();
  // One camera on the stage: its name appears in the tile, the header, and the export dialog.
  await page.getByRole("tab", { name: "Cameras" }).click();
  await page
    .getByRole("button", { name: /to the stage, / })
    .first()
    .dblclick();
  await expect(page.locator("[data-tile-id]").first()).toBeVisible();
  await page.locator("[data-tile-id]").first().hover();
  await expect(page.getByRole("toolbar", { name: /^Player / })).toBeVisible();
  expect(seen).toEqual([]);
});

/** By what each does where it is not only shown: markup, quotes, spreadsheets, direction of writing, and width. */
const TELLING_NAMES = [
  `<img src=x onerror="alert(1)">`,
  `"><svg/onload=alert(1)>'`,
  `=cmd|' /C calc'!A0`,
  "@SUM(1)",
  "\u05d0\u05d1\u05d2 <b>right to left</b>",
  "W".repeat(200),
  "wide words ".repeat(18).trim(),
  "{{7*7}}${7*7}",
];
/** Screens, and the table below that lists names of cameras or accounts. */
const OTHER_SCREENS = [
  { path: "users", lists: "accounts" },
  { path: "audit", lists: "accounts and cameras" },
  { path: "cameras", lists: "cameras" },
  { path: "retention-policy", lists: "cameras" },
  { path: "system-status", lists: "cameras" },
  { path: "system-report", lists: "nothing that is certain" },
  { path: "stage", lists: "cameras" },
] as const;

test("on the other screens and in narrow windows names are words, too, and nothing is wider than the page", async ({
  page,
}) => {
  await eventually("the demo cameras", own.cameras, (list) => list.length >= 8, 120_000);
  const seen = watched(page);
  const taken = await rename(TELLING_NAMES);
  expect(taken).toHaveLength(TELLING_NAMES.length);
  for (const username of TELLING_NAMES.map((name) => name.slice(0, 60).trim())) {
    const account = { username, password: "correct horse battery", role: "Viewer" };
    // A name that no account may have is refused, and not repaired.
    expect([200, 201, 400, 422]).toContain((await own.api.request("POST", "/service/users", account)).status);
  }
  const accounts = (await own.api.get<{ users: { username: string }[] }>("/service/users")).users;
  await enterStage(page, own.recorder, { lowBandwidth: true });
  for (const { path, lists } of OTHER_SCREENS) {
    await page.goto(`${own.recorder.url}/#/${path}`);
    const main = page.locator("main");
    const names = [
      ...(lists.includes("accounts") ? accounts.map(({ username }) => username) : []),
      ...(lists.includes("cameras") ? taken : []),
    ];
    await expect(async () => {
      const text = squeezed((await main.textContent()) ?? "");
      for (const name of names) expect(text, path).toContain(squeezed(name));
    }).toPass({ timeout: 20_000, intervals: [50] });
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
          message: `${path} at ${width}`,
        })
        .toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await page.locator("main :is(script, iframe, object, embed, img[src='x'], svg[onload])").count()).toBe(0);
    expect(seen, path).toEqual([]);
  }

  const csv = await (await own.api.request("GET", "/service/audit/export")).text();
  for (const name of taken.filter((one) => /^[=@]/.test(one))) {
    expect(csv).toContain(`'${name}`);
    expect(csv).not.toMatch(new RegExp(`(^|[,"])${name.replaceAll(/\W/g, "\\$&")}`, "m"));
  }
});

/**
 * A camera that reports hostile names about itself: manufacturer and model come from the camera, not from an
 * administrator.
 */
test("the name that a camera gives itself is plain text in its panel", async ({ page }) => {
  const facts = onvifFacts({
    manufacturer: "Maker",
    profiles: [onvifProfile("<b>main</b>", { encoderToken: "main-encoder", rtspUri: "rtsp://127.0.0.1:9/main" })],
  });
  const liar = new OnvifDevice(facts, "demo", null, () => false);
  facts.baseUri = `http://127.0.0.1:${await liar.listen(0, "127.0.0.1")}`;
  const connection = { uri: `${facts.baseUri}/onvif/device_service`, username: "admin", password: "demo" };
  const { id } = await own.api.post<{ id: string }>("/service/cameras", { driver: "ONVIF", name: "liar", connection });
  const seen = watched(page);
  try {
    await openScreen(page, "cameras", own.recorder);
    const row = await openPanel(page, "liar");
    const plain = HOSTILE_NAMES.filter((name) => /^[\x20-\x7e]{1,90}$/.test(name)).map(squeezed);
    expect(plain.length).toBeGreaterThan(40);
    for (const name of plain) {
      Object.assign(facts, { model: name });
      await own.api.patch(`/service/cameras/${id}`, { connection });
      await expect(async () => expect(squeezed((await row.textContent()) ?? "")).toContain(`Maker ${name}`)).toPass({
        timeout: 20_000,
        intervals: [50],
      });
    }
    await expect(row.getByText("<b>main</b>").first()).toBeVisible();
    expect(await row.locator("script, iframe, object, embed, img[src='x'], b").count()).toBe(0);
    expect(seen).toEqual([]);
  } finally {
    await own.api.delete(`/service/cameras/${id}`);
    await liar.close();
  }
});
