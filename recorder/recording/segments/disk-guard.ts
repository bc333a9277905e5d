/** Turns write errors into a state that people are told about, and into another try. Recording never stops by itself. */
import type { StorageState } from "#recorder/ipc/storage-shapes.ts";
import { FolderGone, isDiskFull } from "#recorder/store/disk-full.ts";

export interface DiskState {
  readonly state: StorageState;
  /** for the administrator; "" when ok */
  readonly reason: string;
}

interface DiskGuardPorts {
  /** frees space at once; returns the freed bytes */
  readonly relieve: () => Promise<number>;
  readonly onState: (state: DiskState) => void;
  /** pause between attempts when nothing could be freed */
  readonly retryMs?: number;
  readonly calmMs?: number;
}

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
    const state = full ? "full" : failure instanceof FolderGone ? "gone" : "unwritable";
    this.#set(state, failure instanceof Error ? failure.message : String(failure));
    if (full) {
      this.#relief ??= this.#ports.relieve().finally(() => {
        this.#relief = null;
      });
      const freed = await this.#relief.catch(() => 0);
      if (freed > 0) return;
    }
    await this.#pause();
  }

  /** A write does not return. */
  stuck(reason: string): void {
    this.#troubleAtMs = performance.now();
    this.#set("stuck", reason);
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
