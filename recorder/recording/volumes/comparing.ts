/**
 * Index and disk are compared at the start, every week, and when a volume is there again: after that every file has its row, and
 * every closed row its file.
 */
import type { Mutex } from "#base/mutex.ts";
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";
import type { RecordingIndex } from "../index/recording-index.ts";
import type { SegmentRow } from "../index/segment-row.ts";
import type { OwnStreams } from "../keeping/own-streams.ts";
import { reconcile } from "../keeping/reconcile.ts";
import { recoverOpenSegments } from "../keeping/recovery.ts";
import { holdsFile, isLeftCopy } from "./holds-file.ts";
import { followRenames } from "./renamed-volumes.ts";
import type { Volume } from "./volume.ts";
import type { Volumes } from "./volumes.ts";

const AGAIN_MS = 7 * 86_400_000;

interface FollowPorts {
  readonly index: RecordingIndex;
  readonly volumes: Volumes;
  readonly onLog: (level: "info" | "warn" | "error", text: string, detail?: Record<string, unknown>) => void;
}

interface ComparingPorts extends FollowPorts {
  /** keeps files from being moved to another volume meanwhile */
  readonly files: Mutex;
  /** keeps volumes from being forgotten meanwhile: the comparison would find their files again */
  readonly forgetting: Mutex;
  /** whether a segment is being written */
  readonly isOpen: (id: number) => boolean;
  /** the streams of this process, where several processes record */
  readonly own: OwnStreams | undefined;
  readonly now: () => number;
}

export class Comparing {
  readonly #ports: ComparingPorts;
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #done: Promise<void> = Promise.resolve();

  constructor(ports: ComparingPorts) {
    this.#ports = ports;
  }

  /** Resolves when the comparisons that were begun so far are over. */
  get done(): Promise<void> {
    return this.#done;
  }

  /** `startedMs`: files that began later are left alone */
  start(startedMs: number): void {
    this.#then("all", startedMs);
    this.#timer = setInterval(() => this.#then("all", this.#ports.now()), AGAIN_MS);
    this.#timer.unref();
  }

  /** A volume that was away can be read again: what was left open there is put right first. */
  back(volume: Volume): void {
    const { index, volumes, forgetting, isOpen, now, onLog, own } = this.#ports;
    const isLeft = (row: SegmentRow): boolean => row.volume === volume.name && !isOpen(row.id);
    const backMs = now();
    this.#done = this.#done
      .then(() => forgetting.ended())
      .then(() => (this.#isKeeper ? follow(this.#ports) : undefined))
      .then(() => recoverOpenSegments(volumes.folders, index, isLeft, own))
      .then(
        () => undefined,
        (error: unknown) =>
          onLog("error", "what was left open on a volume could not be closed", { error: String(error) }),
      );
    if (this.#isKeeper) this.#then([volume], backMs);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#abort.abort();
  }

  get #isKeeper(): boolean {
    return this.#ports.own?.isKeeper ?? true;
  }

  #then(which: "all" | readonly Volume[], beforeMs: number): void {
    this.#done = this.#done.then(() => this.#compare(which, beforeMs));
  }

  async #compare(which: "all" | readonly Volume[], beforeMs: number): Promise<void> {
    const { index, volumes, files, now, onLog } = this.#ports;
    const { signal } = this.#abort;
    const sum = { files: 0, adopted: 0, dropped: 0, unreadable: 0 };
    for (const { name, path, check } of which === "all" ? volumes.readable : which)
      try {
        // A disk that was given up has come back with files that, by the index, lie only in the bucket.
        const isElsewhere = async (row: SegmentRow): Promise<boolean> =>
          row.volume !== BUCKET_VOLUME && (await holdsFile(volumes, row));
        const isLeft = (row: SegmentRow, file: string) => isLeftCopy(volumes, row, file, signal);
        const compared = { name, path, check, isElsewhere, isLeftCopy: isLeft };
        const report = await files.run(() => reconcile(compared, index, beforeMs, signal));
        if (report.adopted + report.dropped + report.unreadable > 0)
          onLog("warn", "index and disk differed and agree again", { ...report });
        for (const what of ["files", "adopted", "dropped", "unreadable"] as const) sum[what] += report[what];
      } catch (error) {
        if (!signal.aborted) onLog("error", "index and disk could not be compared", { error: String(error) });
      }
    if (which !== "all" || signal.aborted) return;
    await index
      .setComparison({ atMs: now(), ...sum })
      .catch((error: unknown) => onLog("warn", "the comparison could not be kept", { error: String(error) }));
  }
}

/** Recordings of a volume that has another name now are found under that. */
export async function follow({ index, volumes, onLog }: FollowPorts): Promise<void> {
  const names = volumes.all.map(({ name }) => name);
  const { renamed, unknown } = await followRenames(index, names, volumes.readable);
  for (const one of renamed) onLog("info", "the recordings of a volume have another name now", one);
  volumes.unknown = unknown;
  for (const name of unknown) onLog("warn", "recordings lie on a volume that the settings do not name", { name });
}
