import { expect, type Locator, type Page } from "@playwright/test";
import { StagePage } from "./stage-page.ts";

export interface SignInOptions {
  readonly lowBandwidth?: boolean;
  readonly stay?: boolean;
}

export class SignInPage {
  readonly page: Page;
  readonly username: Locator;
  readonly password: Locator;
  readonly submit: Locator;

  constructor(page: Page) {
    this.page = page;
    this.username = page.getByLabel("Username");
    this.password = page.getByLabel("Password");
    this.submit = page.getByRole("button", { name: "Sign in", exact: true });
  }

  async open(url: string): Promise<void> {
    await this.page.goto(`${url}/`);
    await expect(this.username).toBeVisible();
  }

  async signIn(username: string, password: string, options: SignInOptions = {}): Promise<void> {
    await this.username.fill(username);
    await this.password.fill(password);
    if (options.lowBandwidth) await this.page.getByText("Low-bandwidth (compatibility) mode").click();
    if (options.stay) await this.page.getByText("Stay signed in").click();
    await this.submit.click();
  }
}

/** Opens a recorder's client, signs in (as its administrator, unless told otherwise) and waits for the stage. */
export async function enterStage(
  page: Page,
  at: { readonly url: string; readonly password: string },
  options: SignInOptions & { readonly username?: string } = {},
): Promise<StagePage> {
  const signIn = new SignInPage(page);
  await signIn.open(at.url);
  await signIn.signIn(options.username ?? "admin", at.password, options);
  await expect(page).toHaveURL(/#\/?stage/, { timeout: 60_000 });
  return new StagePage(page);
}
