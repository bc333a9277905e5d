/** Where each camera is, of several `media` processes, and what it sends. */
import { placeCameras } from "./placing.ts";

interface HeardStream {
  readonly cameraId: string;
  /** 0 = nothing is heard of it now */
  readonly bitsPerSecond: number;
}

export class CameraPlaces {
  readonly #processes: number;
  #places: ReadonlyMap<string, number> = new Map();
  /** bits per second of cameras that were heard, now or before */
  #loads: ReadonlyMap<string, number> = new Map();

  constructor(processes: number) {
    this.#processes = processes;
  }

  of(cameraId: string): number {
    return this.#places.get(cameraId) ?? 0;
  }

  /** What cameras sent in an earlier run: bits per second, by their ids. */
  remember(loads: ReadonlyMap<string, number>): void {
    this.#loads = loads;
  }

  /** What cameras send, given all their streams; of one that is not heard now, what it sent when it was. */
  hear(streams: readonly HeardStream[]): ReadonlyMap<string, number> {
    const now = new Map<string, number>();
    for (const { cameraId, bitsPerSecond } of streams) now.set(cameraId, (now.get(cameraId) ?? 0) + bitsPerSecond);
    const loads = [...now].map(([id, load]) => [id, Math.round(load) || (this.#loads.get(id) ?? 0)] as const);
    this.#loads = new Map(loads.filter(([, load]) => load > 0));
    return this.#loads;
  }

  /** Gives places to the cameras of these streams, which are all that there are. */
  place(streams: readonly HeardStream[]): void {
    const loads = this.hear(streams);
    const ids = new Set(streams.map(({ cameraId }) => cameraId));
    const cameras = [...ids].map((id) => ({ id, load: loads.get(id) ?? null }));
    this.#places = placeCameras(cameras, this.#places, this.#processes);
  }
}
