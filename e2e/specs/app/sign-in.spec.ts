import { expect, test } from "@playwright/test";
import { signInByForm, SignInPage } from "../../pages/sign-in-page.ts";
import { Api } from "../../support/api.ts";
import { shared } from "../../support/shared.ts";

test.describe("signing in", () => {
  test("both fields are required, and nothing is sent before", async ({ page }) => {
    const signIn = new SignInPage(page);
    await signIn.open(shared().url);
    const requests: string[] = [];
    page.on("request", (request) => request.method() === "POST" && requests.push(request.url()));
    await signIn.submit.click();
    await expect(page.getByRole("alert")).toHaveText("'Username' and 'Password' are both required.");
    expect(requests).toEqual([]);
  });

  test("a wrong password shows an alert dialog and keeps what was typed", async ({ page }) => {
    const signIn = new SignInPage(page);
    await signIn.open(shared().url);
    await signIn.signIn("nobody-of-that-name", "not the password");
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toBeVisible();
    // A user who has typed the password continues without a mouse.
    await expect(dialog.getByRole("button")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(signIn.username).toHaveValue("nobody-of-that-name");
    await expect(page).not.toHaveURL(/stage/);
  });

  test("success goes to the stage, sign-out comes back and ends the session", async ({ page }) => {
    await signInByForm(page, shared());
    const cookies = await page.context().cookies();
    expect(cookies.filter((cookie) => !cookie.httpOnly)).toEqual([]);
    await page.getByRole("button", { name: /Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "Sign Out" }).click();
    await expect(new SignInPage(page).username).toBeVisible();
    expect(await page.evaluate(() => fetch("/service/sessions/me").then((answer) => answer.status))).toBe(401);
  });

  test("a signed-in user who opens sign-in goes to the stage; a stranger who opens the stage goes to sign-in", async ({
    page,
  }) => {
    const signIn = new SignInPage(page);
    await page.goto(`${shared().url}/#/stage`);
    await expect(signIn.username).toBeVisible();
    await signIn.signIn("admin", shared().password);
    await expect(page).toHaveURL(/#\/?stage/);
    await page.goto(`${shared().url}/`);
    await expect(page).toHaveURL(/#\/?stage/);
  });

  test("staying signed in sets a cookie of 30 days, otherwise it ends with the browser", async ({ page }) => {
    await signInByForm(page, shared(), { stay: true });
    const [cookie] = await page.context().cookies();
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
  });
});

test.describe("roles", () => {
  const roles = [
    { role: "Live Viewer", shown: ["Stage", "Version Information"] },
    { role: "Viewer", shown: ["Stage", "Version Information"] },
    { role: "Manager", shown: ["Stage", "System Status", "System Report", "Version Information"] },
    {
      role: "Administrator",
      shown: [
        "Stage",
        "Camera Configuration",
        "Retention Policy",
        "Users",
        "System Status",
        "System Report",
        "Audit",
        "Activation",
        "Version Information",
      ],
    },
  ];
  for (const { role, shown } of roles) {
    test(`${role} sees the navigation of the role, and the rest is refused by address`, async ({ page }) => {
      const username = `e2e_${role.replace(" ", "_").toLowerCase()}`;
      const password = "correct horse battery";
      const api = await Api.signedIn(shared().url, "admin", shared().password);
      const { users } = await api.get<{ users: { id: string; username: string }[] }>("/service/users");
      const before = users.find((user) => user.username === username);
      if (before) await api.delete(`/service/users/${before.id}`);
      await api.post("/service/users", { username, password, role });

      await signInByForm(page, { url: shared().url, password }, { username });
      // A user who may only watch live has no timeline.
      await expect(page.getByRole("button", { name: "Menu" })).toBeVisible();
      await expect(page.getByRole("slider", { name: "Timeline" })).toHaveCount(role === "Live Viewer" ? 0 : 1);
      await page.getByRole("button", { name: "Menu" }).click();
      const entries = (await page.getByRole("menuitem").allTextContents()).map((text) => text.trim());
      expect(entries.filter((entry) => entry !== "Sign Out" && entry !== "Advanced Settings")).toEqual(shown);
      await page.keyboard.press("Escape");
      if (!shown.includes("Users")) {
        await page.goto(`${shared().url}/#/users`);
        await expect(page).toHaveURL(/#\/?stage/);
        const refused = await page.evaluate(() => fetch("/service/users").then((answer) => answer.status));
        expect(refused).toBe(403);
      }
    });
  }

  test("an address that leads nowhere shows a page with a link to the front page", async ({ page }) => {
    await page.goto(`${shared().url}/#/nowhere/at/all`);
    await page.getByRole("link", { name: "To the front page" }).click();
    await expect(page.getByLabel("Username")).toBeVisible();
  });
});
