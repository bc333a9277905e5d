import { errors } from "#domain/errors.ts";
import type { AudioConfig } from "#recorder/formats/codec-config.ts";
import type { MediaOutput, OutputPicture } from "./media-output.ts";

export type NextPicture =
  | { readonly ok: true; readonly value: { readonly jpeg: Uint8Array; readonly wallMs: number } }
  | { readonly ok: false; readonly code: string; readonly reason: string };

/** The last fallback: frames fetched one by one over HTTP. Keeps the newest that was not fetched yet. */
export class JpegMailbox implements MediaOutput {
  #picture: { jpeg: Uint8Array; wallMs: number } | null = null;
  #waiters: ((answer: NextPicture) => void)[] = [];
  #ended = false;
  /** why there is nothing to wait for: it may have been reported before anybody waited */
  #refused: Extract<NextPicture, { ok: false }> | null = null;
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
  next(): Promise<NextPicture> {
    const picture = this.#picture;
    this.#picture = null;
    if (picture) return Promise.resolve({ ok: true, value: picture });
    if (this.#refused) return Promise.resolve(this.#refused);
    if (this.#ended) return Promise.resolve({ ok: false, code: "archive/none", reason: "nothing follows" });
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => settle({ ok: false, code: "stream/not-running", reason: errors.picture_late.text }),
        this.#waitMs,
      );
      const settle = (answer: NextPicture): void => {
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
      waiter({ ok: false, code: "low-bandwidth/unknown", reason: "the session is over" });
  }

  begin(): void {
    this.#picture = null;
    this.#ended = false;
    this.#refused = null;
  }

  setAudio(_audio: AudioConfig | null): void {}

  picture({ data, wallMs }: OutputPicture): void {
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
      for (const waiter of [...this.#waiters]) waiter({ ok: false, code: "archive/none", reason: "nothing follows" });
  }

  gap(): void {}

  error(code: string, reason: string, recoverable: boolean): void {
    const answer = { ok: false, code, reason } as const;
    if (!recoverable) this.#refused = answer;
    for (const waiter of [...this.#waiters]) waiter(answer);
  }
}
