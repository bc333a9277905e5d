/** Exports. Each is one short-lived process that writes one file; the file is sent and removed. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { type ChildProcess, fork } from "node:child_process";
import { createHash, createPublicKey, generateKeyPairSync, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { englishText } from "#domain/failures/english.ts";
import { Channel } from "#recorder/ipc/channel.ts";
import { BEAT_ENV, Pulse } from "#recorder/ipc/heartbeat.ts";
import type { ExportContract, ExportMainContract, ExportSpec } from "#recorder/ipc/export-contract.ts";
import { writeKeptFile } from "#recorder/store/kept-file.ts";
import type { ExportAsk, MadeExport } from "./export-ask.ts";
import { confine, type ExportLimits, MOST_WAITED_FOR, USUAL_LIMITS } from "./export-limits.ts";
import { type ExportJob, ExportJobs } from "./export-jobs.ts";
import type { IndexPlace } from "#recorder/recording/index/open-index.ts";
import type { Log } from "#recorder/core/log.ts";

const TIMEOUT_MS = 6 * 3_600_000;
/** A killed process ends within this time, unless the system cannot end it. */
const END_MS = 5000;
/** How long a process that was started in advance waits for its export. */
const WARM_MS = 120_000;

const USUAL_THREADS = 4;
const THREADS_PER_VOLUME = 4;

/** The dewarp page's script, bundled beside the processes. */
const DEWARP_SCRIPT = "dewarp-player.js";
/** Where exports lie until they are fetched. */
export const exportsDirOf = (dataDir: string): string => join(dataDir, "exports");
export const extensionOf = (format: ExportAsk["format"]): "mkv" | "mov" | "html" =>
  format === "dewarp" ? "html" : format;

/** Where recordings are, as it is when an export begins. */
type RecordedPlace = IndexPlace & Pick<ExportSpec, "bucket">;

export class Exports {
  readonly jobs: ExportJobs;
  readonly #script: string;
  readonly #folder: string;
  readonly #index: RecordedPlace;
  readonly #recorderName: string;
  readonly #signingKey: string;
  readonly #log: Log;
  readonly #limits: ExportLimits;
  /** all processes that run: at work, or started in advance */
  readonly #children = new Set<ChildProcess>();
  /** the reason, for processes that we ended ourselves */
  readonly #ended = new WeakMap<ChildProcess, Failure>();
  readonly #pulses = new WeakMap<ChildProcess, Pulse>();
  readonly #running = new Set<ChildProcess>();
  readonly #channels = new Set<Channel<ExportMainContract, ExportContract>>();
  readonly #waitedFor = new Set<{
    readonly userId: string;
    readonly ask: ExportAsk;
    readonly ended: AbortController;
  }>();
  #warm: { readonly child: ChildProcess; readonly timer: NodeJS.Timeout } | null = null;

  constructor(ask: {
    script: string;
    dataDir: string;
    index: RecordedPlace;
    recorderName: string;
    log: Log;
    limits?: ExportLimits;
  }) {
    this.#limits = ask.limits ?? USUAL_LIMITS;
    this.#script = ask.script;
    this.#folder = exportsDirOf(ask.dataDir);
    this.#index = ask.index;
    this.#recorderName = ask.recorderName;
    this.#signingKey = signingKeyOf(join(ask.dataDir, "export-signing.pem"));
    this.#log = ask.log.child({ name: "export" });
    this.jobs = new ExportJobs((what, cancelled, onProgress) => this.make(what, cancelled, onProgress));
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  /**
   * A user opened the exports dialog: the next export finds its process already started. One process waits at a time.
   */
  warm(): void {
    if (this.#warm || !existsSync(this.#script)) return;
    const child = this.#startChild();
    const timer = setTimeout(() => child.kill("SIGKILL"), WARM_MS).unref();
    this.#warm = { child, timer };
    child.once("exit", () => {
      clearTimeout(timer);
      if (this.#warm?.child === child) this.#warm = null;
    });
  }

  #startChild(): ChildProcess {
    const { heapMegabytes, rssBytes, timing } = this.#limits;
    const child = fork(this.#script, [], {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: { ...process.env, [BEAT_ENV]: String(timing.everyMs), ...threadsFor(this.#index.volumes?.length ?? 0) },
      execArgv: [...process.execArgv, `--max-old-space-size=${heapMegabytes}`],
    });
    if (child.pid !== undefined) confine(child.pid, this.#limits);
    this.#children.add(child);
    child.once("exit", () => this.#children.delete(child));
    const end = (why: Failure): void => {
      if (this.#ended.has(child)) return;
      this.#log.error({ reason: englishText(why) }, "an export is ended");
      this.#ended.set(child, why);
      child.kill("SIGKILL");
    };
    const pulse = new Pulse(child, timing, {
      beat: (bytes) => {
        if (bytes > rssBytes) end(failure("process/memory"));
      },
      silent: () => end(failure("process/hung")),
    });
    this.#pulses.set(child, pulse);
    child.stderr?.on("data", (chunk: Buffer) => this.#log.warn(chunk.toString("utf8").slice(0, 2000)));
    child.on("error", (error) => {
      this.#log.error({ reason: error.message }, "process error");
      // A process that could not be started never reports its end.
      if (child.pid === undefined) this.#children.delete(child);
    });
    return child;
  }

  /** The process that was started in advance, or a new one. */
  #process(): ChildProcess {
    const waiting = this.#warm;
    this.#warm = null;
    if (waiting) clearTimeout(waiting.timer);
    return waiting?.child.connected ? waiting.child : this.#startChild();
  }

  /** These volumes do not answer: exports that read from them are told so and do not wait. */
  volumesAway(volumes: readonly string[]): void {
    for (const channel of this.#channels) channel.tell("away", { volumes });
  }

  /** For a caller who waits for the file itself. It is refused when too many others are being made (export/busy); other failures as of a job. */
  async makeNow(userId: string, ask: ExportAsk, cancelled: AbortSignal): Promise<Result<MadeExport, Failure>> {
    if (this.#running.size >= MOST_WAITED_FOR) return refuse("export/busy");
    const ended = new AbortController();
    const waiting = { userId, ask, ended };
    this.#waitedFor.add(waiting);
    const answer = await this.make(ask, AbortSignal.any([cancelled, ended.signal]));
    this.#waitedFor.delete(waiting);
    if (!ended.signal.aborted) return answer;
    if (answer.ok) answer.value.remove();
    return refuse("access/denied");
  }

  /** Cancels these exports, also those for which a caller waits, and removes their files. */
  end(isMeant: (asked: Pick<ExportJob, "userId" | "ask">) => boolean): void {
    for (const asked of this.#waitedFor) if (isMeant(asked)) asked.ended.abort();
    this.jobs.end(isMeant);
  }

  /** `cancelled` ends it at once. Failure codes: those of `export.start`, export/unavailable, export/disk. */
  async make(
    ask: ExportAsk,
    cancelled: AbortSignal,
    onProgress: (share: number) => void = () => undefined,
  ): Promise<Result<MadeExport, Failure>> {
    if (!existsSync(this.#script)) return refuse("export/unavailable");
    const folder = join(this.#folder, randomUUID());
    try {
      mkdirSync(folder, { mode: 0o700, recursive: true });
    } catch (error) {
      this.#log.error({ err: error }, "there is no place for an export");
      return refuse("export/disk", { cause: failure("export/failed") });
    }
    const zipped = ask.zip || ask.streams.length > 1;
    const file = join(folder, `export.${zipped ? "zip" : extensionOf(ask.format)}`);
    const remove = (): void => rmSync(folder, { recursive: true, force: true });
    const child = this.#process();
    this.#running.add(child);
    const channel = new Channel<ExportMainContract, ExportContract>(child);
    this.#channels.add(channel);
    channel.on("progress", ({ share }) => onProgress(share));
    const cancel = (): void => void child.kill("SIGKILL");
    if (cancelled.aborted) cancel();
    cancelled.addEventListener("abort", cancel, { once: true });
    const answer = await channel.call(
      "export.start",
      {
        ...this.#index,
        streams: ask.streams,
        startMs: ask.startMs,
        stopMs: ask.stopMs,
        format: ask.format,
        dewarpScript: join(dirname(this.#script), DEWARP_SCRIPT),
        outFile: file,
        signingKey: this.#signingKey,
        recorderName: this.#recorderName,
        zone: ask.zone ?? "UTC",
      },
      TIMEOUT_MS,
    );
    cancelled.removeEventListener("abort", cancel);
    child.kill("SIGKILL");
    // The exit is seen only later, and the caller may ask for the next export at once: its place must be free by then.
    this.#running.delete(child);
    this.#channels.delete(channel);
    if (!answer.ok) {
      remove();
      const why = this.#ended.get(child);
      return why ? refuse("export/failed", { cause: why }) : answer;
    }
    const { files, bytes, withoutVideo, notReachable } = answer.value;
    return ok({ file, name: zipped ? null : (files[0]?.name ?? null), bytes, withoutVideo, notReachable, remove });
  }

  /** SHA-256 of the raw public key, its first 16 bytes in hex groups of four: as the verification page shows it. */
  get fingerprint(): string {
    const { x } = createPublicKey(this.#signingKey).export({ format: "jwk" });
    const hash = createHash("sha256")
      .update(Buffer.from(x ?? "", "base64url"))
      .digest("hex");
    return (hash.slice(0, 32).match(/.{4}/g) ?? []).join(" ");
  }

  /** Resolves when no process is left that could still write, and its files are gone. */
  async stop(): Promise<void> {
    this.jobs.stop();
    await Promise.all(
      [...this.#children].map(async (child) => {
        const ended = new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGKILL");
        // The system cannot end a process that waits for a hanging disk, and such a process writes nothing any more.
        await Promise.race([ended, delay(END_MS, undefined, { ref: false })]);
      }),
    );
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A read that a disk does not answer keeps its thread: there must be threads left for the other volumes. */
const threadsFor = (volumes: number): Record<string, string> =>
  volumes === 0 ? {} : { UV_THREADPOOL_SIZE: String(USUAL_THREADS + THREADS_PER_VOLUME * volumes) };

/** The Ed25519 key (PKCS #8) by which exports of one recorder are recognised. It is made at the first start. */
function signingKeyOf(file: string): string {
  if (existsSync(file)) return readFileSync(file, "utf8");
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  writeKeptFile(file, pem);
  return pem;
}
