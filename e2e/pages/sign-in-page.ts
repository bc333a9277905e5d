import { expect, type Locator, type Page } from "@playwright/test";
import type { PainterChoice } from "#domain/stage/painter-choice.ts";
import { StagePage } from "./stage-page.ts";

interface SignInOptions {
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

  async open(url: string, query = ""): Promise<void> {
    await this.page.goto(`${url}/${query}`);
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

/** Gives the browser a session (the administrator's, unless told otherwise), as if the user had signed in before. */
export async function holdSession(page: Page, at: At, username = "admin"): Promise<void> {
  const data = { username, password: at.password, expiresIn: 3600, cookie: "session" };
  // A page of ours would send its origin: a request with the cookie of an older session is refused without it.
  const headers = { origin: new URL(at.url).origin };
  const answer = await page.context().request.post(`${at.url}/service/sessions/user`, { data, headers });
  expect(answer.status()).toBe(200);
}

/** An empty page is there at once, unless another one has taken its place. */
const LEFT_WITHIN_MS = 10_000;

/**
 * Shows an empty page. A page that loads itself anew at the same moment (somebody's rights have changed) may come instead
 * of it: the browser then drops the empty one, and does not always say so.
 */
async function leave(page: Page): Promise<void> {
  await expect(() => page.goto("about:blank", { timeout: LEFT_WITHIN_MS })).toPass({ timeout: 60_000 });
}

/** Loads an address of a client by its hash, also when the page shows this client already, and waits for its screen. */
export async function load(page: Page, url: string, hash: string, query = ""): Promise<void> {
  // Another hash alone would load nothing, and a page that loads itself anew at this moment would take the place of ours.
  if (page.url().startsWith(url)) await leave(page);
  await page.goto(`${url}/${query}${hash}`);
  await expect(page.locator("main").first()).toBeVisible({ timeout: 60_000 });
  // A user with a mouse moves it before anything is under it: only an element that is hovered after that has a tooltip.
  await page.mouse.move(1, 1);
}

/** Signs in with the form, as a user does on a first visit, and waits for the stage. */
export async function signInByForm(
  page: Page,
  at: At,
  options: SignInOptions & { readonly username?: string; readonly query?: string } = {},
): Promise<StagePage> {
  const signIn = new SignInPage(page);
  await signIn.open(at.url, options.query);
  await signIn.signIn(options.username ?? "admin", at.password, options);
  await expect(page).toHaveURL(/#\/?stage/, { timeout: 60_000 });
  return new StagePage(page);
}

/** What draws the wall of a page with shaders: by itself a browser without a GPU takes the 2D canvas. */
export const WITH_SHADERS: PainterChoice = process.env.PROSCENIUM_E2E_NO_WEBGL ? "auto" : "webgl2";

export interface StageOptions {
  readonly lowBandwidth?: boolean;
  readonly username?: string;
  readonly painter?: PainterChoice;
}

/**
 * Opens the stage of a recorder's client (as its administrator, unless told otherwise). For low bandwidth it signs in
 * with the form of the sign-in page; otherwise it starts with a session, which is faster: signing in itself has specs
 * of its own.
 */
export async function enterStage(
  page: Page,
  at: At,
  { lowBandwidth = false, username = "admin", painter = "auto" }: StageOptions = {},
): Promise<StagePage> {
  const query = painter === "auto" ? "" : `?painter=${painter}`;
  if (lowBandwidth) return signInByForm(page, at, { lowBandwidth, username, query });
  await holdSession(page, at, username);
  await load(page, at.url, "#/stage", query);
  await expect(page).toHaveURL(/#\/?stage/);
  return new StagePage(page);
}
