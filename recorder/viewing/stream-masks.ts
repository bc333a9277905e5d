import type { Disposer } from "#base/disposer.ts";
import { type PrivacyMask, WHOLE_PICTURE } from "#domain/cameras/privacy-mask.ts";
import type { StreamSpec, ViewRights } from "#recorder/ipc/contracts.ts";

const NONE: readonly PrivacyMask[] = [];

/** What is hidden of which stream's picture, as `main` said last. */
export class StreamMasks {
  #known = new Map<string, readonly PrivacyMask[]>();
  readonly #listeners = new Set<(changed: ReadonlySet<string>) => void>();

  /** Of all streams that there are. */
  set(specs: readonly Pick<StreamSpec, "id" | "masks">[]): void {
    const before = this.#known;
    this.#known = new Map(specs.map(({ id, masks }) => [id, masks]));
    const changed = new Set<string>();
    for (const id of new Set([...before.keys(), ...this.#known.keys()]))
      if (JSON.stringify(before.get(id)) !== JSON.stringify(this.#known.get(id))) changed.add(id);
    if (changed.size > 0) for (const listener of [...this.#listeners]) listener(changed);
  }

  /** What this viewer must not see of the stream. Of one that `main` has not named yet nothing may be seen. */
  of(streamId: string, { isUnmasked }: Pick<ViewRights, "isUnmasked">): readonly PrivacyMask[] {
    return isUnmasked === true ? NONE : (this.#known.get(streamId) ?? WHOLE_PICTURE);
  }

  /** Calls back with the ids of the streams whose masks are others now. */
  onChange(listener: (changed: ReadonlySet<string>) => void): Disposer {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
