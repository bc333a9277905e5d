/** Exports that clients watch: a queue, its progress, and the finished files until somebody fetches them or they grow old. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { randomUUID } from "node:crypto";
import type { ExportAsk, MadeExport } from "./export-ask.ts";
import { RUNNING_MAX } from "./export-limits.ts";

const JOBS_PER_USER_MAX = 64;
/** How long a finished file is kept when nobody fetches it. */
export const KEEP_MS = 15 * 60_000;

export interface ExportJob {
  readonly id: string;
  readonly userId: string;
  readonly ask: ExportAsk;
  /** name of the file that the user gets, once it is made: after its first frame */
  readonly name: string;
  readonly state: "waiting" | "running" | "ready" | "failed";
  readonly share: number;
  readonly made: MadeExport | null;
  readonly failure: Failure | null;
}

interface Held {
  job: ExportJob;
  readonly cancel: AbortController;
  endedMs: number | null;
  readonly onEnd: (ok: boolean) => void;
}

type Make = (
  ask: ExportAsk,
  cancelled: AbortSignal,
  onProgress: (share: number) => void,
) => Promise<Result<MadeExport, Failure>>;

export class ExportJobs {
  readonly #make: Make;
  readonly #now: () => number;
  readonly #held = new Map<string, Held>();
  #sweeper: ReturnType<typeof setTimeout> | undefined;

  /** `now`: ms of a monotonic clock */
  constructor(make: Make, now: () => number = () => performance.now()) {
    this.#make = make;
    this.#now = now;
  }

  /** `onEnd` is called once and says whether there is a file. A cancelled export has none. */
  start(
    userId: string,
    ask: ExportAsk,
    name: string,
    onEnd: (ok: boolean) => void = () => undefined,
  ): Result<ExportJob, Failure> {
    this.#sweep();
    if (this.of(userId).length >= JOBS_PER_USER_MAX) return refuse("export/busy");
    const id = randomUUID();
    const job: ExportJob = { id, userId, ask, name, state: "waiting", share: 0, made: null, failure: null };
    this.#held.set(id, { job, cancel: new AbortController(), endedMs: null, onEnd });
    this.#next();
    return ok(this.#held.get(id)?.job ?? job);
  }

  /** An export of this user; null also for an export of another user. */
  get(userId: string, id: string): ExportJob | null {
    this.#sweep();
    const job = this.#held.get(id)?.job;
    return job?.userId === userId ? job : null;
  }

  of(userId: string): readonly ExportJob[] {
    return [...this.#held.values()].flatMap(({ job }) => (job.userId === userId ? [job] : []));
  }

  /** Bytes that exports in progress or in the queue will still write. */
  get unwrittenBytes(): number {
    let bytes = 0;
    for (const { job, endedMs } of this.#held.values())
      if (endedMs === null) bytes += (job.ask.needBytes ?? 0) * (1 - job.share);
    return bytes;
  }

  /** Cancels the export, or removes its file. False: there is no such export. */
  remove(userId: string, id: string): boolean {
    if (!this.get(userId, id)) return false;
    this.#drop([id]);
    return true;
  }

  /** Cancels these, and removes their files. */
  end(isMeant: (job: ExportJob) => boolean): void {
    this.#drop([...this.#held.values()].flatMap(({ job }) => (isMeant(job) ? [job.id] : [])));
  }

  stop(): void {
    clearTimeout(this.#sweeper);
    this.#drop([...this.#held.keys()]);
  }

  /** Drops all of them in one step, so that none starts because another one has ended. */
  #drop(ids: readonly string[]): void {
    const dropped = ids.flatMap((id) => this.#held.get(id) ?? []);
    for (const { job } of dropped) this.#held.delete(job.id);
    for (const { job, cancel, endedMs, onEnd } of dropped) {
      cancel.abort();
      job.made?.remove();
      if (endedMs === null) onEnd(false);
    }
    this.#next();
  }

  #next(): void {
    const all = [...this.#held.values()];
    let free = RUNNING_MAX - all.filter(({ job }) => job.state === "running").length;
    for (const held of all) {
      if (free <= 0) return;
      if (held.job.state !== "waiting") continue;
      free -= 1;
      void this.#run(held);
    }
  }

  async #run(held: Held): Promise<void> {
    held.job = { ...held.job, state: "running" };
    const answer = await this.#make(held.job.ask, held.cancel.signal, (share) => {
      held.job = { ...held.job, share };
    });
    if (held.cancel.signal.aborted) {
      if (answer.ok) answer.value.remove();
      return;
    }
    held.endedMs = this.#now();
    held.job = answer.ok
      ? { ...held.job, state: "ready", share: 1, name: answer.value.name ?? held.job.name, made: answer.value }
      : { ...held.job, state: "failed", failure: answer.error };
    held.onEnd(answer.ok);
    this.#next();
    this.#sweep();
  }

  /** Removes what is old, and runs again when the next one is due: a file must not lie until somebody asks. */
  #sweep(): void {
    clearTimeout(this.#sweeper);
    const nowMs = this.#now();
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [id, { endedMs }] of this.#held) {
      if (endedMs === null) continue;
      if (endedMs + KEEP_MS <= nowMs) this.#drop([id]);
      else nextMs = Math.min(nextMs, endedMs + KEEP_MS - nowMs);
    }
    if (Number.isFinite(nextMs)) this.#sweeper = setTimeout(() => this.#sweep(), nextMs).unref();
  }
}
