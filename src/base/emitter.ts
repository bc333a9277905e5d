import type { Disposer } from "./disposer.ts";

/** A typed list of listeners: `Events` maps each event's name to what it carries. */
export class Emitter<Events extends object> {
  #listeners = new Map<keyof Events, Set<(event: never) => void>>();

  on<K extends keyof Events>(name: K, listener: (event: Events[K]) => void): Disposer {
    let set = this.#listeners.get(name);
    if (!set) this.#listeners.set(name, (set = new Set()));
    set.add(listener);
    return () => set.delete(listener);
  }

  emit<K extends keyof Events>(name: K, event: Events[K]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) (listener as (event: Events[K]) => void)(event);
  }

  clear(): void {
    this.#listeners.clear();
  }
}
