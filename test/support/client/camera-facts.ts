import type { CameraFacts } from "#state/camera-store.ts";

/** A running camera with one stream that everybody may watch, live and recorded. */
export const cameraFacts = (id: string): CameraFacts => ({
  id,
  orchidId: "1",
  name: `Camera ${id}`,
  driver: "ONVIF",
  model: "",
  primaryStreamId: `s${id}`,
  streams: [],
  state: "running",
  actions: { live: true, playback: true, ptz: false, export: false, unmask: false },
  ptz: null,
  hasDewarp: false,
  dewarp: null,
});
