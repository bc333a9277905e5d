/**
 * Entry of the `analysis` process: codecs for `media`. It may crash or be killed at any time; recording is not
 * affected. Lines for the log go to stderr, which `main` keeps.
 */
import { need } from "#base/assert.ts";
import { AnalysisWorker } from "#recorder/analysis/analysis-worker.ts";
import { ANALYSIS_ENV } from "#recorder/ipc/process-environment.ts";
import { startBeating } from "#recorder/ipc/heartbeat.ts";
import { startReturning } from "./watch/free-memory.ts";

const worker = new AnalysisWorker(
  need(process.env[ANALYSIS_ENV.frameSocket], `environment ${ANALYSIS_ENV.frameSocket}`),
  (text) => process.stderr.write(`${text}\n`),
);

function end(): void {
  worker.close();
  process.exit(0);
}

process.on("SIGTERM", end);
// Ctrl-C, and a terminal that closes, reach the whole process group; `main` decides when to end.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
process.on("disconnect", end);
// The parent may have ended while this process was loading, before it could listen for that.
if (!process.connected) end();
startBeating();
startReturning();
worker.start();
