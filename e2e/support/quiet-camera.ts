import { type Api, type CameraAnswer, eventually } from "./api.ts";

/** A demo camera whose recordings no spec needs. */
export const QUIET_CAMERA = "Night street";

/**
 * Has it record only while something as large as the picture moves, which is never, or all the time again. The set-up of a whole
 * run says so at its beginning: what shows after two minutes without a recording need not be waited for once its spec runs.
 */
export async function recordWhenHuge(api: Api, only: boolean): Promise<void> {
  const cameras = await eventually(
    "the quiet camera",
    async () => (await api.get<{ cameras: CameraAnswer[] }>("/service/cameras")).cameras,
    (list) => list.some(({ name }) => name === QUIET_CAMERA),
  );
  const camera = cameras.find(({ name }) => name === QUIET_CAMERA);
  await api.patch(`/service/cameras/${camera?.id}/streams/${camera?.primaryStream?.id}`, {
    recordingConfiguration: {
      mode: "ALL_FEATURES_MODE",
      bgseg: { boxArea: only ? 100 : 5 },
      filesplit: only ? { motionMode: 2, recordState: false } : { motionMode: 0, recordState: true },
    },
  });
}
