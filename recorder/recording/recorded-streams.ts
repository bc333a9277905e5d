/** The streams that are recorded now: a recorder and a writer for each, and their rows in the index as they grow. */
import { FolderGone, isDiskFull } from "#recorder/store/disk-full.ts";
import type { RecordingIndex } from "./index/recording-index.ts";
import type { RecordMode } from "./keeping/record-gate.ts";
import type { OpenSegments } from "./segments/open-segments.ts";
import { SegmentWriter } from "./segments/segment-writer.ts";
import { StreamRecorder } from "./stream-recorder.ts";
import type { Volumes } from "./volumes/volumes.ts";

/** How often the rows of open segments are updated, and so how late other processes see a recording in progress. */
const PROGRESS_MS = 2000;

interface RecordedStreamsPorts {
  readonly index: RecordingIndex;
  readonly volumes: Volumes;
  readonly openSegments: OpenSegments;
  /** there is no list of volumes */
  readonly isOneFolder: boolean;
  /** default: a minute */
  readonly segmentMs: number | undefined;
  /** fails when the folder of the index is gone */
  readonly checkIndexFolder: () => Promise<void>;
  readonly onLog: (level: "warn", text: string, detail: Record<string, unknown>) => void;
}

export class RecordedStreams {
  readonly #ports: RecordedStreamsPorts;
  readonly #streams = new Map<string, { recorder: StreamRecorder; writer: SegmentWriter }>();
  readonly #stopping = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #progress: Promise<void> = Promise.resolve();

  constructor(ports: RecordedStreamsPorts) {
    this.#ports = ports;
    this.#timer = setInterval(() => void this.#writeProgress(), PROGRESS_MS / 2);
    this.#timer.unref();
  }

  /** Starts (or continues) to record a stream. One recorder per stream; a mode change applies to it. */
  async record(streamId: string, cameraId: string, mode: RecordMode): Promise<StreamRecorder> {
    const { index, volumes, openSegments, isOneFolder, segmentMs } = this.#ports;
    await index.claimStream(streamId, cameraId).catch((error: unknown) => {
      void (volumes.indexGuard ?? volumes.all[0]?.guard)?.trouble(error);
      throw error;
    });
    const known = this.#streams.get(streamId);
    if (known) {
      known.recorder.setMode(mode);
      return known.recorder;
    }
    const { indexGuard, placing } = volumes;
    const { place } = placing;
    const writer = new SegmentWriter({ index, openSegments, place, indexGuard, keepsTail: !isOneFolder }, streamId);
    const recorder = new StreamRecorder(streamId, mode, writer, segmentMs);
    this.#streams.set(streamId, { recorder, writer });
    volumes.placing.add(streamId, writer);
    return recorder;
  }

  /** Ends recording of a stream; its recordings stay. */
  async stop(streamId: string): Promise<void> {
    const entry = this.#streams.get(streamId);
    if (!entry) return;
    this.#streams.delete(streamId);
    const stopped = entry.recorder.stop().finally(() => this.#ports.volumes.placing.remove(streamId, entry.writer));
    this.#stopping.add(stopped);
    await stopped;
    this.#stopping.delete(stopped);
  }

  /** Resolves when files and index hold all frames that came so far. */
  async flush(): Promise<void> {
    await Promise.all([...this.#streams.values()].map(({ recorder }) => recorder.flush()));
    await Promise.all(this.#stopping);
    await this.#writeProgress();
  }

  /** Ends all recording: no row grows any more. `written` waits for what is still being written to the index. */
  async stopAll(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#streams.keys()].map((streamId) => this.stop(streamId)));
    await Promise.all(this.#stopping);
  }

  get written(): Promise<void> {
    return this.#progress;
  }

  #writeProgress(): Promise<void> {
    const { index, checkIndexFolder, onLog } = this.#ports;
    const rows = [...this.#streams.values()].flatMap(({ writer }) => writer.progress ?? []);
    if (rows.length === 0) return this.#progress;
    this.#progress = this.#progress
      .then(checkIndexFolder)
      .then(() => index.progressSegments(rows))
      .catch((error: unknown) => {
        // The rows are only late, and the writers report what is wrong with the disk.
        if (!isDiskFull(error) && !(error instanceof FolderGone))
          onLog("warn", "the index is behind", { error: String(error) });
      });
    return this.#progress;
  }
}
