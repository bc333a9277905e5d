/** What a hand does by a slip: a dialog is opened and closed before its picture is there (issue 25). */
import { expect, test } from "@playwright/test";
import { Api } from "../../support/api.ts";
import { holdSession } from "../../pages/sign-in-page.ts";
import { shared } from "../../support/shared.ts";

test.setTimeout(120_000);

test("motion and fisheye dialogs are closed at once, again and again: nothing fails, and the next one has its picture", async ({
  page,
}) => {
  const thrown: string[] = [];
  page.on("pageerror", (error) => thrown.push(error.message));
  await holdSession(page, shared());
  const api = await Api.signedIn(shared().url, "admin", shared().password);
  const { cameras } = await api.get<{ cameras: { id: string; name: string }[] }>("/service/cameras");
  const dialog = page.getByRole("dialog");
  for (const [camera, kind] of [
    ["Yard", "motion"],
    ["Shop (ceiling fisheye)", "dewarp"],
  ] as const) {
    const id = cameras.find(({ name }) => name === camera)?.id ?? "";
    const open = () => page.goto(`${shared().url}/#/cameras?camera=${id}&dialog=${kind}`);
    for (let slip = 0; slip < 4; slip += 1) {
      await open();
      await expect(dialog).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    }
    await open();
    await expect(dialog.getByRole("application").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
  expect(thrown).toEqual([]);
});
