/**
 * Entry of the `analysis` process: codecs for `media`. May crash or be killed at any time; recording does not notice. What
 * is worth a line in the log goes to stderr, which `main` keeps.
 */
import { need } from "#base/assert.ts";
import { AnalysisWorker } from "#recorder/analysis/analysis-worker.ts";
import { ANALYSIS_ENV } from "#recorder/ipc/contracts.ts";

const worker = new AnalysisWorker(
  need(process.env[ANALYSIS_ENV.frameSocket], `environment ${ANALYSIS_ENV.frameSocket}`),
  (text) => process.stderr.write(`${text}\n`),
);

function end(): void {
  worker.close();
  process.exit(0);
}

process.on("SIGTERM", end);
// Ctrl-C reaches the whole group; `main` decides when it is time.
process.on("SIGINT", () => {});
process.on("disconnect", end);
// The parent may have gone while this process was being loaded, before anybody could listen.
if (!process.connected) end();
worker.start();
