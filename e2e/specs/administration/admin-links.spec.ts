import { expect, test } from "@playwright/test";
import { openScreen } from "../../pages/admin-pages.ts";
import { Api } from "../../support/api.ts";
import { shared } from "../../support/shared.ts";

/**
 * Links to one camera, one account, a report's time and dialogs: the address opens them, a reload keeps them, Back
 * closes them.
 */
const link = (path: string): string => `${shared().url}/#/${path}`;

test("a camera's panel and its dialogs have addresses; Back closes them one by one, a reload keeps them", async ({
  page,
}) => {
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  const { cameras } = await api.get<{ cameras: { id: string; name: string }[] }>("/service/cameras");
  const camera = cameras.find(({ name }) => name === "Lobby") ?? cameras[0];
  if (!camera) throw new Error("no camera");
  const edit = page.getByRole("button", { name: `Edit ${camera.name}`, exact: true });
  const dialog = page.getByRole("dialog");

  await openScreen(page, "cameras");
  await edit.click();
  await expect(page).toHaveURL(link(`cameras?camera=${camera.id}`));
  await page.getByRole("button", { name: "Edit camera name" }).click();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog.getByRole("textbox")).toHaveValue(camera.name);
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(edit).toHaveAttribute("aria-expanded", "true");
  await edit.click();
  await expect(page).toHaveURL(link("cameras"));
  await expect(edit).toHaveAttribute("aria-expanded", "false");
  // Back does not open again a dialog that was closed.
  await page.getByRole("button", { name: "Add camera" }).click();
  await expect(page).toHaveURL(link("cameras?dialog=register"));
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(link("cameras"));
  await expect(dialog).toHaveCount(0);

  await page.goto(link("cameras?camera=none-such"));
  await expect(page.getByRole("alert")).toContainText("There is no camera with the id none-such.");
  await page.goto(link("cameras?dialog=destroy"));
  await expect(page.getByRole("alert")).toContainText("This link cannot be read.");
});

test("accounts, the licence, the update and a report's time have addresses, also through signing in", async ({
  page,
}) => {
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  const { users } = await api.get<{ users: { id: string; username: string }[] }>("/service/users");
  const admin = users.find(({ username }) => username === "admin");
  const dialog = page.getByRole("dialog");

  await page.goto(link(`users?user=${admin?.id}`));
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Password").fill(shared().password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog.getByLabel("Username")).toHaveValue("admin");
  // The link itself has opened the dialog: closing it leaves the list open and does not leave the application.
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(link("users"));
  await page.goto(link("users?user=0-nobody"));
  await expect(page.getByRole("alert")).toContainText("There is no user with the id 0-nobody.");
  await page.goto(link("users?dialog=add"));
  await expect(dialog.getByLabel("Username")).toHaveValue("");

  await page.goto(link("activation?dialog=license"));
  await expect(dialog).toBeVisible();
  await page.goto(link("version?dialog=update"));
  await expect(dialog.getByText("Client file (.zip)")).toBeVisible();

  // Whole minutes in this browser's zone, whatever that is.
  const from = Math.floor(Date.now() / 60_000) * 60_000 - 7_200_000;
  await page.goto(link(`system-report?from=${from}&to=${from + 3_600_000}`));
  const start = page.getByLabel("From").first();
  const shown = (): Promise<number> => start.evaluate((input: HTMLInputElement) => new Date(input.value).getTime());
  await expect.poll(shown).toBe(from);
  const other = await start.evaluate((input: HTMLInputElement) => input.value.replace(/ .*/, " 00:00"));
  await start.fill(other);
  await expect(page).toHaveURL(/system-report\?from=\d+&to=\d+$/);
  await expect(page).not.toHaveURL(new RegExp(`from=${from}`));
  await page.reload();
  await expect(start).toHaveValue(other);
});
