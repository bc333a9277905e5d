/** Entry of the `analysis` process: codecs for `media`. May crash or be killed at any time; recording does not notice. */
import { need } from "#base/assert.ts";
import { AnalysisWorker } from "./analysis/analysis-worker.ts";
import { Channel, parentPort } from "./ipc/channel.ts";
import { ANALYSIS_ENV, type AnalysisContract, type MainContract } from "./ipc/contracts.ts";

const main = process.send ? new Channel<AnalysisContract, MainContract>(parentPort()) : null;
const worker = new AnalysisWorker(
  need(process.env[ANALYSIS_ENV.frameSocket], `environment ${ANALYSIS_ENV.frameSocket}`),
  (text) => main?.tell("log", { level: "warn", text }),
);

function end(): void {
  worker.close();
  process.exit(0);
}

process.on("SIGTERM", end);
// Ctrl-C reaches the whole group; `main` decides when it is time.
process.on("SIGINT", () => {});
process.on("disconnect", end);
worker.start();
