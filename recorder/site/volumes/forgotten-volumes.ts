/**
 * Volumes whose disk is lost for ever: what the index has of them is taken out of it, in slices, while the recorder records. It
 * goes on after a restart, and ends when the volume is there after all.
 */
import { setTimeout as delay } from "node:timers/promises";
import { ok, type Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { keptForgotten, type VolumeHeld } from "#protocol/rest/server/volumes.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";
import type { MediaLink } from "#recorder/cameras/media/media-link.ts";
import { everyone } from "#recorder/core/audience.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import type { StreamUsage, VolumeIndex } from "#recorder/recording/index/recording-index.ts";
import { FORGOTTEN } from "#recorder/store/tables/server-rows.ts";
import { SERVER_ID } from "../events.ts";
import { awayVolumes } from "./away-volumes.ts";
import type { VolumeList } from "./volume-list.ts";

/** Rows of one transaction: it takes some 10 ms, in which nobody else writes to the index. */
const SLICE = 200;
/** Long enough for a process that was just started or has much to do. */
const ANSWER_MS = 30_000;
const AGAIN_MS = 1000;
/** Between two slices the index is left to others for at least this long. */
const LEAST_PAUSE_MS = 10;

interface ForgottenParts {
  readonly settings: Pick<SettingsStore, "internal" | "setInternal">;
  readonly media: Pick<MediaLink, "call" | "volumes">;
  readonly index: Pick<VolumeIndex, "usageOf" | "volumesInUse" | "forgetVolume">;
  readonly cameras: Pick<Cameras, "everStreams">;
  readonly volumes: Pick<VolumeList, "specs">;
  readonly journal: Pick<Journal, "event">;
  readonly hub: Pick<EventHub, "publish">;
}

/** a volume as it was when forgetting it began */
interface Forgotten {
  readonly name: string;
  readonly cameras: number;
  readonly bytes: number;
}

export class ForgottenVolumes {
  readonly #parts: ForgottenParts;
  readonly #abort = new AbortController();
  readonly #running = new Map<string, { readonly what: Forgotten; readonly done: Promise<void> }>();

  constructor(parts: ForgottenParts) {
    this.#parts = parts;
  }

  /** names of the volumes that are being forgotten now */
  get names(): readonly string[] {
    return [...this.#running.keys()];
  }

  /** Goes on with the volumes that an earlier run has begun to forget. */
  async load(): Promise<void> {
    const text = await this.#parts.settings.internal(FORGOTTEN);
    if (text !== null) for (const what of keptForgotten.parse(JSON.parse(text))) this.#start(what);
  }

  async held(name: string): Promise<Result<VolumeHeld, Failure>> {
    const { index, volumes } = this.#parts;
    const isNamed = volumes.specs.some((one) => one.name === name);
    const isKnown = volumes.specs.length > 0 && (isNamed || (await index.volumesInUse()).includes(name));
    if (!isKnown) return refuse("volume/unknown", { name });
    return ok({ name, ...(await this.#heldBy(await index.usageOf(name))) });
  }

  /** Begins to forget a volume and returns what will be gone. An event tells the end. */
  async forget(name: string): Promise<Result<VolumeHeld, Failure>> {
    const held = await this.held(name);
    if (!held.ok) return held;
    if (!(await awayVolumes(this.#parts)).includes(name)) return refuse("volume/reachable", { name });
    if (this.#running.has(name)) return held;
    this.#start({ name, cameras: held.value.cameras.length, bytes: held.value.bytes });
    await this.#keep();
    return held;
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  #start(what: Forgotten): void {
    const done = this.#run(what).finally(() => this.#changed());
    this.#running.set(what.name, { what, done });
    this.#changed();
  }

  async #run(what: Forgotten): Promise<void> {
    const { journal, index, volumes } = this.#parts;
    const isThere = await this.#slices(what.name);
    if (isThere === null) return;
    this.#running.delete(what.name);
    await this.#keep();
    if (isThere) return journal.event("Storage Ok", failure("event/volume-found-again", { name: what.name }));
    // The tag of a volume that is still in the list stays, so that another disk in its place is not taken for it.
    if (!volumes.specs.some(({ name }) => name === what.name)) await index.forgetVolume(what.name);
    const { name, cameras, bytes: size } = what;
    await journal.event("Storage Ok", failure("event/volume-forgotten", { name, cameras, size }));
  }

  /** Resolves with whether the volume was there after all; null = forgetting was ended meanwhile. */
  async #slices(name: string): Promise<boolean | null> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      const beganMs = performance.now();
      const answer = await this.#parts.media.call("volumes.forget", { name, take: SLICE }, ANSWER_MS);
      if (answer.ok && answer.value.isThere) return true;
      if (answer.ok && answer.value.removed === 0) return false;
      const pauseMs = answer.ok ? Math.max(LEAST_PAUSE_MS, performance.now() - beganMs) : AGAIN_MS;
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
    return null;
  }

  #keep(): Promise<void> {
    const kept = [...this.#running.values()].map(({ what }) => what);
    return this.#parts.settings.setInternal(FORGOTTEN, JSON.stringify(kept));
  }

  #changed(): void {
    this.#parts.hub.publish("server-modified", "servers", SERVER_ID, everyone);
  }

  async #heldBy(usage: readonly Omit<StreamUsage, "cameraId">[]): Promise<Omit<VolumeHeld, "name">> {
    const cameraOf = new Map(
      (await this.#parts.cameras.everStreams()).map(({ streamId, camera }) => [streamId, camera]),
    );
    const cameras = [...new Set(usage.map(({ streamId }) => cameraOf.get(streamId)))].map((camera) => ({
      id: camera?.id ?? "",
      name: camera?.name ?? "",
      ...sumOf(usage.filter(({ streamId }) => cameraOf.get(streamId) === camera)),
    }));
    return { ...sumOf(usage), cameras: cameras.toSorted((one, other) => other.bytes - one.bytes) };
  }
}

const sumOf = (usage: readonly Omit<StreamUsage, "cameraId">[]) => ({
  bytes: usage.reduce((sum, { bytes }) => sum + bytes, 0),
  seconds: usage.reduce((sum, { recordedMs }) => sum + recordedMs, 0) / 1000,
  oldest: usage.length === 0 ? 0 : Math.min(...usage.map(({ firstMs }) => firstMs)),
  newest: Math.max(0, ...usage.map(({ lastMs }) => lastMs)),
});
