import { expect, test } from "@playwright/test";
import { CLIENT_ID, CLIENT_SECRET, CompanyProvider } from "#test/support/company/company-provider.ts";
import { Api } from "../../support/api.ts";
import { shared } from "../../support/shared.ts";

/** The button, the provider's own pages, the stage, and the sign-out that the provider tells of. */
test("somebody signs in at the company's provider, sees the stage, and is signed out when they sign out there", async ({
  page,
  context,
}) => {
  const { url, password } = shared();
  const api = await Api.signedIn(url, "admin", password);
  const provider = await CompanyProvider.open(url);
  const name = `anna.${Date.now()}`;
  provider.employees.set(name, { name, groups: ["watchers"] });
  try {
    await api.request("PUT", "/service/company-sign-in", {
      issuer: provider.issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      label: "Sign in with Example AG",
      scopes: "profile groups",
      nameClaim: "preferred_username",
      groupsClaim: "groups",
      grants: [{ group: "watchers", grants: "Viewer" }],
      others: "",
      makesAccounts: true,
      domains: [],
      contact: "IT, telephone 4711",
      publicAddress: url,
      ca: "",
      signsOutThere: true,
    });
    await page.goto(`${url}/#/stage`);
    await page.getByRole("button", { name: "Sign in with Example AG" }).click();
    const signInThere = async (login: string): Promise<void> => {
      await page.getByPlaceholder("Enter any login").fill(login);
      await page.getByPlaceholder("and password").fill("whatever");
      await page.getByRole("button", { name: "Sign-in" }).click();
      await page.getByRole("button", { name: "Continue" }).click();
    };
    await signInThere(name);
    await expect(page).toHaveURL(/#\/stage/);
    await expect(page.getByRole("button", { name: `Signed in as ${name}` })).toBeVisible();

    const elsewhere = await context.newPage();
    await elsewhere.goto(`${provider.issuer}/session/end?client_id=${CLIENT_ID}`);
    await elsewhere.getByRole("button", { name: "Yes, sign me out" }).click();
    await expect(page.getByLabel("Password")).toBeVisible();

    provider.employees.set(name, { name, groups: [] });
    await page.getByRole("button", { name: "Sign in with Example AG" }).click();
    await signInThere(name);
    const refused = page.getByRole("alertdialog");
    await expect(refused).toContainText(`The company has verified you as ${name}`);
    await expect(refused).toContainText("IT, telephone 4711");
  } finally {
    await api.delete("/service/company-sign-in");
    const { users } = await api.get<{ users: { id: string; username: string }[] }>("/service/users");
    for (const user of users) if (user.username === name) await api.delete(`/service/users/${user.id}`);
    await provider.close();
  }
});
