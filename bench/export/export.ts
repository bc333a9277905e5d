/**
 * A process that makes one export as the recorder does, in a child of its own. argv: script, folder, start, stop, file,
 * and "waiting" when the child must be running before the clock starts, as it is when the dialog was opened. It prints
 * the ms that the export took.
 */
import { fork } from "node:child_process";
import { Channel } from "#recorder/ipc/channel.ts";
import type { MainContract } from "#recorder/ipc/main-contract.ts";
import type { ExportContract } from "#recorder/ipc/export-contract.ts";

/** An id that no export process knows: its answer shows that the process listens. */
interface Listening extends ExportContract {
  calls: ExportContract["calls"] & { "bench.listening": { ask: null; answer: null } };
}

const [, , script = "", recordingsDir = "", startMs, stopMs, outFile = "", when] = process.argv;
let begun = performance.now();
const child = fork(script, [], { serialization: "advanced" });
const channel = new Channel<MainContract, Listening>(child);
if (when === "waiting") {
  await channel.call("bench.listening", null, 60_000);
  // A dialog is open for longer than this; meanwhile the process loads the modules that it will need.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  begun = performance.now();
}
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
    zone: "UTC",
  },
  600_000,
);
if (!answer.ok) throw new Error(answer.error.code);
process.stdout.write(`${JSON.stringify({ ms: performance.now() - begun, bytes: answer.value.bytes })}\n`);
child.kill();
process.exit(0);
