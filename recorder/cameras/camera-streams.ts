/** Changes to the streams of cameras. They take turns with the changes to the cameras themselves. */
import type { Mutex } from "#base/mutex.ts";
import { type Result, ok } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import type { StreamRow } from "#recorder/store/tables/camera-rows.ts";
import { type NewStream, newStreamRow } from "./camera-making.ts";
import type { CameraTable } from "./camera-table.ts";

interface CameraStreamsParts {
  readonly table: CameraTable;
  readonly mutex: Mutex;
  readonly now: () => number;
  /** called after a change, outside of the mutex */
  readonly changed: (cameraId: string) => Promise<void>;
}

export class CameraStreams {
  readonly #parts: CameraStreamsParts;

  constructor(parts: CameraStreamsParts) {
    this.#parts = parts;
  }

  /**
   * `refused`: called when its turn has come, with the streams that exist then. Failures: camera/unknown, those of
   * `refused`.
   */
  async add(
    cameraId: string,
    ask: NewStream,
    refused: (existing: readonly StreamRow[]) => ReturnType<typeof refuse> | null = () => null,
  ): Promise<Result<StreamRow, Failure>> {
    const { table, mutex, changed } = this.#parts;
    const added = await mutex.run(async () => {
      const camera = table.get(cameraId);
      if (!camera) return refuse("camera/unknown");
      const existing = table.streamsOf(cameraId);
      const no = refused(existing);
      if (no) return no;
      const row = newStreamRow(ask, cameraId, Math.max(-1, ...existing.map(({ position }) => position)) + 1);
      await table.insertStream(row);
      if (camera.primary_stream_id === null) await table.update(cameraId, { primary_stream_id: row.id });
      return ok(row);
    });
    if (added.ok) await changed(cameraId);
    return added;
  }

  /**
   * `change`: columns, or a function that makes them from the row when its turn has come. Null = there is no such
   * stream.
   */
  async update(
    id: string,
    change: Partial<StreamRow> | ((row: StreamRow) => Partial<StreamRow>),
  ): Promise<StreamRow | null> {
    const { table, mutex, changed } = this.#parts;
    const row = await mutex.run(async () => {
      const before = table.stream(id);
      if (!before) return null;
      return table.updateStream(before, typeof change === "function" ? change(before) : change);
    });
    if (row) await changed(row.camera_id);
    return row;
  }

  /** Returns the camera's new primary stream when the removed one was it; null when it was another one. */
  async remove(id: string): Promise<string | null> {
    const { table, mutex, now, changed } = this.#parts;
    const removed = await mutex.run(async () => {
      const row = table.stream(id);
      if (!row) return null;
      const { camera_id: cameraId } = row;
      await table.removeStream(id, now());
      if (table.get(cameraId)?.primary_stream_id !== id) return { cameraId, next: null };
      const next = table.streamsOf(cameraId)[0]?.id ?? null;
      await table.update(cameraId, { primary_stream_id: next });
      return { cameraId, next };
    });
    if (!removed) return null;
    await changed(removed.cameraId);
    return removed.next;
  }
}
