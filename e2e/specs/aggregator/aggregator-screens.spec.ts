import { expect, type Page, test } from "@playwright/test";
import { openScreen } from "../../pages/admin-pages.ts";
import { holdSession } from "../../pages/sign-in-page.ts";
import { ownAggregator } from "../../support/aggregator.ts";
import { axeFindings } from "../../support/browser/axe.ts";
import { shared } from "../../support/shared.ts";
import { shownIn } from "../../support/browser/theme.ts";

/** The aggregator's administration: the screens of one server show that server, and axe finds nothing anywhere. */
test.describe.configure({ timeout: 300_000 });
test.use({ actionTimeout: 30_000 });
const own = ownAggregator();
let serverId = "";
test.beforeAll(async () => {
  serverId = await own.register("House one", shared());
  await own.api.post("/service/users", { username: "anna", password: "correct horse battery" });
  await own.api.post("/service/groups", { name: "Outside" });
});

test("retention, status, report, audit and users of one server open from its row and show what that recorder has", async ({
  page,
}) => {
  const screens: readonly (readonly [title: string, ready: (page: Page) => Promise<void>])[] = [
    ["Retention Policy", () => expect(page.locator("main")).toContainText("Corridor")],
    ["Users", () => expect(page.locator('tr[data-row="admin"]')).toContainText("Administrator")],
    ["System Status", () => expect(page.locator("tr", { hasText: "Yard/main" })).toContainText("running")],
    ["System Report", () => expect(page.getByRole("table").first()).toContainText("Yard")],
    ["Audit", () => expect(page.getByRole("table", { name: "Entries" })).toContainText("Signed in")],
  ];
  await openScreen(page, "servers", own.at);
  for (const [title, ready] of screens) {
    await page.getByRole("link", { name: `${title} of House one`, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`#/servers/${serverId}/`));
    await expect(page.getByRole("heading", { name: title }).first()).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Where you are" })).toContainText("House one");
    await ready(page);
    expect.soft(await axeFindings(page), title).toEqual([]);
    await page.getByRole("navigation", { name: "Where you are" }).getByRole("link", { name: "Servers" }).click();
    await expect(page.getByRole("heading", { name: "Servers 1 of 1" })).toBeVisible();
  }
});

for (const theme of ["dark", "light"] as const)
  test(`administration of the aggregator, ${theme}: axe finds nothing on any screen or in any dialog`, async ({
    page,
  }) => {
    await shownIn(page, theme);
    await holdSession(page, own.at);
    const screens: readonly (readonly [path: string, ready: () => Promise<void>, opens: string])[] = [
      ["servers", () => expect(page.getByRole("table", { name: "Servers" })).toBeVisible(), "Register server"],
      ["users", () => expect(page.locator("tr", { hasText: "anna" })).toBeVisible(), "Add user"],
      [
        "permission-groups",
        () => expect(page.getByRole("table", { name: "Permission groups" })).toBeVisible(),
        "Add permission group",
      ],
      ["camera-groups", () => expect(page.getByText("Outside").first()).toBeVisible(), "Add group"],
      ["notifications", () => expect(page.getByText("No notifications")).toBeVisible(), "Add SMTP server"],
    ];
    for (const [path, ready, opens] of screens) {
      await page.goto(`${own.at.url}/#/${path}`);
      await ready();
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      expect.soft(await axeFindings(page), path).toEqual([]);
      await page.getByRole("button", { name: opens }).first().click();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      if (path === "permission-groups") {
        await dialog.getByRole("button", { name: "Grant more" }).click();
        await dialog.getByText("Chosen servers and cameras", { exact: true }).first().click();
      }
      expect.soft(await axeFindings(page), `${path}: ${opens}`).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    }
  });
