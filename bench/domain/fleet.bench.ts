/** What a page does with the cameras of a fleet, 10,000 against 100 in the same run: each camera may cost what it costs there. */
import { CameraList, streamKey } from "#actions/cameras/camera-list.ts";
import { cameraFacts } from "#actions/cameras/camera-facts.ts";
import { searchPanel } from "#domain/panel.ts";
import { camera } from "#protocol/rest/cameras/camera.ts";
import { listedCamera } from "#protocol/rest/cameras/listed-camera.ts";
import { type CameraFacts, createCameraStore } from "#state/camera-store.ts";
import { compare, report } from "../support/suite.ts";

const [FEW, MANY] = [100, 10_000];
const user = { userId: "1", username: "anna", role: null, admin: true, scope: null };
const stream = (id: string) => ({
  id,
  name: "Main",
  recordingConfiguration: { mode: "ALL_FEATURES_MODE" },
  status: { id, streamState: "running", video: { codec: "H264", width: 1920, height: 1080, framesPerSecond: 15 } },
});
const wire = (at: number) => ({
  id: `camera-${at}`,
  name: `Site ${at % 100}, camera ${at}, Überwachung`,
  driver: "ONVIF",
  displayModel: "P-1",
  primaryStream: { id: `stream-${at}`, status: { id: `stream-${at}`, streamState: "running" } },
  streams: [stream(`stream-${at}`), stream(`small-${at}`)],
  permissions: { actions: { live: true, playback: true, export: true } },
});

function fleet(count: number) {
  const text = JSON.stringify(Array.from({ length: count }, (_none, at) => wire(at)));
  const read = (): CameraFacts[] =>
    (JSON.parse(text) as unknown[]).map((one, at) =>
      cameraFacts(listedCamera.parse(one), { user, orchidId: String(at % 100), showDewarp: false, only: null }),
    );
  const store = createCameraStore();
  const list = new CameraList(store, () => true);
  list.put(read());
  const cameras = Object.values(store.get().byKey);
  let blinks = 0;
  return {
    text,
    read,
    listed: () => list.put([...cameras]),
    search: () => void searchPanel(cameras, () => [], ["uberw"], "site 50"),
    copy: () => void { ...store.get().byKey },
    blink: () => {
      blinks += 1;
      list.setStates(new Map([[streamKey("5", "stream-5"), blinks % 2 === 0 ? "running" : "idle"]]));
    },
  };
}
const [few, many] = [fleet(FEW), fleet(MANY)];
const times = (run: () => void) => (): void => {
  for (let at = 0; at < MANY / FEW; at++) run();
};
const pair = (name: "read" | "listed" | "search") => ({
  baseline: { name: "100 times 100", run: times(few[name]) },
  candidate: { name: "10,000", run: many[name] },
});

report(
  compare([
    { name: "10,000 cameras read and checked / 100 times 100", ...pair("read"), target: 1.5 },
    { name: "10,000 cameras put into the list / 100 times 100", ...pair("listed"), target: 4 },
    { name: "a search in 10,000 cameras / 100 times in 100", ...pair("search"), target: 1.5 },
    {
      name: "a camera of 10,000 that blinks / copying the table of 10,000",
      baseline: { name: "copy", run: many.copy },
      candidate: { name: "blink", run: many.blink },
      target: 5,
    },
    {
      name: "10,000 cameras checked by the short schema / by the whole one",
      baseline: { name: "whole", run: () => void (JSON.parse(many.text) as unknown[]).map((one) => camera.parse(one)) },
      candidate: {
        name: "short",
        run: () => void (JSON.parse(many.text) as unknown[]).map((one) => listedCamera.parse(one)),
      },
      target: 1,
    },
  ]),
);
