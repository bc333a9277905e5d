import { expect, test } from "@playwright/test";
import { enterStage } from "../../pages/sign-in-page.ts";
import { ownAggregator } from "../../support/aggregator.ts";
import type { CameraAnswer } from "../../support/api.ts";
import { shared } from "../../support/shared.ts";

/** The search of an aggregator finds cameras by what the page does not hold, in its database, and only those one may see. */
const SERVER = "Château Nord";

test.describe.configure({ timeout: 180_000 });
const own = ownAggregator();

test("cameras are found by their server's name, in the panel and in the palette; a user finds only their own", async ({
  page,
  browser,
}) => {
  const orchidId = await own.register(SERVER, shared());
  const stage = await enterStage(page, own.at);
  const search = stage.panel.getByRole("searchbox");
  const rows = stage.panel.getByRole("button", { name: /to the stage, / });
  await expect(stage.camera("Yard")).toBeVisible();
  await search.fill("chateau");
  await expect(rows).toHaveCount(8);
  await search.fill("chateau xyz");
  await expect(stage.panel.getByText("No camera matches")).toBeVisible();
  // A tag and what is typed must both be found: one is the server's name, the other the camera's.
  await search.fill("chateau");
  await search.press("Enter");
  await search.fill("corri");
  await expect(rows).toHaveCount(1);
  await expect(stage.camera("Corridor")).toBeVisible();

  await page.getByRole("button", { name: "Menu" }).focus();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill("chateau corri");
  await expect(palette.getByRole("option")).toHaveText([/^Corridor/]);
  await palette.getByRole("combobox").press("Enter");
  await stage.playing("Corridor", 60_000);

  const { cameras } = await own.api.get<{ cameras: CameraAnswer[] }>(`/service/orchids/${orchidId}/cameras`);
  const yard = cameras.find(({ name }) => name === "Yard")?.id ?? "";
  const guest = { username: "anna", password: "correct horse battery" };
  const { id } = await own.api.post<{ id: string }>("/service/users", guest);
  const granted = [{ abilities: ["live"], scope: "list", orchids: [], cameras: [{ orchidId, id: yard }] }];
  await own.api.post("/service/permissions", { name: "Yard only", members: [id], granted });
  const context = await browser.newContext();
  const other = await enterStage(await context.newPage(), { url: own.at.url, password: guest.password }, guest);
  await other.panel.getByRole("searchbox").fill("chateau");
  await expect(other.panel.getByRole("button", { name: /to the stage, / })).toHaveCount(1);
  await expect(other.camera("Yard")).toBeVisible();
  const asked = await context.request.get(`${own.at.url}/service/fleet/cameras?text=corridor`);
  expect(await asked.json()).toMatchObject({ cameras: [], servers: [] });
  await context.close();
});
