import type { Locator, Page } from "@playwright/test";
import { shared } from "../support/shared.ts";
import { holdSession, load } from "./sign-in-page.ts";

/**
 * Opens an administration screen (of the shared recorder, unless told otherwise) by the path of its address, signed in.
 */
export async function openScreen(
  page: Page,
  path: string,
  at: { readonly url: string; readonly password: string } = shared(),
  username = "admin",
): Promise<void> {
  await holdSession(page, at, username);
  await load(page, at.url, `#/${path}`);
}

/** Opens the edit panel of a camera on the cameras screen; returns the camera's row, which contains the panel. */
export async function openPanel(page: Page, name: string): Promise<Locator> {
  const edit = page.getByRole("button", { name: `Edit ${name}`, exact: true });
  await edit.click();
  return page.locator("li", { has: edit });
}

/** A dialog that reports or asks something; toasts, which disappear by themselves, do not count. */
export const told = (page: Page): Locator => page.locator('section[role="alertdialog"]');
