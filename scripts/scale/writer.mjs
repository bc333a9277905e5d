import { setTimeout as pause } from "node:timers/promises";

const EVERY_MS = 200;

/** What tries to write something again and again; each answer with its time. */
export class Writer {
  answers = [];
  /** `write`: resolves when its number was taken, rejects with what was said instead */
  constructor(write) {
    this.done = this.#write(write);
  }
  async #write(write) {
    for (let number = 0; !this.ended; number += 1) {
      const sentMs = Date.now();
      const said = await write(number).then(
        () => "",
        ({ message }) => message,
      );
      this.answers.push({ sentMs, tookMs: Date.now() - sentMs, isTaken: said === "", said });
      await pause(EVERY_MS);
    }
  }
  /** From the first call that was not taken until the answer to the last one, and what was said. */
  refusals(fromMs) {
    const refused = this.answers.filter(({ sentMs, isTaken }) => sentMs >= fromMs && !isTaken);
    const [first, last] = [refused[0], refused.at(-1)];
    const refusedMs = first ? last.sentMs + last.tookMs - first.sentMs : 0;
    return { refusedMs, sentences: new Set(refused.map(({ said }) => said)) };
  }
  async end() {
    this.ended = true;
    await this.done;
  }
}
