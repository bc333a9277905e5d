/** Process entry: one export, then the end. Killing it cancels; SIGTERM and a lost parent also remove the `.part` files. */
import { failure, refuse } from "#domain/failures/failure.ts";
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";
import { rmSync } from "node:fs";
import { ExportJob } from "#recorder/export/export-job.ts";
import { ReachableVolumes } from "#recorder/export/reachable-volumes.ts";
import { warmUp } from "#recorder/export/warm-up.ts";
import { Channel, parentPort } from "#recorder/ipc/channel.ts";
import type { ExportContract, ExportMainContract } from "#recorder/ipc/export-contract.ts";
import { startBeating } from "#recorder/ipc/heartbeat.ts";
import { openIndex } from "#recorder/recording/index/open-index.ts";
import { copiesOf } from "#recorder/recording/bucket/bucket-files.ts";
import { SegmentReader } from "#recorder/recording/segments/reading/segment-reader.ts";

/** Often enough to show progress in a short export too. */
const PROGRESS_MS = 100;
/** If no export comes within this time after its start, the process was started in advance and waits. */
const WARM_UP_AFTER_MS = 100;

const channel = new Channel<ExportContract, ExportMainContract>(parentPort());
startBeating();
const volumes = new ReachableVolumes();
channel.on("away", (told) => volumes.tell(told.volumes));
let job: ExportJob | null = null;
/** A user has opened the dialog but has not asked for an export yet. */
const warming = setTimeout(() => void warmUp(), WARM_UP_AFTER_MS);

function cancel(): void {
  for (const part of job?.parts ?? []) rmSync(part, { force: true });
  process.exit(1);
}
process.on("SIGTERM", cancel);
process.on("disconnect", cancel);

channel.serve("export.start", async (spec) => {
  if (job) return refuse("export/failed", { cause: failure("export/busy-process") });
  clearTimeout(warming);
  volumes.use(spec);
  const index = await openIndex(spec);
  const { folders, whileThere } = volumes;
  const { bucket } = spec;
  const away = (): readonly string[] => (bucket ? volumes.away : [...volumes.away, BUCKET_VOLUME]);
  const reader = new SegmentReader(folders, index, null, away, whileThere, copiesOf(bucket, index));
  let toldAtMs = 0;
  job = new ExportJob(spec, reader, (share) => {
    const nowMs = performance.now();
    if (share < 1 && nowMs - toldAtMs < PROGRESS_MS) return;
    toldAtMs = nowMs;
    channel.tell("progress", { share });
  });
  const answer = await job.run();
  await reader.close();
  await index.close();
  return answer;
});
