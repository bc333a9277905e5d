import type { Result } from "#base/result.ts";
import { type Failure, type Refusal, failure, refuse } from "#domain/failures/failure.ts";
import type { AudioConfig } from "#recorder/formats/codec-config.ts";
import type { MediaOutput, OutputFrame } from "../output/media-output.ts";

export type NextFrame = Result<{ readonly jpeg: Uint8Array; readonly wallMs: number }, Failure>;

/** The last fallback: frames fetched one by one over HTTP. Keeps the newest that was not fetched yet. */
export class JpegMailbox implements MediaOutput {
  #picture: { jpeg: Uint8Array; wallMs: number } | null = null;
  #waiters: ((answer: NextFrame) => void)[] = [];
  #ended = false;
  /** why there is nothing to wait for: it may have been said before anybody waited */
  #refused: Refusal | null = null;
  readonly waitingBytes = 0;
  readonly #waitMs: number;

  /** `waitMs`: a request for the next frame that nothing answered for this long is given up */
  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** Whether a request waits for the next frame. */
  get isAwaited(): boolean {
    return this.#waiters.length > 0;
  }

  /** The frame not fetched yet, or the next one. */
  next(): Promise<NextFrame> {
    const picture = this.#picture;
    this.#picture = null;
    if (picture) return Promise.resolve({ ok: true, value: picture });
    if (this.#refused) return Promise.resolve(this.#refused);
    if (this.#ended) return Promise.resolve(refuse("archive/none", { cause: failure("archive/end") }));
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => settle(refuse("stream/not-running", { cause: failure("stream/late") })),
        this.#waitMs,
      );
      const settle = (answer: NextFrame): void => {
        clearTimeout(timer);
        this.#waiters = this.#waiters.filter((one) => one !== settle);
        resolve(answer);
      };
      this.#waiters.push(settle);
    });
  }

  /** Answers all waiting requests: the session has ended. */
  close(): void {
    for (const waiter of [...this.#waiters])
      waiter(refuse("low-bandwidth/unknown", { cause: failure("low-bandwidth/over") }));
  }

  begin(): void {
    this.#picture = null;
    this.#ended = false;
    this.#refused = null;
  }

  setAudio(_audio: AudioConfig | null): void {}

  picture({ data, wallMs }: OutputFrame): void {
    const picture = { jpeg: data, wallMs };
    const waiters = [...this.#waiters];
    if (waiters.length === 0) this.#picture = picture;
    for (const waiter of waiters) waiter({ ok: true, value: picture });
  }

  audio(): void {}
  mark(): void {}

  state(state: string): void {
    this.#ended = state === "ended";
    if (this.#ended)
      for (const waiter of [...this.#waiters]) waiter(refuse("archive/none", { cause: failure("archive/end") }));
  }

  gap(): void {}

  error(why: Failure, recoverable: boolean): void {
    const answer: Refusal = { ok: false, error: why };
    if (!recoverable) this.#refused = answer;
    for (const waiter of [...this.#waiters]) waiter(answer);
  }
}
