/** Which volume each stream is written to. A stream leaves a volume that takes nothing more, if another one does. */
import { placeStream } from "#domain/recordings/volume-placing.ts";
import type { WritableVolume } from "../segments/segment-places.ts";
import type { SegmentWriter } from "../segments/segment-writer.ts";
import type { Volume } from "./volume.ts";

interface PlacingPorts {
  readonly all: () => readonly Volume[];
  /** there is the one folder: everything goes there */
  readonly isOne: boolean;
}

export class StreamPlacing {
  readonly #ports: PlacingPorts;
  readonly #writers = new Map<SegmentWriter, string>();
  /** the volume of each stream */
  readonly #placed = new Map<string, string>();

  constructor(ports: PlacingPorts) {
    this.#ports = ports;
  }

  /** The volume for the next file of a stream. */
  readonly place = (streamId: string, current: WritableVolume | null): WritableVolume => {
    const volume = this.#healthyFor(streamId) ?? this.#ports.all().find((one) => one === current) ?? this.#first();
    this.#placed.set(streamId, volume.name);
    return volume;
  };

  get writers(): readonly SegmentWriter[] {
    return [...this.#writers.keys()];
  }

  add(streamId: string, writer: SegmentWriter): void {
    this.#writers.set(writer, streamId);
  }

  remove(streamId: string, writer: SegmentWriter): void {
    this.#writers.delete(writer);
    if (![...this.#writers.values()].includes(streamId)) this.#placed.delete(streamId);
  }

  streamsOn(name: string): number {
    return [...this.#placed.values()].filter((one) => one === name).length;
  }

  /** What fails is left, where another volume is healthy. */
  leaveWhatFails(): void {
    if (this.#ports.isOne) return;
    for (const [writer, streamId] of this.#writers) {
      const { volume } = writer;
      const isLeft = volume !== null && !this.#ports.all().some((one) => one === volume && one.isHealthy);
      if (isLeft && this.#healthyFor(streamId)) writer.leave();
    }
  }

  #first(): Volume {
    const all = this.#ports.all();
    const first = all.find(({ spec }) => spec.role === "record") ?? all[0];
    if (!first) throw new Error("there is no volume");
    return first;
  }

  #healthyFor(streamId: string): Volume | null {
    if (this.#ports.isOne) return this.#first();
    const all = this.#ports.all();
    const able = all.map(({ name, spec, isHealthy, roomBytes, rate }) => ({
      name,
      role: spec.role,
      weight: spec.weight,
      isHealthy,
      roomBytes,
      speed: rate.speed,
      streams: this.streamsOn(name),
    }));
    const name = placeStream(able, this.#placed.get(streamId) ?? null);
    return all.find((volume) => volume.name === name) ?? null;
  }
}
