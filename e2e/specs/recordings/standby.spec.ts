import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { freePort } from "../../../scripts/machine/free-port.mjs";
import { postgresPlace } from "../../../scripts/machine/postgres-place.mjs";
import { PostgresServer } from "../../../scripts/machine/postgres-server.mjs";
import { openScreen } from "../../pages/admin-pages.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { Api, eventually } from "../../support/api.ts";
import { secondCamera } from "../../support/second-camera.ts";
import { shared } from "../../support/shared.ts";
import { TestRecorder } from "../../support/test-recorder.ts";

test.skip(postgresPlace() === null, "PostgreSQL is not installed (Debian's package postgresql)");
test.describe.configure({ timeout: 300_000 });
/** It is said within 8 s; cards ask every 5 s, and other specs take the processors. */
const SAID = { timeout: 60_000 };

const recorders: TestRecorder[] = [];
let postgres: PostgresServer | null = null;
test.beforeAll(async () => {
  postgres = await PostgresServer.start();
});
test.afterAll(async () => {
  for (const one of recorders.splice(0)) {
    await one.killAll();
    one.remove();
  }
  await postgres?.stop();
});

/** A recorder of the group that is not started yet. */
async function member(role: "owner" | "standby", name: string): Promise<TestRecorder> {
  const port = await freePort();
  const one = new TestRecorder(mkdtempSync(join(tmpdir(), "proscenium-e2e-standby-")), port, [
    ...["--name", name, "--no-demo", "--cameras-allow-loopback", "--analysis-workers", "1"],
    ...["--standby-role", role, "--standby-group", "site-1", "--standby-database", postgres?.url ?? ""],
    ...["--standby-secret", "a-secret-of-this-spec-1234", "--standby-address", `http://127.0.0.1:${port}`],
  ]);
  recorders.push(one);
  return one;
}
const apiOf = ({ url, password }: { url: string; password: string }): Promise<Api> =>
  Api.signedIn(url, "admin", password);

test("an owner says that it is alone, and by whom it is stood in for; killed, its camera plays at the standby, until it is back", async ({
  page: ownersPage,
  browser,
}) => {
  const [owner, standby] = [await member("owner", "East"), await member("standby", "Spare")];
  await owner.start();
  await openScreen(ownersPage, "system-status", owner);
  await expect(ownersPage.getByRole("heading", { name: "Standby group site-1" })).toBeVisible();
  await expect(ownersPage.getByText("While this recorder is away nobody records its cameras")).toBeVisible(SAID);

  await standby.start();
  const standInFor = "While this recorder is away its cameras are recorded by Spare.";
  await expect(ownersPage.getByText(standInFor)).toBeVisible(SAID);
  // Browsers keep one sign-in for each host name.
  const [standbysPage, stagePage] = [await browser.newPage(), await browser.newPage()];
  await openScreen(standbysPage, "system-status", standby);
  await expect(standbysPage.getByText("Ready to record for East while it is away: it has no cameras yet")).toBeVisible(
    SAID,
  );
  const ownersApi = await apiOf(owner);
  const lobby = { name: "Gate", demo: "Lobby", path: "small" } as const;
  await secondCamera(ownersApi, shared().dataDir, lobby, await apiOf(shared()));

  await owner.killAll();
  const standsIn = standbysPage.getByText(/^Records for East since .*: 1 camera$/);
  await expect(standsIn).toBeVisible(SAID);
  const stage = await enterStage(stagePage, standby);
  await stage.add("Gate");
  await stage.playing("Gate", 60_000);
  await expect(stagePage.locator("[data-camera-id]")).toHaveAttribute("title", /\nRecorded for East\n/);

  await openScreen(standbysPage, "cameras", standby);
  await standbysPage.getByRole("button", { name: "Edit Gate" }).click();
  await expect(standbysPage.getByText("Recorded for East")).toHaveCount(2);
  await expect(standbysPage.getByText("This camera belongs to East and is only recorded here.")).toBeVisible();
  await expect(standbysPage.getByRole("button", { name: "Verify" })).toBeVisible();
  await expect(standbysPage.getByRole("button", { name: "Delete camera" })).toHaveCount(0);
  await openScreen(standbysPage, "system-status", standby);

  await owner.start();
  await expect(standsIn).toHaveCount(0, SAID);
  await openScreen(ownersPage, "system-status", owner);
  await expect(ownersPage.getByText(standInFor)).toBeVisible(SAID);
  await eventually(
    "the hand-back in the owner's report",
    async () => {
      const query = `start=0&stop=${Date.now() + 60_000}`;
      return ownersApi.get<{ orchidEvents: { type: string }[] }>(`/service/server/report?${query}`);
    },
    ({ orchidEvents }) => orchidEvents.some(({ type }) => type === "Standby Ended"),
    120_000,
  );
  await Promise.all([standbysPage.close(), stagePage.close()]);
});
