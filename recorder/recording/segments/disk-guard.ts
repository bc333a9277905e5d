/** Turns write errors into a state that people are told about, and into another try. Recording never stops by itself. */
export interface DiskState {
  readonly state: "ok" | "full" | "unwritable";
  /** for the administrator; "" when ok */
  readonly reason: string;
}

export interface DiskGuardPorts {
  /** frees space at once; returns the freed bytes */
  readonly relieve: () => Promise<number>;
  readonly onState: (state: DiskState) => void;
  /** pause between attempts when nothing could be freed */
  readonly retryMs?: number;
  readonly calmMs?: number;
}

/** The last one is PostgreSQL's `disk_full`. */
const FULL_CODES = new Set(["ENOSPC", "EDQUOT", "EFBIG", "53100"]);
/**
 * Trouble that comes again and again is reported once, and has ended when writes succeeded for this long: the disk is
 * full, or one of many folders cannot be written.
 */
const CALM_MS = 5000;

export class DiskGuard {
  readonly #ports: DiskGuardPorts;
  #state: DiskState = { state: "ok", reason: "" };
  #troubleAtMs = 0;
  #relief: Promise<number> | null = null;
  #closed = false;
  #wake = new Set<() => void>();

  constructor(ports: DiskGuardPorts) {
    this.#ports = ports;
  }

  get state(): DiskState {
    return this.#state;
  }

  /** Reports the error and resolves when another attempt is worthwhile. */
  async trouble(failure: unknown): Promise<void> {
    const full = isDiskFull(failure);
    this.#troubleAtMs = performance.now();
    this.#set(full ? "full" : "unwritable", failure instanceof Error ? failure.message : String(failure));
    if (full) {
      this.#relief ??= this.#ports.relieve().finally(() => {
        this.#relief = null;
      });
      const freed = await this.#relief.catch(() => 0);
      if (freed > 0) return;
    }
    await this.#pause();
  }

  /** A write succeeded. */
  fine(): void {
    if (this.#state.state === "ok") return;
    if (performance.now() - this.#troubleAtMs < (this.#ports.calmMs ?? CALM_MS)) return;
    this.#set("ok", "");
  }

  /** Ends all waiting; `trouble` no longer waits. */
  close(): void {
    this.#closed = true;
    for (const wake of this.#wake) wake();
  }

  get closed(): boolean {
    return this.#closed;
  }

  #pause(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#wake.delete(done);
        resolve();
      };
      const timer = setTimeout(done, this.#ports.retryMs ?? 1000);
      this.#wake.add(done);
    });
  }

  #set(state: DiskState["state"], reason: string): void {
    if (this.#state.state === state) return;
    this.#state = { state, reason };
    this.#ports.onState(this.#state);
  }
}

/** Whether a file system or a database reports that there is no room. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return FULL_CODES.has(code) || code.startsWith("SQLITE_FULL") || /database or disk is full/i.test(error.message);
}
