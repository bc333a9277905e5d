import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { msUntil, seconds } from "../../ground/waiting.mjs";

const CAMERAS = 4;
const RECORDED_MS = 15_000;
const EXPORTS = 3;
const STOP_LIMIT_MS = 10_000;
const WAIT_MS = 30_000;

/** R26: the machine is shut down while exports are made. */
export const stoppedExports = {
  id: "R26",
  tried: "SIGTERM while 3 exports of 4 cameras are made, in 5 rounds",
  bar: "each time it has ended in order within 10 s, its next start is ready, offers nothing that is not whole, leaves no parts, and exports again",
  async run(ground) {
    const rounds = ground.size(5, 1);
    const port = await ground.cameras(CAMERAS);
    const recorder = await ground.recorder();
    const streams = await recorder.addCameras(port, CAMERAS);
    await pause(ground.size(RECORDED_MS, 4000));
    let slowest = 0;
    const faults = [];
    for (let round = 0; round < rounds; round += 1) {
      const body = { streams, start: Date.now() - 600_000, stop: Date.now(), format: "mkv" };
      for (let at = 0; at < EXPORTS; at += 1) await recorder.must("POST", "/service/exports", { body });
      await pause(round * 150);
      const fromMs = performance.now();
      await recorder.stop("SIGTERM");
      const tookMs = performance.now() - fromMs;
      slowest = Math.max(slowest, tookMs);
      if (recorder.exitCode !== 0) faults.push(`ended with ${recorder.exitCode}`);
      await recorder.start();
      const { exports } = await recorder.must("GET", "/service/exports");
      for (const { id, state, href, bytes } of exports)
        if (state === "ready" && (await sizeOf(recorder, href)) !== bytes) faults.push(`${id} is not whole`);
      for (const { id } of exports) await recorder.ask("DELETE", `/service/exports/${id}`);
      const left = filesIn(join(recorder.folder, "exports"));
      if (left.length > 0) faults.push(`left: ${left.join(" ")}`);
      if (!(await isExported(recorder, body))) faults.push("no export afterwards");
    }
    for (const fault of faults) ground.say(fault);
    const figure = `${rounds} rounds: ended after ${seconds(slowest)} at most, ${faults.length} faults`;
    return { figure, held: faults.length === 0 && slowest <= STOP_LIMIT_MS };
  },
};

const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : []))
    : [];

async function sizeOf(recorder, href) {
  const { url } = await recorder.must("POST", "/service/tickets", { body: { path: href } });
  const response = await fetch(`${recorder.url}${url}`);
  return (await response.arrayBuffer()).byteLength;
}

async function isExported(recorder, body) {
  const { id } = await recorder.must("POST", "/service/exports", { body });
  const isReady = async () => {
    const { exports } = await recorder.must("GET", "/service/exports");
    return exports.some((one) => one.id === id && one.state === "ready");
  };
  const ms = await msUntil(isReady, WAIT_MS, { everyMs: 100 });
  await recorder.ask("DELETE", `/service/exports/${id}`);
  return ms !== null;
}
