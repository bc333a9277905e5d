import { join } from "node:path";
import { ExportJob } from "#recorder/export/export-job.ts";
import type { ExportSpec } from "#recorder/ipc/export-contract.ts";
import { openRecordings, temporaryFolder } from "../recording/fixture.ts";

/**
 * Recordings in a folder of their own, and exports of them, each into a file beside them. `usual`: the values for an
 * export that does not give others.
 */
export async function exportsOf(usual: Pick<ExportSpec, "streams" | "startMs" | "stopMs">) {
  const folder = temporaryFolder();
  const recordingsDir = join(folder.dir, "recordings");
  const recordings = await openRecordings(recordingsDir);
  let outputs = 0;
  return {
    dir: folder.dir,
    recordings,
    async run(more: Partial<ExportSpec>) {
      outputs += 1;
      const asked: ExportSpec = {
        recordingsDir,
        ...usual,
        format: "mkv",
        outFile: join(folder.dir, `out-${outputs}.${more.format ?? "mkv"}`),
        signingKey: null,
        dewarpScript: "",
        recorderName: "Test recorder",
        zone: "UTC",
        ...more,
      };
      const shares: number[] = [];
      const answer = await new ExportJob(asked, recordings.reader, (share) => shares.push(share)).run();
      return { asked, answer, shares };
    },
    async close() {
      await recordings.close();
      folder.remove();
    },
  };
}
export type Exports = Awaited<ReturnType<typeof exportsOf>>;
