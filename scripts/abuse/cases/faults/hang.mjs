import { recordsSince } from "../../ground/archives.mjs";
import { msUntil, orNever } from "../../ground/waiting.mjs";

const NOTICED_LIMIT_MS = 10_000;
const WAIT_MS = 30_000;

/** R21: a process that hangs without ending must be noticed as if it had ended. */
export const hang = {
  id: "R21",
  tried: "media stands still (SIGSTOP) while 2 cameras record",
  bar: "not ready, or another process in its place, in 10 s; records again by itself",
  async run(ground) {
    const port = await ground.cameras(2);
    const recorder = await ground.recorder();
    const streams = await recorder.addCameras(port, 2);
    const media = recorder.children().get("media");
    process.kill(media, "SIGSTOP");
    const isNoticed = async () => !(await recorder.isReady()) || recorder.children().get("media") !== media;
    const noticed = await msUntil(isNoticed, WAIT_MS, { everyMs: 100 });
    const stoppedMs = Date.now();
    const again =
      noticed === null
        ? null
        : await msUntil(() => recordsSince(recorder, streams, stoppedMs), WAIT_MS, { everyMs: 200 });
    const figure = `noticed: ${orNever(noticed, WAIT_MS)}; records again: ${again === null ? "no" : "yes"}`;
    return { figure, held: noticed !== null && noticed <= NOTICED_LIMIT_MS && again !== null };
  },
};
