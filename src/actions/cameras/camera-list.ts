/** The list in the store while answers arrive: by name, and made as seldom as one does not notice. */
import { type CameraFacts, cameraKey, type CameraStore, putCameras, putStates } from "#state/camera-store.ts";

/** While many servers answer, the first list is made after this time, and each next one after twice the time before it. */
const GATHERED_MS = 100;
const GATHERED_MAX_MS = 1_600;

/** A stream of one server. */
export const streamKey = (orchidId: string, streamId: string | null): string => `${orchidId}/${streamId}`;

export class CameraList {
  readonly #cameras: CameraStore;
  readonly #isSignedIn: () => boolean;
  /** what the store does not have yet */
  #waiting: readonly CameraFacts[] | null = null;
  #flushing: ReturnType<typeof setTimeout> | null = null;
  #gathers = 0;
  #gapMs = GATHERED_MS;
  #streams: { readonly order: readonly string[]; readonly keys: ReadonlyMap<string, readonly string[]> } | null = null;

  constructor(cameras: CameraStore, isSignedIn: () => boolean) {
    this.#cameras = cameras;
    this.#isSignedIn = isSignedIn;
  }

  /** With what waits. */
  known(): readonly CameraFacts[] {
    return this.#waiting ?? Object.values(this.#cameras.get().byKey);
  }

  /** Takes the whole list in any order. */
  put(found: readonly CameraFacts[]): void {
    this.#waiting = found;
    if (this.#gathers === 0) return this.flush();
    this.#flushing ??= setTimeout(() => {
      this.#gapMs = Math.min(GATHERED_MAX_MS, 2 * this.#gapMs);
      this.flush();
    }, this.#gapMs);
  }

  /** Makes the list now. */
  flush(): void {
    const found = this.#waiting;
    this.#waiting = null;
    if (this.#flushing) clearTimeout(this.#flushing);
    this.#flushing = null;
    if (found === null || !this.#isSignedIn()) return;
    putCameras(this.#cameras, found.toSorted(byName));
  }

  /** Until these answers are there, the list is made some times a second, not for each of them. */
  async gather(answers: Promise<unknown>): Promise<void> {
    if (this.#gathers === 0) this.#gapMs = GATHERED_MS;
    this.#gathers += 1;
    try {
      await answers;
    } finally {
      this.#gathers -= 1;
      this.flush();
    }
  }

  /** By `streamKey` of primary streams. Nobody waits for it with the list that is being gathered. */
  setStates(states: ReadonlyMap<string, CameraFacts["state"]>): void {
    this.#waiting &&= this.#waiting.map((camera) => {
      const state = states.get(streamKey(camera.orchidId, camera.primaryStreamId));
      return state === undefined || state === camera.state ? camera : { ...camera, state };
    });
    const { byKey } = this.#cameras.get();
    const news = [...states].flatMap(([stream, state]) =>
      this.#camerasOf(stream).flatMap((key) => (byKey[key]?.state === state ? [] : [[key, state] as const])),
    );
    if (news.length > 0) putStates(this.#cameras, new Map(news));
  }

  /** A list has the same streams until another order is put: a camera that blinks costs no look at 10,000 others. */
  #camerasOf(stream: string): readonly string[] {
    const { order, byKey } = this.#cameras.get();
    if (this.#streams?.order !== order) {
      const keys = new Map<string, string[]>();
      for (const camera of Object.values(byKey)) {
        const own = streamKey(camera.orchidId, camera.primaryStreamId);
        const before = keys.get(own);
        if (before) before.push(cameraKey(camera));
        else keys.set(own, [cameraKey(camera)]);
      }
      this.#streams = { order, keys };
    }
    return this.#streams.keys.get(stream) ?? [];
  }
}

/** Made once: `localeCompare` looks for the language's rules at each of the hundred thousand comparisons of a large list. */
const names = new Intl.Collator(undefined, { numeric: true });
const byName = (a: Pick<CameraFacts, "id" | "name">, b: Pick<CameraFacts, "id" | "name">): number =>
  names.compare(a.name, b.name) || names.compare(a.id, b.id);
