import type { FullConfig } from "@playwright/test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../scripts/machine/free-port.mjs";
import { Api, type CameraAnswer, eventually } from "./api.ts";
import { recordWhenHuge } from "./quiet-camera.ts";
import { namedRecorder, sharedFile, type SharedRecorder } from "./shared.ts";
import { TestRecorder } from "./test-recorder.ts";
import { watchByKeyFrames } from "./watched-cameras.ts";

const cache = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), ".cache/e2e");

/**
 * One recorder with demo cameras for each worker serves all specs that do not need one of their own. While you write
 * specs, you can name a running one: PROSCENIUM_E2E_URL, PROSCENIUM_E2E_PASSWORD (its client built with --mode e2e),
 * PROSCENIUM_E2E_DATA (its data folder on this machine) and PROSCENIUM_E2E_FRIEND (an origin of its
 * http.embed-origins). A run with only some of these variables is refused here, so that no spec is skipped because one
 * is missing.
 */
export default async function setUp({ workers }: FullConfig): Promise<() => Promise<void>> {
  mkdirSync(cache, { recursive: true });
  if (namedRecorder()) return async () => {};
  // The first recorder draws the videos, and the others copy them.
  const first = await startShared(0);
  const others = Array.from({ length: workers - 1 }, (_, i) => startShared(i + 1));
  const stops = [first, ...(await Promise.all(others))];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

async function startShared(worker: number): Promise<() => Promise<void>> {
  // The demo cameras run on this machine: specs register them by hand. With this host name they are another site than
  // the recorder's 127.0.0.1, as other hosts are.
  const friend = `http://localhost:${await freePort()}`;
  const recorder = await TestRecorder.fresh([
    "--http-embed-origins",
    friend,
    "--cameras-allow-loopback",
    "--servers-allow-loopback",
  ]);
  await demoCamerasRun(recorder);
  if (worker === 0) recorder.keepDrawn();
  const api = await Api.signedIn(recorder.url, "admin", recorder.password);
  await watchByKeyFrames(api);
  // Its spec makes it record all the time again when it has finished.
  await recordWhenHuge(api, true);
  const facts: SharedRecorder = {
    url: recorder.url,
    password: recorder.password,
    dataDir: recorder.dataDir,
    friend,
  };
  writeFileSync(sharedFile(worker), JSON.stringify(facts));
  return async () => {
    await recorder.stop();
    writeFileSync(join(cache, `recorder-${worker}.log`), recorder.log);
    recorder.remove();
  };
}

/**
 * At its first start the recorder draws the demo cameras' videos: specs begin when that has finished and every camera
 * sends.
 */
async function demoCamerasRun(recorder: TestRecorder): Promise<void> {
  const api = await Api.signedIn(recorder.url, "admin", recorder.password);
  await eventually(
    "the demo cameras run",
    () => api.get<{ cameras: CameraAnswer[] }>("/service/cameras"),
    ({ cameras }) =>
      cameras.length >= 8 && cameras.every((camera) => camera.primaryStream?.status?.streamState === "running"),
    180_000,
  );
}
