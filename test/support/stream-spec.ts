import { LOGIN } from "./faulty-camera.ts";
import type { StreamSpec } from "#recorder/ipc/stream-shapes.ts";

/** A stream that is only passed on, of a camera with the same name, with the fake cameras' login. */
export const streamSpec = (id: string, url: string, more: Partial<StreamSpec> = {}): StreamSpec => ({
  id,
  cameraId: id,
  url,
  username: LOGIN.username,
  password: LOGIN.password,
  transport: "tcp",
  active: true,
  record: "proxy",
  motion: null,
  masks: [],
  ...more,
});
