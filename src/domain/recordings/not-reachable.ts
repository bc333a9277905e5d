import { type Failure, failure } from "../failures/failure.ts";
import { ONE_FOLDER } from "./volume.ts";

/** Why there is nothing to play or export, with the names of the volumes that do not answer. */
export function notReachable(volumes: readonly string[]): Failure {
  const named = volumes.filter((name) => name !== ONE_FOLDER);
  return named.length === 0
    ? failure("archive/not-reachable")
    : failure("archive/volume-not-reachable", { name: named.join(", ") });
}
