/** `--restore-archive FILE`: the recorder starts with the archive that the file describes, and takes in what is there. */
import { readFileSync } from "node:fs";
import { englishText } from "#domain/failures/english.ts";
import { type BucketPut, bucketPut } from "#protocol/rest/server/bucket.ts";
import type { BucketDesk } from "#recorder/site/volumes/bucket-desk.ts";
import { StartRefused } from "#recorder/store/start-refused.ts";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const LOOK_MS = 500;
/** The process that copies is there within seconds of the start. */
const BEGIN_MS = 60_000;

/** The file has what `PUT /service/server/bucket` takes. */
export function readArchiveFile(file: string): BucketPut {
  let text: unknown;
  try {
    text = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new StartRefused(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const read = bucketPut.safeParse(text);
  if (read.success) return read.data;
  const faults = read.error.issues.map(({ path, message }) => `${path.join(".") || "file"}: ${message}`);
  throw new StartRefused(`${file} does not describe an archive (docs/storage.md): ${faults.join("; ")}`);
}

/** Resolves with a line when all is taken in; the recorder goes on. */
export async function takeInArchive(desk: BucketDesk, ask: BucketPut): Promise<string> {
  const set = await desk.set(ask);
  if (!set.ok) return `The archive was not taken in: ${englishText(set.error)}`;
  const untilMs = performance.now() + BEGIN_MS;
  for (let begun = await desk.restore(); !begun.ok; begun = await desk.restore()) {
    if (performance.now() > untilMs) return `The archive was not taken in: ${englishText(begun.error)}`;
    await pause(LOOK_MS);
  }
  for (;;) {
    await pause(LOOK_MS);
    const { restore } = await desk.state();
    if (!restore || restore.isRunning) continue;
    const { files, objects, reason } = restore;
    const some = reason === "" ? "" : ` Some could not be taken in: ${reason}`;
    return `The archive is taken in: ${files} recordings that were not known, in ${objects} objects.${some}`;
  }
}
