import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { OnvifDevice } from "#demo/devices/onvif-device.ts";
import { answerProbes } from "#demo/devices/ws-discovery.ts";
import { onvifFacts } from "#test/support/onvif-facts.ts";
import { openScreen } from "../../pages/admin-pages.ts";
import { ExportDialog } from "../../pages/export-dialog.ts";
import { enterStage, holdSession, load } from "../../pages/sign-in-page.ts";
import { ownAggregator } from "../../support/aggregator.ts";
import { eventually } from "../../support/api.ts";
import { expectPlainNames, watched } from "../../support/browser/watched-page.ts";
import { ownRecorder } from "../../support/own-recorder.ts";
import { recordedRange } from "../../support/playback/exports.ts";

/**
 * Abuse case A1 beyond the lists of the recorder's screens (hostile-names.spec.ts): dialogs, the kiosk, an exported page
 * and the aggregator, with names of all kinds of things.
 */
const NAMES = [
  `<img src=x onerror="alert(1)">`,
  `"><svg/onload=alert(1)>'`,
  "</script><script>alert(1)</script>",
  "</title></textarea><iframe src=javascript:alert(1)>",
  "\u05d0\u05d1\u05d2 <b>right to left</b>",
  "{{7*7}}${7*7} ../../a:b",
  "W".repeat(200),
] as const;
const [TAG, QUOTE, SCRIPT] = NAMES;

test.describe.configure({ timeout: 420_000 });
test.use({ actionTimeout: 30_000 });
const own = ownRecorder(["--cameras-allow-loopback"]);
const house = ownAggregator();

/** The fisheye, whose page is exported, and others have these names from now on. */
test.beforeAll(async () => {
  test.setTimeout(240_000);
  const list = await eventually("the demo cameras", own.cameras, (cameras) => cameras.length >= 8, 120_000);
  const fisheyeFirst = list.toSorted((a, b) => Number(b.name.includes("fisheye")) - Number(a.name.includes("fisheye")));
  for (const [at, name] of NAMES.entries()) await own.api.patch(`/service/cameras/${fisheyeFirst[at]?.id}`, { name });
});

test("the stage's groups, saved stages, bookmarks and exports, and a kiosk show names of all kinds as words", async ({
  page,
}) => {
  const seen = watched(page);
  const cameras = (await own.cameras()).map(({ id }) => ({ id, orchidId: "1" }));
  for (const name of NAMES) await own.api.post("/service/groups", { name, cameras: cameras.slice(0, 1) });
  const matrix = [cameras.slice(0, 2).map((camera) => ({ camera })), cameras.slice(2, 4).map((camera) => ({ camera }))];
  const stages: string[] = [];
  for (const name of NAMES)
    stages.push((await own.api.post<{ id: string }>("/service/stages", { name, stageMatrix: matrix })).id);
  const streams = (await own.cameras()).flatMap(({ primaryStream }) => primaryStream?.id ?? []);
  const { startMs } = await recordedRange([TAG], own.recorder);
  for (const text of NAMES) await own.api.post("/service/bookmarks", { streams, start: startMs, text });
  const shown = (await own.cameras()).slice(0, 4).map(({ name }) => name);

  await holdSession(page, own.recorder);
  await load(page, own.recorder.url, `#/stage?stage=${stages[0]}&kiosk=1`);
  await expect(page.locator("[data-tile-id]")).toHaveCount(4, { timeout: 60_000 });
  await expectPlainNames(page, "the kiosk", shown);

  await load(page, own.recorder.url, "#/stage");
  await expectPlainNames(page, "groups and cameras", NAMES);
  await page.getByRole("tab", { name: "Stages" }).click();
  await expectPlainNames(page, "saved stages", NAMES);
  await page.locator("button", { hasText: TAG }).first().click();
  await expect(page.locator("[data-tile-id]")).toHaveCount(4);
  await page.getByRole("tab", { name: "Cameras" }).click();
  await page.getByRole("button", { name: "Bookmarks and evidence locks" }).click();
  await expectPlainNames(page, "bookmarks", [...NAMES, ...shown]);
  const marks = page.getByRole("dialog", { name: "Bookmarks and evidence locks" });
  await marks.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(marks).toHaveCount(0);
  await new ExportDialog(page).open();
  await expectPlainNames(page, "the export dialog", shown);
  expect(seen).toEqual([]);
});

test("devices that were found, and what they say of themselves, are words in the registration dialog", async ({
  page,
}) => {
  const seen = watched(page);
  // What a camera calls itself is cut to what fits on a line.
  const devices = await Promise.all(
    NAMES.map((name) => name.slice(0, 90)).map(async (name, at) => {
      const facts = onvifFacts({ name, manufacturer: name, model: name, serial: `hostile-${at}` });
      const device = new OnvifDevice(facts, "demo", null, () => false);
      facts.baseUri = `http://127.0.0.1:${await device.listen(0, "127.0.0.1")}`;
      return { device, facts, uuid: `00000000-0000-4000-8000-00000000000${at}` };
    }),
  );
  const probes = await answerProbes(devices);
  try {
    await openScreen(page, "cameras", own.recorder);
    await page.getByRole("button", { name: "Add camera" }).click();
    const dialog = page.getByRole("dialog", { name: "Camera registration" });
    await expect(dialog.getByRole("table", { name: "Cameras found" })).toBeVisible({ timeout: 30_000 });
    await expectPlainNames(
      page,
      "the devices found",
      devices.map(({ facts }) => facts.name),
    );
    expect(seen).toEqual([]);
  } finally {
    probes?.close();
    await Promise.all(devices.map(({ device }) => device.close()));
  }
});

test("the page that is exported of a fisheye shows its camera's name and runs nothing of it", async ({ browser }) => {
  const { startMs, stopMs, streamIds, api } = await recordedRange([TAG], own.recorder);
  const order = { streams: streamIds, start: startMs, stop: stopMs, format: "dewarp" };
  const { id } = await api.post<{ id: string }>("/service/exports", order);
  const job = await eventually(
    "the page",
    () => api.get<{ state: string; href?: string; name: string }>(`/service/exports/${id}`),
    ({ state }) => state === "ready" || state === "failed",
    120_000,
  );
  expect(job).toMatchObject({ state: "ready" });
  const folder = mkdtempSync(join(tmpdir(), "proscenium-hostile-"));
  const context = await browser.newContext({ offline: true });
  try {
    const file = join(folder, "page.html");
    writeFileSync(file, Buffer.from(await (await api.request("GET", job.href ?? "")).arrayBuffer()));
    const page = await context.newPage();
    const seen = watched(page);
    await page.goto(pathToFileURL(file).href);
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await expectPlainNames(page, "the exported page", [TAG]);
    expect(seen).toEqual([]);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true });
  }
});

test("the report, and everything of an aggregator whose servers, people and groups have such names", async ({
  page,
}) => {
  const seen = watched(page);
  await openScreen(page, "system-report", own.recorder);
  await expectPlainNames(page, "the report", [TAG]);

  const server = await house.register(QUOTE, own.recorder);
  for (const name of NAMES) {
    await house.api.post("/service/groups", { name });
    await house.api.post("/service/permissions", { name, description: name });
    await house.api.post("/service/smtp-servers", {
      ...{ name, host: "mail.example.org", port: 25, security: "none", from: "a@example.org" },
    });
  }
  const { smtpServers } = await house.api.get<{ smtpServers: { id: string }[] }>("/service/smtp-servers");
  for (const name of NAMES)
    await house.api.post("/service/notifications", {
      ...{ name, triggers: ["server-error"], smtpServer: smtpServers[0]?.id, recipients: ["a@example.org"] },
    });
  // An account cannot have such a name at all.
  const account = { username: TAG, password: "correct horse battery" };
  expect((await house.api.request("POST", "/service/users", account)).status).toBe(400);

  await enterStage(page, house.at);
  await expectPlainNames(page, "the aggregator's stage", [QUOTE, ...NAMES]);
  for (const [path, names, opens] of [
    ["servers", [QUOTE], null],
    ["users", [], null],
    ["camera-groups", NAMES, "Add group"],
    ["permission-groups", NAMES, "Add permission group"],
    ["notifications", NAMES, "Add notification"],
    ["audit", [QUOTE], null],
    [`servers/${server}/retention-policy`, [QUOTE, ...NAMES], null],
    [`servers/${server}/system-status`, [QUOTE, ...NAMES], null],
    [`servers/${server}/system-report`, [QUOTE, SCRIPT], null],
    [`servers/${server}/users`, [QUOTE], null],
    [`servers/${server}/audit`, [QUOTE], null],
  ] as const) {
    await load(page, house.at.url, `#/${path}`);
    await expectPlainNames(page, path, names);
    if (opens !== null) {
      await page.getByRole("button", { name: opens }).first().click();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      if (path === "permission-groups") {
        await dialog.getByRole("button", { name: "Grant more" }).click();
        await dialog.getByText("Chosen servers and cameras", { exact: true }).first().click();
      }
      await expectPlainNames(page, `${path}: ${opens}`, path === "camera-groups" ? NAMES : []);
      await page.keyboard.press("Escape");
      // Its address is taken back a moment later: whoever goes on before that is brought back, too.
      await expect(dialog).toBeHidden();
    }
    expect(seen, path).toEqual([]);
  }
});
