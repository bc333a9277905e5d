/**
 * The volumes as an export sees them. `main` says which ones do not answer, as their own watch knows; and a read that takes
 * too long counts as well, where nothing else has noticed. What is under way there is no longer waited for.
 */
import type { IndexPlace } from "#recorder/recording/index/open-index.ts";
import { foldersOf, type VolumeFolders, type WhileThere } from "#recorder/recording/segments/segment-places.ts";

/** A disk that spins up, or a busy machine, takes seconds for some megabytes. */
const READ_MS = 60_000;

export class ReachableVolumes {
  readonly #mostMs: number;
  readonly #waiting = new Set<{ readonly volume: string; readonly leave: () => void }>();
  readonly #tooSlow = new Set<string>();
  #told: readonly string[] = [];
  #folders: VolumeFolders = () => null;

  constructor(mostMs = READ_MS) {
    this.#mostMs = mostMs;
  }

  /** where they lie */
  use(place: Pick<IndexPlace, "recordingsDir" | "volumes">): void {
    this.#folders = foldersOf(place);
  }

  readonly folders: VolumeFolders = (name) => (this.away.includes(name) ? null : this.#folders(name));

  readonly whileThere: WhileThere = <T>(volume: string, work: Promise<T>): Promise<T | null> =>
    new Promise((resolve, reject) => {
      const waiting = { volume, leave: () => resolve(null) };
      const timer = setTimeout(() => {
        this.#tooSlow.add(volume);
        this.#leave();
      }, this.#mostMs);
      this.#waiting.add(waiting);
      const ended = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
      };
      work.finally(ended).then(resolve, reject);
    });

  get away(): readonly string[] {
    return [...new Set([...this.#told, ...this.#tooSlow])];
  }

  /** `names`: all volumes that do not answer now. */
  tell(names: readonly string[]): void {
    this.#told = names;
    this.#leave();
  }

  #leave(): void {
    const { away } = this;
    for (const waiting of this.#waiting) if (away.includes(waiting.volume)) waiting.leave();
  }
}
