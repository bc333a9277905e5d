import { expect, test } from "@playwright/test";
import { codeOf, stepOf } from "#recorder/accounts/factors/one-time-codes.ts";
import { signInByForm, SignInPage } from "../../pages/sign-in-page.ts";
import { Api } from "../../support/api.ts";
import { shared } from "../../support/shared.ts";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const PASSWORD = "correct horse battery";

/** The code that an authenticator shows; `by`: steps before or after now. */
function code(typed: string, by = 0): string {
  const letters = Array.from(typed.replaceAll(/\s/g, ""));
  const bits = letters.map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Uint8Array.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
  return codeOf(key, stepOf(Date.now()) + by);
}

/** A second factor from the user menu to the next sign-in, under the page's strict policy. */
test("a viewer sets up one-time codes by picture or key, signs in with one, and the picture breaks no policy", async ({
  page,
}) => {
  const broken: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) broken.push(message.text());
  });
  const { url, password } = shared();
  const api = await Api.signedIn(url, "admin", password);
  const username = `factor_${Date.now()}`;
  const { id } = await api.post<{ id: string }>("/service/users", { username, password: PASSWORD, role: "Viewer" });
  try {
    await signInByForm(page, { url, password: PASSWORD }, { username });
    await page.getByRole("button", { name: /Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "One-time codes…" }).click();
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    const picture = page.getByRole("img", { name: "Key as a QR code" });
    await expect(picture).toBeVisible();
    // Dark on light, whatever the theme: styles that a policy refused would leave it black.
    const fills = await picture
      .locator("path")
      .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).fill));
    expect(fills).toEqual(["rgb(255, 255, 255)", "rgb(0, 0, 0)"]);
    const key = await page.locator("code").innerText();
    await page.getByLabel("Code", { exact: true }).fill(code(key, -1));
    await page.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
    await page.getByRole("button", { name: "I have kept them" }).click();
    await page.getByRole("button", { name: /Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "Sign Out" }).click();

    const signIn = new SignInPage(page);
    await signIn.signIn(username, PASSWORD);
    const dialog = page.getByRole("dialog", { name: "Enter your code" });
    await dialog.getByLabel("Code", { exact: true }).fill("000000");
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await expect(dialog.getByRole("alert")).toContainText("This code is wrong or was used before.");
    await dialog.getByLabel("Code", { exact: true }).fill(code(key));
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/#\/?stage/);
    expect(broken).toEqual([]);
  } finally {
    await api.delete(`/service/users/${id}`);
  }
});
