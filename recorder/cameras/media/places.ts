/** Which of the `media` processes has each camera, stream and session, from 0 on. */
import type { StreamSpec } from "#recorder/ipc/contracts.ts";
import { placeCameras } from "./placing.ts";

export class Places {
  readonly #processes: number;
  #cameras: ReadonlyMap<string, number> = new Map();
  #streams: ReadonlyMap<string, number> = new Map();
  readonly #sessions = new Map<string, number>();

  constructor(processes: number) {
    this.#processes = processes;
  }

  /** `bitsOf`: per second; 0 = the stream was not heard yet. */
  setStreams(streams: readonly StreamSpec[], bitsOf: (streamId: string) => number): void {
    const loads = new Map<string, number | null>();
    for (const { id, cameraId } of streams) loads.set(cameraId, (loads.get(cameraId) ?? 0) + bitsOf(id) || null);
    const cameras = [...loads].map(([id, load]) => ({ id, load }));
    this.#cameras = placeCameras(cameras, this.#cameras, this.#processes);
    this.#streams = new Map(streams.map(({ id, cameraId }) => [id, this.#cameras.get(cameraId) ?? 0]));
  }

  /** The first one for a stream that nobody knows. */
  ofStream(streamId: string): number {
    return this.#streams.get(streamId) ?? 0;
  }

  /** The first one for a session that nobody knows. */
  ofSession(sessionId: string): number {
    return this.#sessions.get(sessionId) ?? 0;
  }

  opened(sessionId: string, at: number): void {
    this.#sessions.set(sessionId, at);
  }

  closed(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  /** The process is gone, and every session with it. */
  lose(at: number): void {
    for (const [id, place] of this.#sessions) if (place === at) this.#sessions.delete(id);
  }
}
