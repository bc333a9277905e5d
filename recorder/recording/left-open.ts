/** Closes the segments that an earlier run left open, and reports the outcome. */
import { isDiskFull } from "#recorder/store/disk-full.ts";
import type { RecordingIndex } from "./index/recording-index.ts";
import type { Cleaner } from "./keeping/cleaner.ts";
import type { OwnStreams } from "./keeping/own-streams.ts";
import { NOTHING_RECOVERED, recoverOpenSegments, type RecoveryReport } from "./keeping/recovery.ts";
import type { Volumes } from "./volumes/volumes.ts";

interface LeftOpenPorts {
  readonly index: RecordingIndex;
  readonly volumes: Volumes;
  readonly cleaner: Cleaner;
  /** the streams of this process, where several processes record */
  readonly own: OwnStreams | undefined;
  readonly onLog: (level: "info" | "error", text: string, detail: Record<string, unknown>) => void;
}

/** A disk that accepts nothing must not prevent live video: open segments are then closed at a later start. */
export async function closeLeftOpen({ index, volumes, cleaner, own, onLog }: LeftOpenPorts): Promise<RecoveryReport> {
  const attempt = (): Promise<RecoveryReport> => recoverOpenSegments(volumes.folders, index, undefined, own);
  try {
    const recovered = await attempt().catch(async (error: unknown) => {
      if (!isDiskFull(error)) throw error;
      for (const { name } of volumes.readable) await cleaner.relieve(name);
      return attempt();
    });
    if (recovered.repaired + recovered.dropped > 0)
      onLog("info", "closed the recordings that an earlier run left open", { ...recovered });
    if (recovered.unreadable > 0)
      onLog("error", "recordings that an earlier run left open cannot be put right", { ...recovered });
    return recovered;
  } catch (error) {
    onLog("error", "what an earlier run left open could not be closed", { error: String(error) });
    return NOTHING_RECOVERED;
  }
}
