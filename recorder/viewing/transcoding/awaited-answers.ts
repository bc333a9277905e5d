import { fail, ok, type Result } from "#base/result.ts";
import { type Failure, failure, inWords } from "#domain/failures/failure.ts";

const PICTURE_TIMEOUT_MS = 10_000;

/** What `analysis` was asked and has not answered yet: marks in the stream of units, and pictures. */
export class AwaitedAnswers {
  readonly #marks = new Map<number, () => void>();
  readonly #pictures = new Map<number, (answer: Result<Buffer, Failure>) => void>();

  /** Resolves when everything before the mark has been processed, or `analysis` has gone away. */
  mark(mark: number): Promise<void> {
    return new Promise((resolve) => this.#marks.set(mark, resolve));
  }

  marked(mark: number): void {
    this.#marks.get(mark)?.();
    this.#marks.delete(mark);
  }

  /** Failures: analysis/late, analysis/ended, and what `analysis` says. */
  picture(ask: number): Promise<Result<Buffer, Failure>> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(fail(failure("analysis/late"))), PICTURE_TIMEOUT_MS);
      const settle = (answer: Result<Buffer, Failure>): void => {
        clearTimeout(timer);
        if (this.#pictures.delete(ask)) resolve(answer);
      };
      this.#pictures.set(ask, settle);
    });
  }

  /** `reason`: why there is no picture; "": there is none to show. */
  pictured(ask: number, jpeg: Buffer, reason: string): void {
    const none = reason === "" ? failure("snapshot/no-picture") : inWords(reason);
    this.#pictures.get(ask)?.(jpeg.length > 0 ? ok(jpeg) : fail(none));
  }

  /** `analysis` has gone away: it answers nothing of this any more. */
  lost(): void {
    for (const resolve of this.#marks.values()) resolve();
    this.#marks.clear();
    for (const settle of [...this.#pictures.values()]) settle(fail(failure("analysis/ended")));
  }
}
