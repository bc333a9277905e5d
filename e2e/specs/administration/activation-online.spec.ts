import { generateKeyPairSync, sign } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import { Api } from "../../support/api.ts";
import { Gateway } from "../../support/network/gateway.ts";
import { TestRecorder } from "../../support/test-recorder.ts";

/** A recorder of its own and an activation service that the test controls: the screen must show what both answer. */
const vendor = generateKeyPairSync("ed25519");
const publicKey = vendor.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");
const CODE = "AAAAA-BBBBB-CCCCC-DDDDD";
const RENEWAL = "WWWW-XXXX-YYYY-ZZZZ";

let recorder: TestRecorder;
let gateway: Gateway;
let service: Server;
/** the next answer of the service */
let says: unknown = null;
let asked: Record<string, string>[] = [];

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  service = createServer((request, response) => {
    if (request.method === "GET") return response.end("pong");
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      asked.push(Object.fromEntries(new URLSearchParams(body)));
      response.setHeader("content-type", "application/json").end(JSON.stringify(says));
    });
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  recorder = await TestRecorder.fresh([
    "--no-demo",
    "--activation-url",
    `http://127.0.0.1:${(service.address() as AddressInfo).port}/`,
    "--activation-portal",
    "https://portal.example/activate",
    "--activation-keys",
    publicKey,
  ]);
  gateway = await Gateway.to(recorder.url);
});
test.afterAll(async () => {
  await gateway.close();
  await recorder.stop();
  recorder.remove();
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});

async function enter(page: Page): Promise<void> {
  await enterStage(page, { url: gateway.url, password: recorder.password });
  await page.goto(`${gateway.url}/#/activation`);
}

async function keyOf(more: Record<string, unknown> = {}): Promise<string> {
  const api = await Api.signedIn(recorder.url, "admin", recorder.password);
  const { license } = await api.get<{ license: { machineId: string } }>("/service/license-session");
  const payload = {
    machineId: license.machineId,
    edition: "enterprise",
    brandedEdition: "Enterprise",
    cameras: 12,
    retention: 30 * 86_400_000,
    expires: Date.now() + 40.5 * 86_400_000,
    activationCode: CODE,
    ...more,
  };
  const body = `PSL1.${Buffer.from(JSON.stringify(payload)).toString("base64url")}`;
  return `${body}.${sign(null, Buffer.from(body), vendor.privateKey).toString("base64url")}`;
}

test("a licence is activated online, counts down, is renewed and removed; each waits for a restart", async ({
  page,
}) => {
  await enter(page);
  const table = page.getByRole("table", { name: "License" });
  const dialog = page.getByRole("dialog");
  const activate = dialog.getByRole("button", { name: "Activate", exact: true });
  const code = dialog.getByLabel("Activation code");
  const location = dialog.getByLabel("Location (optional)");
  await expect(table).toContainText("Trial, not activated");
  await expect(table.getByRole("row", { name: /Expires/ })).toContainText("N/A");

  await page.getByRole("button", { name: "Add license" }).click();
  await expect(activate).toBeDisabled();
  for (const wrong of ["AAAAA", "AAAAA-BBBBB-CCCCC", RENEWAL, "AAAAA_BBBBB_CCCCC_DDDDD"]) {
    await code.fill(wrong);
    await code.blur();
    await expect(dialog.getByText("Enter four groups of five letters or digits"), wrong).toBeVisible();
    await expect(activate, wrong).toBeDisabled();
  }
  await code.fill(CODE);
  await location.fill("   ");
  await expect(dialog.getByText("The location must not be blank.")).toBeVisible();
  await expect(activate).toBeDisabled();
  await location.fill("Cellar");

  // Activation and removal with a key; the typed values stay.
  await dialog.getByRole("button", { name: "Activate offline" }).click();
  const portal = dialog.getByRole("link", { name: "Open the licensing portal" });
  await expect(portal).toHaveAttribute(
    "href",
    /^https:\/\/portal\.example\/activate\?machine_id=[^&]+&bid=proscenium$/,
  );
  await dialog.getByRole("button", { name: "Activate online" }).click();
  await expect(code).toHaveValue(CODE);

  says = { status: "error", code: "E7", reason: "This code is used up." };
  await activate.click();
  await expect(dialog.getByRole("alert")).toHaveText("E7: This code is used up.");
  await expect(code).toHaveValue(CODE);
  says = { status: "success", license: await keyOf() };
  await activate.click();
  await expect(dialog).toHaveCount(0);
  expect(asked.at(-1)).toMatchObject({ activation_code: CODE, location_description: "Cellar", headless: "1" });
  await expect(page.getByText("A license change is pending. Restart the server to apply it.").first()).toBeVisible();

  const restart = async (): Promise<void> => {
    await recorder.stop();
    await recorder.start();
    await page.reload();
    await expect(table).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText("A license change is pending.")).toHaveCount(0);
  };
  await restart();
  await expect(table).toContainText("Enterprise");
  await expect(table.getByRole("row", { name: /Cameras/ })).toContainText("12");
  await expect(table.getByRole("row", { name: /Retention/ })).toContainText("30 days");
  const left = table.getByRole("row", { name: /Expires/ });
  await expect(left).toContainText(/in 40 days \d\d:\d\d:\d\d/);
  const before = await left.textContent();
  await expect(left).not.toHaveText(before ?? "");

  await page.getByRole("button", { name: "Modify license" }).click();
  await code.fill(RENEWAL);
  await expect(activate).toBeEnabled();
  says = { status: "success", license: await keyOf({ cameras: 20 }) };
  await activate.click();
  await expect(dialog).toHaveCount(0);
  expect(asked.at(-1)).toMatchObject({ action: "renew", renewal_code: RENEWAL, activation_code: CODE, headless: "1" });
  await restart();
  await expect(table.getByRole("row", { name: /Cameras/ })).toContainText("20");

  const confirm = page.getByRole("alertdialog", { name: "Remove license" });
  gateway.refusedCalls = /^DELETE /;
  await page.getByRole("button", { name: "Remove license" }).click();
  await confirm.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(confirm.getByRole("alert")).toHaveText("Failed to remove the license.");
  gateway.restore();
  await confirm.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(confirm).toHaveCount(0);
  await restart();
  await expect(table).toContainText("Trial, not activated");
});

test("without the activation service there is the key alone, and the dialog says why", async ({ page }) => {
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  await enter(page);
  await page.getByRole("button", { name: "Add license" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("The activation service cannot be reached. Activate with a license key.")).toBeVisible({
    timeout: 30_000,
  });
  await expect(dialog.getByRole("button", { name: "Activate online" })).toHaveCount(0);
  await expect(dialog.getByRole("button", { name: "Activate", exact: true })).toBeDisabled();
});
