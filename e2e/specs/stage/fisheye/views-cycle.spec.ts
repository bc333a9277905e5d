/** Stages of named views are cycled and shown as a kiosk like those of cameras: each with what its views show, also when they are turned. */
import { expect, test } from "@playwright/test";
import { blue, FisheyeTile, type Marker, red, SHOP } from "../../../pages/fisheye.ts";
import { StagePage } from "../../../pages/stage-page.ts";
import { Api } from "../../../support/api.ts";
import { openStage } from "../../../support/browser/open-stage.ts";
import { shared } from "../../../support/shared.ts";

test.describe.configure({ timeout: 420_000 });
// So short that a look at a tile that has gone meanwhile is over before it comes again.
test.use({ actionTimeout: 10_000 });

const mark = Date.now().toString(36);
let api: Api;
test.beforeAll(async () => {
  api = await Api.signedIn(shared().url, "admin", shared().password);
});
test.afterAll(async () => {
  const { stages } = await api.get<{ stages: { id: string; name: string }[] }>("/service/stages");
  for (const { id, name } of stages) if (name.includes(mark)) await api.delete(`/service/stages/${id}`);
  const { views } = await api.get<{ views: { id: string; name: string }[] }>("/service/views");
  for (const { id, name } of views) if (name.includes(mark)) await api.delete(`/service/views/${id}`);
});

test("a kiosk cycles through two views of one fisheye, and shows what a view has become", async ({ page }) => {
  const { cameras } = await api.get<{ cameras: { id: string; name: string }[] }>("/service/cameras");
  const id = cameras.find(({ name }) => name.startsWith("Shop"))?.id;
  const look = (pan: number, tilt: number) => ({ mode: 1, view: { pan, tilt, zoom: 1 }, shift: 0 });
  const looks = { Till: look(red.panDeg, red.tiltDeg), Door: look(blue.panDeg, blue.tiltDeg) };
  const made: { viewId: string; stageId: string }[] = [];
  for (const [name, shown] of Object.entries(looks)) {
    const view = { name: `${name} ${mark}`, camera: { id }, look: shown, shared: true };
    const { id: viewId } = await api.post<{ id: string }>("/service/views", view);
    const stageMatrix = [
      [{ camera: { id, orchidId: "1" }, columnSpan: 1, rowSpan: 1, dewarpMode: 1, view: { id: viewId } }],
    ];
    const { id: stageId } = await api.post<{ id: string }>("/service/stages", { name: view.name, stageMatrix });
    made.push({ viewId, stageId });
  }
  const [till, door] = [`${SHOP} · Till ${mark}`, `${SHOP} · Door ${mark}`];
  const tile = (of: StagePage, name: string) => new FisheyeTile(of, of.tile(name));

  await openStage(page);
  // Other stages of this recorder are not part of the cycle.
  const { stages } = await api.get<{ stages: { id: string; name: string }[] }>("/service/stages");
  const { userId } = await api.get<{ userId: string }>("/service/sessions/me");
  const others = stages.filter(({ name }) => !name.includes(mark)).map((one) => [one.id, true]);
  await page.evaluate(
    ([key, cycle]) => localStorage.setItem(key ?? "", cycle ?? ""),
    [
      `proscenium.cycle.${userId}`,
      JSON.stringify({ speed: 0, currentStage: null, excludeFromCycle: Object.fromEntries(others) }),
    ],
  );
  await page.goto(`${shared().url}/#/stage?stage=${made[0]?.stageId}&kiosk=1&cycle=10`);
  await page.reload();
  const kiosk = new StagePage(page);
  /** Whether a tile of this name stands alone and shows the one marker and not the other; it may go away meanwhile. */
  const shows = async (name: string, there: Marker, not: Marker): Promise<boolean> => {
    if (!(await kiosk.tile(name).isVisible()) || (await page.locator("[data-tile-id]").count()) !== 1) return false;
    const counts = [await tile(kiosk, name).count(there), await tile(kiosk, name).count(not)] as const;
    return (await kiosk.tile(name).isVisible()) && counts[0] > 100 && counts[1] === 0;
  };
  const soon = { timeout: 90_000 };
  await expect.poll(() => shows(till, red, blue).catch(() => false), soon).toBe(true);
  await expect.poll(() => shows(door, blue, red).catch(() => false), soon).toBe(true);
  await expect.poll(() => shows(till, red, blue).catch(() => false), soon).toBe(true);

  // Turned by somebody else: a kiosk without a cycle shows it where it stands.
  await page.goto(`${shared().url}/#/stage?stage=${made[0]?.stageId}&kiosk=1`);
  await expect(kiosk.tile(till)).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => tile(kiosk, till).count(red), soon).toBeGreaterThan(100);
  await api.patch(`/service/views/${made[0]?.viewId}`, { look: looks.Door });
  await expect.poll(() => tile(kiosk, till).count(blue), soon).toBeGreaterThan(100);
  await page.screenshot({ path: test.info().outputPath("kiosk.png") });
});
