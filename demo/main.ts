/**
 * The demo cameras' process. Forked by `main` (environment of `DEMO_ENV`), or by hand:
 * `node dist/recorder/demo.js --data DIR [--port N] [--host ADDRESS] [--only yard,lobby] [--no-discovery]`
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { DemoSite } from "./demo-site.ts";
import { openLanes } from "./drawing-lanes.ts";
import { Channel, parentPort } from "#recorder/ipc/channel.ts";
import type { MainContract } from "#recorder/ipc/main-contract.ts";
import { startBeating } from "#recorder/ipc/heartbeat.ts";
import { DEMO_ENV, type DemoContract } from "#recorder/ipc/demo-contract.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    port: { type: "string" },
    host: { type: "string", default: "127.0.0.1" },
    only: { type: "string" },
    "no-discovery": { type: "boolean", default: false },
  },
});

const dir = values.data ?? process.env[DEMO_ENV.demoDir];
const port = Number(values.port ?? process.env[DEMO_ENV.demoPort] ?? 0);
if (!dir || !Number.isInteger(port) || port < 0 || port > 65_000) {
  process.stderr.write("demo: a data folder (--data) and a port from 0 to 65000 (--port) are needed\n");
  process.exit(2);
}

const channel = process.send ? new Channel<DemoContract, MainContract>(parentPort()) : null;
startBeating();
const say = (text: string): void => {
  if (!channel) process.stdout.write(`${text}\n`);
};

const startedMs = performance.now();
const site = await DemoSite.open({
  dir,
  port,
  host: values.host,
  ...(values.only === undefined ? {} : { only: values.only.split(",") }),
  discovery: !values["no-discovery"],
  lanes: () => openLanes(fileURLToPath(new URL("drawing.js", import.meta.url)), dir),
  onProgress: (done, text) => {
    channel?.tell("progress", { done, text });
    say(`${Math.round(done * 100)} % ${text}`);
  },
});
channel?.tell("ready", { cameras: site.cameras });
channel?.tell("log", {
  level: "info",
  text: "demo cameras are ready",
  detail: { cameras: site.cameras.length, startMs: Math.round(performance.now() - startedMs) },
});
// The motion mask is binary data, so it is not printed on a console.
say(JSON.stringify({ ready: true, cameras: site.cameras }, (key, value) => (key === "motionMask" ? undefined : value)));

const end = (): void => {
  site.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
process.on("SIGTERM", end);
// Ctrl-C, and a terminal that closes, reach the whole process group; where there is a recorder it decides when to end.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, channel ? () => {} : end);
// When the parent process has ended, nobody needs the cameras.
if (channel) process.on("disconnect", end);
