import { expect, test } from "@playwright/test";
import { MailListener } from "#test/support/machine/mail-listener.ts";
import { openScreen } from "../../pages/admin-pages.ts";
import { enterStage, load } from "../../pages/sign-in-page.ts";
import { ownAggregator } from "../../support/aggregator.ts";
import { Api, type CameraAnswer, eventually } from "../../support/api.ts";
import { shared } from "../../support/shared.ts";
import { TestRecorder } from "../../support/test-recorder.ts";

/** A recorder becomes unavailable and comes back, or never does. */
const PICTURE = { width: 1280, height: 720 };

test.describe.configure({ timeout: 300_000 });
test.use({ actionTimeout: 30_000 });
const own = ownAggregator();

test("a recorder stops: its row says so, its tile too, the other server's goes on; started again the pictures return without a reload", async ({
  page,
  context,
}) => {
  const second = await TestRecorder.fresh();
  try {
    await keepOneCamera(second, "Yard", "Back yard");
    await own.register("House one", shared());
    await own.register("House two", second);
    const stage = await enterStage(page, own.at);
    const servers = await context.newPage();
    await load(servers, own.at.url, "#/servers");
    await expect(servers.getByRole("heading", { name: "Servers 2 of 2" })).toBeVisible();
    await stage.add("Corridor");
    await stage.add("Back yard");
    const [steady, tile] = [await stage.playing("Corridor", 60_000), await stage.playing("Back yard", 60_000)];
    await page.evaluate(() => document.body.setAttribute("data-e2e-first-page", ""));

    await second.stop();
    await expect(servers.getByRole("heading", { name: "Servers 1 of 2" })).toBeVisible({ timeout: 15_000 });
    const row = servers.locator("tbody tr", { hasText: "House two" });
    await expect(row).toContainText(/refused|answer|reset|closed/);
    await expect(tile).not.toHaveAttribute("data-state", "playing", { timeout: 30_000 });
    await expect(
      stage.panel.getByRole("button", { name: /^Show the cameras of House two, not available/ }),
    ).toBeVisible();
    const code = async () => (await stage.frameCode(steady, PICTURE))?.phaseMs ?? null;
    await expect(steady).toHaveAttribute("data-state", "playing");
    let before: number | null = null;
    await expect.poll(async () => (before = await code())).not.toBeNull();
    await expect.poll(async () => [null, before].includes(await code())).toBe(false);

    await second.start();
    await expect(tile).toHaveAttribute("data-state", "playing", { timeout: 120_000 });
    await expect.poll(async () => (await stage.frameCode(tile, PICTURE)) !== null, { timeout: 30_000 }).toBe(true);
    await expect(servers.getByRole("heading", { name: "Servers 2 of 2" })).toBeVisible({ timeout: 60_000 });
    await expect(page.locator("body[data-e2e-first-page]")).toHaveCount(1);
  } finally {
    await second.stop();
    second.remove();
  }
});

test("a stage that is opened while a server is away shows it, and in low-bandwidth mode too plays as soon as it is back", async ({
  page,
}) => {
  const third = await TestRecorder.fresh();
  try {
    await keepOneCamera(third, "Yard", "Far yard");
    const id = await own.register("House four", third);
    const stage = await enterStage(page, own.at, { lowBandwidth: true });
    await stage.add("Far yard");
    await stage.playing("Far yard", 60_000);
    await page.waitForFunction(() =>
      Object.keys(localStorage).some((key) => (localStorage.getItem(key) ?? "").includes("camera")),
    );
    await third.stop();
    await eventually(
      "the aggregator knows",
      () => own.api.get<{ isAvailable: boolean }>(`/service/orchids/${id}`),
      ({ isAvailable }) => !isAvailable,
    );
    await page.reload();
    const away = stage.panel.getByRole("button", { name: /^Show the cameras of House four, not available, .*refused/ });
    await expect(away).toBeVisible();
    const tile = stage.tile("Far yard");
    await expect(tile).toBeVisible();
    await expect(tile).not.toHaveAttribute("data-state", "playing");
    await third.start();
    await expect(tile).toHaveAttribute("data-state", "playing", { timeout: 120_000 });
    await expect(tile).toHaveAttribute("data-mode", "lowbandwidth");
    await expect.poll(async () => (await stage.frameCode(tile, PICTURE)) !== null, { timeout: 30_000 }).toBe(true);
    await own.api.delete(`/service/orchids/${id}`);
  } finally {
    await third.stop();
    third.remove();
  }
});

test("one mail tells of a server that stopped; it is removed here though it cannot be told", async ({ page }) => {
  const mails = await MailListener.open();
  const recorder = await TestRecorder.fresh(["--no-demo"]);
  try {
    await own.register("House three", recorder);
    await openScreen(page, "notifications", own.at);
    await page.getByRole("button", { name: "Add SMTP server" }).click();
    const smtp = page.getByRole("dialog", { name: "Add SMTP server" });
    await smtp.getByLabel("Name", { exact: true }).fill("Post office");
    await smtp.getByLabel("Host").fill("127.0.0.1");
    await smtp.getByRole("button", { name: /Encryption/ }).click();
    await page.getByRole("option", { name: "None" }).click();
    await smtp.getByLabel("Port").fill(String(mails.port));
    await smtp.getByLabel("Sender address").fill("wall@example.com");
    await smtp.getByLabel("Test e-mail to").fill("test@example.com");
    await smtp.getByRole("button", { name: "Send test e-mail" }).click();
    await expect(smtp.getByText("The SMTP server took the test e-mail: ")).toBeVisible();
    await smtp.getByRole("button", { name: "Save" }).click();
    await expect(smtp).toHaveCount(0);
    expect(mails.taken.map(({ to }) => to)).toEqual([["test@example.com"]]);

    await page.getByRole("button", { name: "Add notification" }).click();
    const dialog = page.getByRole("dialog", { name: "Add notification" });
    await dialog.getByLabel("Name").fill("House three is away");
    await dialog.getByRole("checkbox", { name: "Server unreachable" }).check({ force: true });
    await dialog.getByText("Chosen servers and cameras", { exact: true }).first().click();
    await dialog.getByRole("checkbox", { name: "House three" }).check({ force: true });
    await dialog.getByLabel("Recipients").fill("guard@example.com");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("table", { name: "Notifications" })).toContainText("House three is away");

    await recorder.stop();
    const told = () => mails.taken.filter(({ to }) => to.includes("guard@example.com"));
    await expect.poll(() => told().length, { timeout: 90_000 }).toBe(1);
    expect(told()[0]?.subject).toContain("House three is away");
    expect(told()[0]?.raw).toContain("House three");

    await openScreen(page, "servers", own.at);
    await page.getByRole("button", { name: "Unregister server House three" }).click();
    const asked = page.getByRole("alertdialog").or(page.getByRole("dialog")).filter({ hasText: "Unregister server" });
    await asked.getByRole("button", { name: "Unregister", exact: true }).click();
    await expect(asked).toContainText("Unregistering the server failed. Remove it anyway?", { timeout: 30_000 });
    await asked.getByRole("button", { name: "Remove anyway" }).click();
    await expect(asked).toHaveCount(0);
    await expect(page.locator("tbody tr", { hasText: "House three" })).toHaveCount(0);
    expect(told()).toHaveLength(1);
  } finally {
    await recorder.stop();
    recorder.remove();
    await mails.close();
  }
});

/** Gives a recorder only one of its demo cameras, under another name, so that the others need no work. */
async function keepOneCamera(recorder: TestRecorder, demo: string, name: string): Promise<void> {
  const api = await Api.signedIn(recorder.url, "admin", recorder.password);
  const all = async (): Promise<CameraAnswer[]> =>
    (await api.get<{ cameras: CameraAnswer[] }>("/service/cameras")).cameras;
  const cameras = await eventually("the demo cameras", all, (list) => list.length >= 8, 120_000);
  for (const camera of cameras)
    if (camera.name === demo) await api.patch(`/service/cameras/${camera.id}`, { name });
    else await api.delete(`/service/cameras/${camera.id}`);
  await eventually(
    "the camera that is left",
    all,
    ([camera]) => camera?.primaryStream?.status?.streamState === "running",
    60_000,
  );
}
