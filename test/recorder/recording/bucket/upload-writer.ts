/** A process that copies recordings to a bucket until it is killed; what has a copy goes from the disk. argv: folder, spec as JSON, now. */
import type { BucketSpec } from "#domain/recordings/bucket.ts";
import { DEFAULT_POLICY } from "#recorder/recording/keeping/retention.ts";
import { Recordings } from "#recorder/recording/recordings.ts";

const [, , recordingsDir = "", spec = "", nowMs = "0"] = process.argv;
const recordings = await Recordings.open({
  recordingsDir,
  now: () => Number(nowMs),
  bucketTiming: { probeMs: 1000, keepMs: 200, lookMs: 20 },
  onDiskState: () => undefined,
  onLog: (level, text, detail) => {
    if (level !== "info") process.stderr.write(`${level} ${text} ${JSON.stringify(detail)}\n`);
  },
});
await recordings.reconciled;
await recordings.bucket.set(JSON.parse(spec) as BucketSpec);
process.stdout.write("open\n");
// What has a copy is let go one by one, so that kills fall into that too.
setInterval(() => {
  void recordings.index.bucketSums().then(async ({ stored, only }) => {
    if (stored.files <= only.files) return;
    const held = await recordings.index.usageOf("");
    const maxBytes = held.reduce((sum, { bytes }) => sum + bytes, 0) - 1;
    recordings.cleaner.setPolicy({ ...DEFAULT_POLICY, maxBytes });
    await recordings.cleaner.run();
  });
}, 20);
