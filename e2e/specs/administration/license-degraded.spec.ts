import { generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "@playwright/test";
import { told } from "../../pages/admin-pages.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { Api, type CameraAnswer, eventually } from "../../support/api.ts";
import { TestRecorder } from "../../support/test-recorder.ts";

/** A test vendor: the recorder is configured to trust its key. */
const vendor = generateKeyPairSync("ed25519");
const publicKey = vendor.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");

function licenseOf(payload: Record<string, unknown>): string {
  const body = `PSL1.${Buffer.from(JSON.stringify(payload)).toString("base64url")}`;
  return `${body}.${sign(null, Buffer.from(body), vendor.privateKey).toString("base64url")}`;
}

test("a licence that ends stops streams and recording and shows everywhere; what is recorded still plays", async ({
  page,
}) => {
  test.setTimeout(300_000);
  const begunMs = performance.now();
  const recorder = await TestRecorder.fresh(["--activation-keys", publicKey]);
  try {
    let api = await Api.signedIn(recorder.url, "admin", recorder.password);
    const cameras = async () => (await api.get<{ cameras: CameraAnswer[] }>("/service/cameras")).cameras;
    const yard = async () => (await cameras()).find(({ name }) => name === "Yard");
    await eventually(
      "the yard runs",
      yard,
      (camera) => camera?.primaryStream?.status?.streamState === "running",
      180_000,
    );
    // The license lasts long enough for the recorder to stop and to start once more on this machine.
    const validMs = Math.max(15_000, (performance.now() - begunMs) * 3);
    const streamId = (await yard())?.primaryStream?.id ?? "";
    const { license } = await api.get<{ license: { machineId: string } }>("/service/license-session");
    const expires = Date.now() + validMs;
    const key = licenseOf({ machineId: license.machineId, edition: "enterprise", cameras: 0, retention: 0, expires });
    await api.post("/service/license-session", { license: key });

    const { password } = recorder;
    await recorder.stop();
    await recorder.start();
    api = await Api.signedIn(recorder.url, "admin", password);
    await eventually(
      "the yard runs",
      yard,
      (camera) => camera?.primaryStream?.status?.streamState === "running",
      60_000,
    );
    const recordedMs = Date.now();

    await eventually(
      "the licence has ended",
      () => api.get<{ state: { status: string } }>("/service/license-session"),
      ({ state }) => state.status === "degraded",
      validMs + 30_000,
    );
    await eventually(
      "the yard stands",
      yard,
      (camera) => camera?.primaryStream?.status?.streamState === "idle",
      30_000,
    );

    await enterStage(page, { url: recorder.url, password }, { lowBandwidth: true });
    const words = "License error detected: the license is invalid, recording and cleaning stopped";
    await expect(told(page)).toContainText(words);
    await told(page).getByRole("button", { name: "OK" }).click();
    await page.goto(`${recorder.url}/#/system-status`);
    await expect(page.getByText(/streams are disabled/i)).toBeVisible();
    await expect(page.getByRole("table", { name: /Active streams/ })).toHaveCount(0);
    await page.goto(`${recorder.url}/#/activation`);
    await expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible();

    // Nothing more is recorded, and the existing recordings are still there.
    const before = await api.get<{ lastArchiveWritten: number }>(`/service/streams/${streamId}/status`);
    const old = await api.request("GET", `/service/streams/${streamId}/frame?time=${recordedMs}`);
    expect([old.status, old.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    const after = await api.get<{ lastArchiveWritten: number }>(`/service/streams/${streamId}/status`);
    expect(after.lastArchiveWritten).toBe(before.lastArchiveWritten);
  } finally {
    await recorder.stop();
    recorder.remove();
  }
});
