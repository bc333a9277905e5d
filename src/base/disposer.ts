/** Undoes what a `start` or `add` did. Calling it twice does nothing more. */
export type Disposer = () => void;

/** One disposer that runs several, last added first, each once, all of them even when one throws. */
export class Disposers {
  #list: Disposer[] = [];
  #done = false;

  add(disposer: Disposer): void {
    if (this.#done) disposer();
    else this.#list.push(disposer);
  }

  readonly dispose = (): void => {
    if (this.#done) return;
    this.#done = true;
    let first: unknown;
    let failed = false;
    for (const disposer of this.#list.reverse()) {
      try {
        disposer();
      } catch (error) {
        if (!failed) first = error;
        failed = true;
      }
    }
    this.#list = [];
    if (failed) throw first;
  };
}
