import { type CDPSession, expect, type Page, test } from "@playwright/test";
import { signInByForm, SignInPage } from "../../pages/sign-in-page.ts";
import { Api } from "../../support/api.ts";
import { shared } from "../../support/shared.ts";

const PASSWORD = "correct horse battery";

/** A passkey in the browser's own software. */
async function withAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Signed in as/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(new SignInPage(page).username).toBeVisible();
}

declare global {
  interface Window {
    passkeyAsks: number;
  }
}

/** In the page: counts how often it asks for a passkey. */
function countAsks(): void {
  const { credentials } = navigator;
  const get = credentials.get.bind(credentials);
  window.passkeyAsks = 0;
  credentials.get = (options) => {
    window.passkeyAsks += 1;
    return get(options);
  };
}

test("a viewer adds a passkey, signs in by it alone and by password and passkey, and from a suggestion of the browser", async ({
  page,
}) => {
  const { url: address, password } = shared();
  // Passkeys are for names.
  const url = address.replace("127.0.0.1", "localhost");
  const api = await Api.signedIn(address, "admin", password);
  const username = `passkey_${Date.now()}`;
  const { id } = await api.post<{ id: string }>("/service/users", { username, password: PASSWORD, role: "Viewer" });
  try {
    const { cdp, authenticatorId } = await withAuthenticator(page);
    // It answers when it is asked by the button, not by itself while the page is open.
    const answers = (enabled: boolean) =>
      cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    await signInByForm(page, { url, password: PASSWORD }, { username });
    await page.getByRole("button", { name: /Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "Passkeys…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Add a passkey" }).click();
    await dialog.getByLabel("Name").fill("Test device");
    // The sign-in is fresh: no password is asked for.
    await expect(dialog.getByLabel("Your password")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Next", exact: true }).click();
    await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
    await page.getByRole("button", { name: "I have kept them" }).click();
    await expect(page.getByRole("list", { name: "Your passkeys" })).toContainText("Test device");
    await expect(page.getByRole("list", { name: "Your passkeys" })).toContainText("For localhost");
    await dialog.getByRole("button", { name: "Close" }).click();

    await answers(false);
    await page.evaluate(countAsks);
    await signOut(page);
    // The page has asked for a suggestion, which nobody answers any more: from now on the button is answered.
    await expect.poll(() => page.evaluate(() => window.passkeyAsks)).toBeGreaterThan(0);
    await answers(true);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page).toHaveURL(/#\/?stage/);

    await answers(false);
    await signOut(page);
    await new SignInPage(page).signIn(username, PASSWORD);
    const step = page.getByRole("dialog", { name: "One more step" });
    await expect(step).toBeVisible();
    await answers(true);
    await step.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page).toHaveURL(/#\/?stage/);

    // In the field of the name the browser suggests it, too: this authenticator takes the suggestion at once.
    await answers(false);
    await page.evaluate(countAsks);
    await signOut(page);
    // The page has asked for a suggestion, which nobody answers any more: from now on the button is answered.
    await expect.poll(() => page.evaluate(() => window.passkeyAsks)).toBeGreaterThan(0);
    await answers(true);
    await page.reload();
    await expect(page).toHaveURL(/#\/?stage/);
  } finally {
    await api.delete(`/service/users/${id}`);
  }
});
