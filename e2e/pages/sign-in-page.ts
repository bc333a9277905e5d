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

interface At {
  readonly url: string;
  readonly password: string;
}

/** Gives the browser a session (the administrator's, unless told otherwise), as one who signed in before has it. */
export async function holdSession(page: Page, at: At, username = "admin"): Promise<void> {
  const data = { username, password: at.password, expiresIn: 3600, cookie: "session" };
  // A page of ours would send its origin: without it what carries the cookie of an older session is refused.
  const headers = { origin: new URL(at.url).origin };
  const answer = await page.context().request.post(`${at.url}/service/sessions/user`, { data, headers });
  expect(answer.status()).toBe(200);
}

/** Loads an address of a client by its hash, anew also where the page shows this client already, and waits for its screen. */
export async function load(page: Page, url: string, hash: string): Promise<void> {
  const isOpen = page.url().startsWith(url);
  await page.goto(`${url}/${hash}`);
  if (isOpen) await page.reload();
  await expect(page.locator("main").first()).toBeVisible({ timeout: 60_000 });
  // Whoever comes with a mouse moves it before it is over anything: what is hovered only then has a tooltip.
  await page.mouse.move(1, 1);
}

/** Signs in by the form, as a person does who comes for the first time, and waits for the stage. */
export async function signInByForm(
  page: Page,
  at: At,
  options: SignInOptions & { readonly username?: string } = {},
): Promise<StagePage> {
  const signIn = new SignInPage(page);
  await signIn.open(at.url);
  await signIn.signIn(options.username ?? "admin", at.password, options);
  await expect(page).toHaveURL(/#\/?stage/, { timeout: 60_000 });
  return new StagePage(page);
}

/**
 * Opens the stage of a recorder's client (as its administrator, unless told otherwise). Who wants low bandwidth says so in the
 * form of the sign-in page; others come with a session, which is quicker: signing in itself has specs of its own.
 */
export async function enterStage(
  page: Page,
  at: At,
  { lowBandwidth = false, username = "admin" }: { readonly lowBandwidth?: boolean; readonly username?: string } = {},
): Promise<StagePage> {
  if (lowBandwidth) return signInByForm(page, at, { lowBandwidth, username });
  await holdSession(page, at, username);
  await load(page, at.url, "#/stage");
  await expect(page).toHaveURL(/#\/?stage/);
  return new StagePage(page);
}
