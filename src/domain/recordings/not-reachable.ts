import { type Failure, failure } from "../failures/failure.ts";
import { BUCKET_VOLUME } from "./bucket.ts";
import { ONE_FOLDER } from "./volume.ts";

/** As people call it beside volumes. */
const BUCKET_NAME = "S3";

/** Why there is nothing to play or export, with the names of the volumes that do not answer. */
export function notReachable(volumes: readonly string[]): Failure {
  const named = volumes.filter((name) => name !== ONE_FOLDER);
  if (named.length === 0) return failure("archive/not-reachable");
  if (named.every((name) => name === BUCKET_VOLUME)) return failure("archive/bucket-not-reachable");
  const names = named.map((name) => (name === BUCKET_VOLUME ? BUCKET_NAME : name));
  return failure("archive/volume-not-reachable", { name: names.join(", ") });
}
