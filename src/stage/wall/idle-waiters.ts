/** The callers that wait until everything that has arrived is on the screen. */
export class IdleWaiters {
  #waiting: (() => void)[] = [];

  get any(): boolean {
    return this.#waiting.length > 0;
  }

  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  tell(): void {
    const told = this.#waiting;
    this.#waiting = [];
    for (const resolve of told) resolve();
  }
}
