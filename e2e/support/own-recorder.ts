import { test } from "@playwright/test";
import { Api, type CameraAnswer } from "./api.ts";
import { TestRecorder } from "./test-recorder.ts";
import { watchByKeyFrames } from "./watched-cameras.ts";

/**
 * A recorder for the specs of one file, for specs that change what other specs would see. Call it at the beginning of
 * the file; its result can be used once the first test runs, and is gone after the last test.
 */
export function ownRecorder(args: readonly string[]) {
  let made: { readonly recorder: TestRecorder; readonly api: Api } | null = null;
  const there = () => {
    if (!made) throw new Error("no test runs yet");
    return made;
  };
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    const recorder = await TestRecorder.fresh(args);
    made = { recorder, api: await Api.signedIn(recorder.url, "admin", recorder.password) };
    if (!args.includes("--no-demo")) await watchByKeyFrames(made.api);
  });
  test.afterAll(async () => {
    await made?.recorder.stop();
    made?.recorder.remove();
  });
  return {
    get recorder(): TestRecorder {
      return there().recorder;
    },
    get api(): Api {
      return there().api;
    },
    cameras: async (): Promise<readonly CameraAnswer[]> =>
      (await there().api.get<{ cameras: CameraAnswer[] }>("/service/cameras")).cameras,
  };
}
