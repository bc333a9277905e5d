import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { holdSession } from "../../pages/sign-in-page.ts";
import { ownRecorder } from "../../support/own-recorder.ts";

test.describe.configure({ timeout: 120_000 });
const own = ownRecorder(["--no-demo"]);

test("an administrator finds who did what, takes it along as CSV and says how long it is kept", async ({ page }) => {
  const { recorder, api } = own;
  const made = await api.request("POST", "/service/users", {
    username: "uma",
    password: "correct horse battery",
    role: "Viewer",
  });
  expect(made.status).toBe(201);
  await api.request("PATCH", "/service/settings", { supportUrl: "https://help.example" });
  const wrong = `Basic ${Buffer.from("uma:guessed wrongly").toString("base64")}`;
  expect((await fetch(`${recorder.url}/service/cameras`, { headers: { authorization: wrong } })).status).toBe(401);

  await holdSession(page, recorder);
  await page.goto(`${recorder.url}/#/audit`);
  const table = page.getByRole("table", { name: "Entries" });
  await expect(table.getByRole("row").filter({ hasText: "Added a user" })).toContainText("admin");
  const refused = table.getByRole("row").filter({ hasText: "Sign-in refused" });
  await expect(refused).toContainText("Refused");
  await expect(refused).toContainText("uma");

  await page.getByRole("button", { name: /Kind$/ }).click();
  await page.getByRole("option", { name: "Accounts and permissions" }).click();
  await expect(table.getByRole("row")).toHaveCount(2);
  await page.reload();
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table).toContainText("Added a user");
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("searchbox", { name: "Search" }).fill("supporturl");
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table).toContainText("Changed settings");

  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const file = await (await waiting).path();
  expect(readFileSync(file, "utf8")).toMatch(/,admin,settings-modified,ok,127\.0\.0\.1,/);

  const days = page.getByLabel("Days");
  await expect(days).toHaveValue("365");
  await days.fill("3");
  await expect(page.getByText("A whole number from 7 to 3,650")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
  await days.fill("90");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved")).toBeVisible();
  expect(await api.get<{ auditDays: number }>("/service/settings")).toMatchObject({ auditDays: 90 });
});
