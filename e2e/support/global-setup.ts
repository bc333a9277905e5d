import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { TestRecorder } from "./test-recorder.ts";

const cache = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), ".cache/e2e");

/** One recorder with demo cameras serves all specs that do not need one of their own. */
export default async function setUp(): Promise<() => Promise<void>> {
  const recorder = await TestRecorder.fresh();
  mkdirSync(cache, { recursive: true });
  writeFileSync(
    join(cache, "shared.json"),
    JSON.stringify({ url: recorder.url, password: recorder.password, dataDir: recorder.dataDir }),
  );
  return async () => {
    await recorder.stop();
    writeFileSync(join(cache, "recorder.log"), recorder.log);
    recorder.remove();
  };
}
