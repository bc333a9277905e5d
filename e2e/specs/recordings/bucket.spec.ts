import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { AwsClient } from "aws4fetch";
import { type S3Service, startS3Service, whyNoS3Service } from "#test/support/machine/s3-service.ts";
import { openScreen } from "../../pages/admin-pages.ts";
import { Api, type CameraAnswer, eventually } from "../../support/api.ts";
import { keepCameras } from "../../support/kept-cameras.ts";
import { recordedRange } from "../../support/playback/exports.ts";
import { TestRecorder } from "../../support/test-recorder.ts";

test.skip(whyNoS3Service !== null, whyNoS3Service ?? "");
test.setTimeout(300_000);
test.use({ actionTimeout: 30_000 });

const BUCKET = "evidence";
let service: S3Service;
let recorder: TestRecorder;
let yard: CameraAnswer | undefined;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  service = await startS3Service();
  const headers = { "x-amz-bucket-object-lock-enabled": "true" };
  const made = await client().fetch(`${service.endpoint}/${BUCKET}`, { method: "PUT", headers });
  expect(made.status).toBe(200);
  recorder = await TestRecorder.fresh();
  [yard] = await keepCameras(recorder, ["Yard"]);
});
test.afterAll(async () => {
  await recorder?.stop();
  recorder?.remove();
  await service?.stop();
});

/** What the first test has left in the bucket. */
let evidence: { readonly streamId: string; readonly timeMs: number } | null = null;
const client = () => new AwsClient({ ...service, service: "s3" });

test("an archive in a bucket: set up on Retention, evidence goes there at once, and is played and exported when the disk has lost it", async ({
  page,
}) => {
  await openScreen(page, "retention-policy", { url: recorder.url, password: recorder.password });
  const card = page.locator("section").filter({ has: page.getByRole("heading", { name: "Archive (S3)" }) });
  await card.getByRole("button", { name: "Set up…" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up the archive" });
  const type = (name: string, text: string) => dialog.getByRole("textbox", { name, exact: true }).fill(text);
  await type("Address of the service", service.endpoint);
  await type("Region", service.region);
  await type("Bucket", "nobodys-bucket");
  await type("Access key ID", service.accessKeyId);
  await dialog.getByLabel("Secret access key").fill(service.secretAccessKey);
  await dialog.getByText("Evidence locks are legal holds").click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("textbox", { name: "Bucket", exact: true })).toHaveAccessibleDescription(
    /The service has no bucket nobodys-bucket\./,
  );
  await type("Bucket", BUCKET);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText("healthy", { timeout: 30_000 });
  await expect(card).toContainText("Recordings older than 1 day, evidence at once");

  const { api, startMs, stopMs, streamIds } = await recordedRange(["Yard"], recorder, 2000);
  const [streamId = ""] = streamIds;
  await api.post("/service/locks", { streams: streamIds, start: startMs, stop: stopMs, text: "case 7" });
  const folder = join(recorder.dataDir, "recordings");
  const beganMs = (file: string): number => Number(/(\d+)\.mp4$/.exec(file)?.[1]);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.startsWith(`${streamId}/`) && file.endsWith(".mp4"))
    .toSorted((one, other) => beganMs(one) - beganMs(other));
  // Each lasts until the next one begins.
  const own = files.filter((file, at) => {
    const next = files[at + 1];
    return beganMs(file) < stopMs && (next === undefined || beganMs(next) > startMs);
  });
  expect(own.length).toBeGreaterThan(0);
  // A camera that connects anew begins another file: the last one is complete at once, and not within a minute.
  await api.patch(`/service/cameras/${yard?.id}/streams/${streamId}/restart`);
  const stored = await eventually(
    "evidence in the bucket",
    () => api.get<{ stored: { files: number }; held: number }>("/service/server/bucket"),
    ({ stored: { files }, held }) => files >= own.length && held > 0,
    120_000,
  );
  await expect(card).toContainText(`${stored.held} object`, { timeout: 30_000 });
  await page.screenshot({ path: test.info().outputPath("archive.png"), fullPage: true });

  const still = async (): Promise<Buffer> => {
    const answer = await api.request("GET", `/service/streams/${streamId}/frame?time=${startMs + 2000}&width=640`);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const video = async (): Promise<Buffer> => {
    const range = `start=${startMs}&stop=${stopMs}`;
    const answer = await api.request("GET", `/service/streams/${streamId}/export?${range}&format=mov`);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const [pictureBefore, videoBefore] = [await still(), await video()];
  // The disk loses the file.
  for (const name of own) rmSync(join(folder, name));
  expect((await still()).equals(pictureBefore)).toBe(true);
  expect((await video()).length).toBe(videoBefore.length);

  evidence = { streamId, timeMs: startMs + 2000 };

  // Nobody deletes it there.
  const listed = await (await client().fetch(`${service.endpoint}/${BUCKET}?versions`)).text();
  const key = /<Key>([^<]+)<\/Key>/.exec(listed)?.[1];
  const version = /<VersionId>([^<]+)<\/VersionId>/.exec(listed)?.[1];
  const address = `${service.endpoint}/${BUCKET}/${key}?versionId=${version}`;
  expect((await client().fetch(address, { method: "DELETE" })).status).toBe(403);

  // What is broken is said within ten seconds, and so is its end.
  await service.down();
  await expect(card).toContainText("cannot be used", { timeout: 10_000 });
  await service.up();
  await expect(card).toContainText("healthy", { timeout: 30_000 });
});

test("a recorder that has lost its recordings and their index takes them in from the bucket: --restore-archive", async () => {
  test.skip(evidence === null, "the first test has left nothing");
  const { streamId = "", timeMs = 0 } = evidence ?? {};
  await recorder.stop();
  rmSync(join(recorder.dataDir, "recordings"), { recursive: true });
  const file = join(recorder.dataDir, "archive.json");
  const { endpoint, region, accessKeyId, secretAccessKey } = service;
  const access = { endpoint, region, bucket: BUCKET, prefix: "", accessKeyId, secretAccessKey };
  const rules = { afterDays: 1, keepDays: null, limit: null, hours: null, encryption: "none", holds: true };
  writeFileSync(file, JSON.stringify({ ...access, ...rules }));
  const again = new TestRecorder(recorder.dataDir, recorder.port, ["--restore-archive", file]);
  again.password = recorder.password;
  await again.start();
  recorder = again;
  await expect.poll(() => again.log, { timeout: 60_000 }).toMatch(/The archive is taken in: [1-9]\d* recordings/);
  const api = await Api.signedIn(again.url, "admin", again.password);
  const still = await api.request("GET", `/service/streams/${streamId}/frame?time=${timeMs}&width=640`);
  expect(still.status).toBe(200);
  expect(still.headers.get("content-type")).toBe("image/jpeg");
});
