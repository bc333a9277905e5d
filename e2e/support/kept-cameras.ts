import { Api, type CameraAnswer, eventually } from "./api.ts";
import type { TestRecorder } from "./test-recorder.ts";

/**
 * Removes all demo cameras of a recorder but these: each that it records and watches takes a fortieth of a core, all the time.
 * Resolves with them when they run.
 */
export async function keepCameras(recorder: TestRecorder, names: readonly string[]): Promise<readonly CameraAnswer[]> {
  const api = await Api.signedIn(recorder.url, "admin", recorder.password);
  const all = async (): Promise<CameraAnswer[]> =>
    (await api.get<{ cameras: CameraAnswer[] }>("/service/cameras")).cameras;
  // At its first start the recorder registers them one after another.
  const cameras = await eventually("the demo cameras", all, (list) => list.length >= 8, 120_000);
  for (const { id, name } of cameras) if (!names.includes(name)) await api.delete(`/service/cameras/${id}`);
  return eventually(
    "the cameras that are left",
    all,
    (left) =>
      left.length === names.length &&
      left.every(({ primaryStream }) => primaryStream?.status?.streamState === "running"),
    60_000,
  );
}
