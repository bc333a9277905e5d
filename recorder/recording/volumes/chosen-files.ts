/** The old files of a volume that its rule chooses: of some cameras, with motion, or locked. The others stay where they are. */
import { setImmediate as othersTurn } from "node:timers/promises";
import type { MoveOnly } from "#domain/recordings/volume.ts";
import type { RecordingIndex } from "../index/recording-index.ts";
import type { SegmentRow } from "../index/segment-row.ts";
import { siblingsOf } from "../segments/sibling-streams.ts";

/** The longest file lasts ten minutes: one that begins within this time before the limit may still become due. */
const LONGEST_MS = 10 * 60_000;
/** How often all files are looked at again, for those that were locked later or came with an older time. */
const ALL_AGAIN_MS = 3_600_000;

interface Choice {
  readonly volume: string;
  readonly only: MoveOnly;
  readonly beforeMs: number;
  readonly streams: readonly { readonly streamId: string }[];
  readonly take: number;
}

export class ChosenFiles {
  readonly #index: Pick<RecordingIndex, "usage" | "filesToMove">;
  /** by rule, volume and stream: up to this time all files were looked at */
  readonly #doneMs = new Map<string, number>();
  #againMs = 0;

  constructor(index: Pick<RecordingIndex, "usage" | "filesToMove">) {
    this.#index = index;
  }

  async next({ volume, only, beforeMs, streams, take }: Choice): Promise<readonly SegmentRow[]> {
    if (performance.now() >= this.#againMs) {
      this.#doneMs.clear();
      this.#againMs = performance.now() + ALL_AGAIN_MS;
    }
    const all = await this.#index.usage();
    const here = new Set(streams.map(({ streamId }) => streamId));
    const { what, cameras } = only;
    const wanted = all.filter((one) => here.has(one.streamId) && (cameras?.includes(one.cameraId) ?? true));
    const found: SegmentRow[] = [];
    for (const usage of wanted) {
      const { streamId } = usage;
      const key = JSON.stringify([volume, streamId, only]);
      const fromMs = this.#doneMs.get(key) ?? 0;
      const motionOf = what === "motion" ? siblingsOf(usage, all) : null;
      const ask = { volume, streamId, fromMs, beforeMs, motionOf, isLocked: what === "evidence" };
      const rows = await this.#index.filesToMove(ask, take);
      this.#doneMs.set(key, rows[0]?.startMs ?? Math.max(fromMs, beforeMs - LONGEST_MS));
      found.push(...rows);
      // SQLite runs in this process: other work gets its turn between two questions.
      await othersTurn();
    }
    return found;
  }
}
