/** Process: one export as the recorder makes it, in a child of its own. argv: script, folder, start, stop, file. Prints its ms. */
import { fork } from "node:child_process";
import { Channel } from "#recorder/ipc/channel.ts";
import type { ExportContract, MainContract } from "#recorder/ipc/contracts.ts";

const [, , script = "", recordingsDir = "", startMs, stopMs, outFile = ""] = process.argv;
const begun = performance.now();
const child = fork(script, [], { serialization: "advanced" });
const channel = new Channel<MainContract, ExportContract>(child);
const answer = await channel.call(
  "export.start",
  {
    recordingsDir,
    streams: [{ streamId: "cam", cameraName: "Yard" }],
    startMs: Number(startMs),
    stopMs: Number(stopMs),
    format: "mkv",
    outFile,
    signingKey: null,
    dewarpScript: "",
    recorderName: "Bench",
  },
  600_000,
);
if (!answer.ok) throw new Error(answer.reason);
process.stdout.write(`${JSON.stringify({ ms: performance.now() - begun, bytes: answer.value.bytes })}\n`);
child.kill();
process.exit(0);
