/** Which of the `media` processes has each camera, stream and session, from 0 on. */
import type { StreamSpec } from "#recorder/ipc/stream-shapes.ts";
import { CameraPlaces } from "./camera-places.ts";

type PlacedStream = Pick<StreamSpec, "id" | "cameraId">;

export class Places {
  readonly #bitsOf: (streamId: string) => number;
  readonly #cameras: CameraPlaces;
  #streams: readonly PlacedStream[] = [];
  #ofStreams: ReadonlyMap<string, number> = new Map();
  readonly #sessions = new Map<string, number>();

  /** `bitsOf`: what a stream sends, per second; 0 = it is not heard now */
  constructor(processes: number, bitsOf: (streamId: string) => number) {
    this.#bitsOf = bitsOf;
    this.#cameras = new CameraPlaces(processes);
  }

  /** What cameras sent in an earlier run: bits per second, by their ids. */
  remember(loads: ReadonlyMap<string, number>): void {
    this.#cameras.remember(loads);
  }

  /** What cameras send, or sent when they were heard last; those that never were are missing. */
  loads(): ReadonlyMap<string, number> {
    return this.#cameras.hear(this.#heard());
  }

  /** Gives places to the streams of this list, which are all that there are. */
  setStreams(streams: readonly PlacedStream[]): void {
    this.#streams = streams;
    this.#cameras.place(this.#heard());
    this.#ofStreams = new Map(streams.map(({ id, cameraId }) => [id, this.#cameras.of(cameraId)]));
  }

  /** The first one for a stream that nobody knows. */
  ofStream(streamId: string): number {
    return this.#ofStreams.get(streamId) ?? 0;
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

  #heard(): { cameraId: string; bitsPerSecond: number }[] {
    return this.#streams.map(({ id, cameraId }) => ({ cameraId, bitsPerSecond: this.#bitsOf(id) }));
  }
}
