import { type Api, type CameraAnswer, eventually } from "./api.ts";

/** A demo camera whose recordings no spec needs. */
export const QUIET_CAMERA = "Night street";

/**
 * Makes the camera record only while an object as large as the picture moves, which never happens, or all the time
 * again. The setup of a whole run calls this at its beginning, so that the spec need not wait for effects that appear
 * after two minutes without a recording.
 */
export const recordWhenHuge = (api: Api, only: boolean): Promise<void> =>
  configure(api, {
    bgseg: { boxArea: only ? 100 : 5 },
    filesplit: only ? { motionMode: 2, recordState: false } : { motionMode: 0, recordState: true },
  });

/** Objects from this share of the picture on are motion, percent; what it records stays. */
export const countAsMotionFrom = (api: Api, boxArea: number): Promise<void> => configure(api, { bgseg: { boxArea } });

async function configure(api: Api, setting: object): Promise<void> {
  const cameras = await eventually(
    "the quiet camera",
    async () => (await api.get<{ cameras: CameraAnswer[] }>("/service/cameras")).cameras,
    (list) => list.some(({ name }) => name === QUIET_CAMERA),
  );
  const camera = cameras.find(({ name }) => name === QUIET_CAMERA);
  await api.patch(`/service/cameras/${camera?.id}/streams/${camera?.primaryStream?.id}`, {
    recordingConfiguration: { mode: "ALL_FEATURES_MODE", ...setting },
  });
}
