import { setTimeout as pause } from "node:timers/promises";
import { msUntil, orNever } from "../../ground/waiting.mjs";
import { KINDS, view } from "../../ground/viewers.mjs";

const LIMIT_MS = 1000;
const WAIT_MS = 10_000;
const PASSWORD = "correct horse battery";
/** A picture comes 15 times a second: nothing for so long means that it has ended. */
const SILENCE_MS = 500;

/** A2: whoever is thrown out sees nothing from that second on, whichever way the pictures came. */
export const revocation = {
  id: "A2",
  tried: "an account is removed while it asks by HTTP and watches by events, media socket, RTSP and WebRTC",
  bar: "all ended in 1.0 s",
  isQuick: true,
  async run(ground) {
    const port = await ground.cameras(1);
    const recorder = await ground.recorder();
    const [streamId] = await recorder.addCameras(port, 1);
    const body = { username: "watcher", password: PASSWORD, role: "Viewer" };
    const { id } = await recorder.must("POST", "/service/users", { body });
    const token = (await recorder.signIn("watcher", PASSWORD)).value.id;
    const viewers = await Promise.all(
      KINDS.map(async (kind) => {
        const viewer = await view(kind, recorder, streamId, { username: "watcher", password: PASSWORD, token });
        ground.onEnd(() => viewer.close());
        return [kind, viewer];
      }),
    );
    const fromMs = performance.now();
    await recorder.must("DELETE", `/service/users/${id}`);
    const asked = async () => (await recorder.ask("GET", "/service/cameras", { token })).status === 401;
    const ended = await Promise.all([
      msUntil(asked, WAIT_MS, { fromMs }).then((ms) => ["HTTP", ms]),
      ...viewers.map(async ([kind, viewer]) => [kind, await endOf(viewer, fromMs)]),
    ]);
    const figure = ended.map(([kind, ms]) => `${kind} ${orNever(ms, WAIT_MS)}`).join(", ");
    return { figure, held: ended.every(([, ms]) => ms !== null && ms <= LIMIT_MS) };
  },
};

/** ms until it is closed or its last bytes came, whichever is first; null when bytes keep coming. */
async function endOf(viewer, fromMs) {
  let bytes = viewer.bytes;
  let lastMs = performance.now();
  const isOver = () => {
    if (viewer.bytes !== bytes) lastMs = performance.now();
    bytes = viewer.bytes;
    return viewer.isClosed || (bytes > 0 && performance.now() - lastMs > SILENCE_MS);
  };
  await pause(0);
  const over = await msUntil(isOver, WAIT_MS, { fromMs });
  if (over === null) return null;
  return viewer.isClosed ? over : Math.max(0, Math.round(lastMs - fromMs));
}
