import type { Disposer } from "#base/disposer.ts";
import { type Cover, WHOLE_PICTURE } from "#domain/cameras/privacy-mask.ts";
import type { StreamSpec } from "#recorder/ipc/stream-shapes.ts";
import type { ViewRights } from "#recorder/ipc/viewing-shapes.ts";

const NONE: readonly Cover[] = [];

type Hidden = Pick<StreamSpec, "masks" | "shownByView">;

/** What is hidden of which stream's picture, as `main` said last. */
export class StreamMasks {
  #known = new Map<string, Hidden>();
  readonly #listeners = new Set<(changed: ReadonlySet<string>) => void>();

  /** Takes the masks of all streams that there are. */
  set(specs: readonly Pick<StreamSpec, "id" | "masks" | "shownByView">[]): void {
    const before = this.#known;
    this.#known = new Map(specs.map(({ id, masks, shownByView = {} }) => [id, { masks, shownByView }]));
    const changed = new Set<string>();
    for (const id of new Set([...before.keys(), ...this.#known.keys()]))
      if (JSON.stringify(before.get(id)) !== JSON.stringify(this.#known.get(id))) changed.add(id);
    if (changed.size > 0) for (const listener of [...this.#listeners]) listener(changed);
  }

  /**
   * What this viewer must not see of the stream. Of one that `main` has not named yet nothing may be seen, nor by views
   * that are not there. Seeing without masks never lifts what a right to views leaves out.
   */
  of(streamId: string, { isUnmasked, views }: Pick<ViewRights, "isUnmasked" | "views">): readonly Cover[] {
    const known = this.#known.get(streamId);
    const masks = isUnmasked === true ? NONE : (known?.masks ?? WHOLE_PICTURE);
    if (views === undefined) return masks;
    const shown = views.flatMap((id) => known?.shownByView?.[id] ?? []);
    return shown.length > 0 ? [...masks, ...shown] : WHOLE_PICTURE;
  }

  /** Calls back with the ids of the streams whose masks are others now. */
  onChange(listener: (changed: ReadonlySet<string>) => void): Disposer {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
