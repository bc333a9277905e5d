/** The exports of a recorder: from which volumes they read, and what their processes may use. */
import { join } from "node:path";
import { BEAT_TIMING } from "#recorder/ipc/heartbeat.ts";
import type { IndexPlace } from "#recorder/recording/index/open-index.ts";
import { EXPORTS_AT_ONCE } from "#recorder/site/exports/export-limits.ts";
import { Exports } from "#recorder/site/exports/exports.ts";
import { failingVolumes } from "#recorder/site/volumes/away-volumes.ts";
import type { Services } from "#recorder/http/services.ts";
import type { Foundation } from "./foundation.ts";
import type { ProcessOptions } from "./processes.ts";
import type { ControlGroups } from "./watch/control-groups.ts";
import { limitsOf, machineBytes } from "./watch/process-limits.ts";

interface ExportParts extends Pick<Services, "media" | "volumes" | "bucket"> {
  readonly base: Pick<Foundation, "config" | "log">;
  readonly options: Pick<ProcessOptions, "scriptDir" | "timing">;
  /** where recordings are */
  readonly place: IndexPlace;
  /** null = the system has none, or this server may not use them */
  readonly groups: ControlGroups | null;
}

export function makeExports({
  base: { config, log },
  options,
  place,
  media,
  volumes,
  bucket,
  groups,
}: ExportParts): Exports {
  const limits = limitsOf("export", machineBytes(), config.processes);
  return new Exports({
    script: join(options.scriptDir, "export.js"),
    dataDir: config.data,
    // What cannot be reached is left out: an export would wait for a disk that does not answer.
    index: {
      ...place,
      get volumes() {
        const failing = failingVolumes(media);
        return volumes.specs.filter(({ name }) => !failing.includes(name));
      },
      get bucket() {
        return media.bucket?.state === "away" ? undefined : (bucket.spec ?? undefined);
      },
    },
    recorderName: config.name,
    log,
    limits: {
      ...limits,
      timing: options.timing ?? BEAT_TIMING,
      onStart: (pid) => groups?.place("export", pid, limits, EXPORTS_AT_ONCE),
    },
  });
}
