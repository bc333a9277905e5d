import { expect, type Page, test } from "@playwright/test";
import { SHOP } from "../../../pages/fisheye.ts";
import { StagesTab } from "../../../pages/stages-tab.ts";
import { Api } from "../../../support/api.ts";
import { axeFindings } from "../../../support/browser/axe.ts";
import { centreOf } from "../../../support/browser/boxes.ts";
import { openStage } from "../../../support/browser/open-stage.ts";
import { shared } from "../../../support/shared.ts";

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

let api: Api;
test.beforeAll(async () => {
  api = await Api.signedIn(shared().url, "admin", shared().password);
});
test.afterAll(async () => {
  const { stages } = await api.get<{ stages: { id: string; name: string }[] }>("/service/stages");
  for (const stage of stages) if (stage.name === "Night round") await api.delete(`/service/stages/${stage.id}`);
  const { patrols } = await api.get<{ patrols: { id: string }[] }>("/service/patrols");
  for (const { id } of patrols) await api.delete(`/service/patrols/${id}`);
  const { views } = await api.get<{ views: { id: string }[] }>("/service/views");
  for (const { id } of views) await api.delete(`/service/views/${id}`);
});

const isRelieved = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const facts = window.__proscenium?.facts() as { health: { relief: number } } | undefined;
    return (facts?.health.relief ?? 0) > 0;
  });

async function addView(name: string, pan: number): Promise<void> {
  const { cameras } = await api.get<{ cameras: { id: string; name: string }[] }>("/service/cameras");
  const id = cameras.find((camera) => camera.name.startsWith("Shop"))?.id;
  const look = { mode: 1, view: { pan, tilt: 45, zoom: 1 }, shift: 0 };
  await api.post("/service/views", { name, camera: { id }, look });
}

test("a patrol is made of views, glides from one to the next, waits for a hand, goes on by itself, and comes back with its stage", async ({
  page,
}) => {
  const stage = await openStage(page);
  await addView("Till", 0);
  await addView("Door", 120);
  const shop = await stage.add(SHOP);
  await stage.playing(SHOP);

  // Made from the tile's menu: both views are there, with their seconds.
  await shop.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Patrols" }).click();
  await page.getByRole("menuitem", { name: "New patrol…" }).click();
  const dialog = page.getByRole("dialog", { name: "New patrol" });
  await dialog.getByLabel("Patrol name").fill("Round");
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await dialog.getByRole("textbox", { name: "Seconds at Door", exact: true }).fill("0");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByText(/Give a number from 1 to 3,?600\./)).not.toHaveCount(0);
  expect(await axeFindings(page, "[role=dialog]")).toEqual([]);
  await dialog.getByRole("textbox", { name: "Seconds at Door", exact: true }).fill("3");
  await dialog.getByRole("textbox", { name: "Seconds at Till", exact: true }).fill("3");
  await dialog.getByLabel("Seconds on the way").fill("2");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toHaveCount(0);

  // Run on the tile: it says so, and goes to both views; the looks between are drawn as well.
  await shop.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Patrols" }).click();
  await page.getByRole("menuitem", { name: "Round", exact: true }).click();
  const round = stage.tile(`${SHOP} · Round`);
  await expect(round).toHaveAttribute("data-patrol", "runs");
  await expect(round).toHaveAccessibleName(/patrol at Till/, { timeout: 15_000 });
  await expect(round).toHaveAccessibleName(/patrol at Door/, { timeout: 15_000 });
  const middle = await centreOf(round);
  const looks = new Set<string>();
  await expect
    .poll(
      async () => {
        const { rgba } = await stage.pixels(round);
        // Coarse: noise and walkers change a look less than another direction does.
        looks.add([...rgba.filter((_, at) => at % (4 * 4001) === 0)].map((value) => value >> 5).join());
        // On a machine that is too slow the wall steps from view to view.
        return looks.size > ((await isRelieved(page)) ? 1 : 4);
      },
      { timeout: 30_000, intervals: [100] },
    )
    .toBe(true);

  // A press of the mouse holds it; the menu, too, says that it waits.
  await page.mouse.click(middle.x, middle.y);
  await expect(round).toHaveAttribute("data-patrol", "held");
  await expect(round).toHaveAccessibleName(/patrol paused at (Till|Door)/);
  await round.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Let the patrol go on" }).click();
  await expect(round).toHaveAttribute("data-patrol", "runs");

  // The key does the same, and the wheel holds it; half a minute later it goes on by itself.
  await round.focus();
  await page.keyboard.press("t");
  await expect(round).toHaveAttribute("data-patrol", "held");
  await page.keyboard.press("t");
  await expect(round).toHaveAttribute("data-patrol", "runs");
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.wheel(0, -100);
  await expect(round).toHaveAttribute("data-patrol", "held");
  await expect(round).toHaveAttribute("data-patrol", "runs", { timeout: 60_000 });

  // Kept in a stage, and begun again with it; also by the palette and from the panel.
  const tab = new StagesTab(page);
  await tab.open();
  await tab.save("Night round");
  await page.getByRole("tab", { name: "Cameras" }).click();
  await page.getByRole("button", { name: "Clear Stage" }).click();
  await expect(round).toHaveCount(0);
  const { stages } = await api.get<{ stages: { id: string; name: string }[] }>("/service/stages");
  await page.goto(`${shared().url}/#/stage?stage=${stages.find(({ name }) => name === "Night round")?.id}`);
  await expect(round).toHaveAttribute("data-patrol", "runs", { timeout: 60_000 });
  await page.getByRole("button", { name: "Clear Stage" }).click();
  await page.getByRole("tab", { name: "Cameras" }).click();
  await stage.panel.getByRole("searchbox").fill("round");
  const item = page.getByRole("button", { name: new RegExp(`^Add ${SHOP} · Round to the stage, patrol`) });
  await item.dblclick();
  await expect(round).toHaveAttribute("data-patrol", "runs");

  // Removed: the tile shows the camera's own view.
  await item.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(round).toHaveCount(0);
  await expect(stage.tile(SHOP)).not.toHaveAttribute("data-patrol");
});
