/**
 * Reads all recordings again, little by little, and compares them with the digests of what was written: a disk that loses data
 * does not say so by itself. What is found is kept in the index and told.
 */
import { setTimeout as pause } from "node:timers/promises";
import { isMissing } from "#recorder/store/disk-full.ts";
import type { Damage } from "#domain/recordings/damage.ts";
import type { RecordingIndex } from "../index/recording-index.ts";
import type { DigestedFile, ScrubState } from "../index/digest-index.ts";
import { digestOf } from "../segments/file-digest.ts";
import { pathOf } from "../segments/segment-places.ts";
import { restMs } from "./scrub-pace.ts";
import type { Volume } from "./volume.ts";
import type { Volumes } from "./volumes.ts";

/** The first look comes this long after the start, which has more urgent things to do. */
const FIRST_MS = 10 * 60_000;
/** A pass is meant to take at most this long, and begins at the earliest this long after the one before. */
const PASS_MS = 30 * 86_400_000;
/** How often it is checked whether a pass is due. */
const LOOK_MS = 60 * 60_000;
/** Pause after trouble with the index. */
const AGAIN_MS = 60_000;
const BATCH = 50;
/** A failing disk damages many files: those found within this time are reported together. */
const TOLD_MS = 60 * 60_000;

interface ScrubberPorts {
  readonly index: Pick<
    RecordingIndex,
    | "filesToCheck"
    | "filesAfter"
    | "packFragments"
    | "segment"
    | "setDigest"
    | "damaged"
    | "setDamage"
    | "scrubState"
    | "setScrubState"
  >;
  readonly volumes: Pick<Volumes, "all" | "folders" | "whileThere">;
  readonly now: () => number;
  /** tells how many files were newly found damaged, or were damaged and are whole again by their copies */
  readonly onDamage: (count: number) => void;
  readonly onRepaired?: (count: number) => void;
  /** A pass that somebody has asked for is over: tells how many files were read and how many are damaged. */
  readonly onChecked?: (files: number, damaged: number) => void;
  /** Makes a file anew from its copy; false: no copy has the right content. */
  readonly repair?: (file: DigestedFile) => Promise<boolean>;
  readonly onLog: (level: "warn" | "error", text: string, detail: Record<string, unknown>) => void;
  readonly firstMs?: number;
}

const FRESH: Omit<ScrubState, "beganMs"> = { afterId: 0, checked: 0, endedMs: null };

export class Scrubber {
  readonly #ports: ScrubberPorts;
  readonly #abort = new AbortController();
  #running: Promise<void> = Promise.resolve();
  /** callers who have asked for a pass at once: each is answered when the pass has begun */
  readonly #asked: (() => void)[] = [];
  #wake = new AbortController();
  #isHurried = false;
  #untold = 0;
  #untoldRepairs = 0;
  #toldMs = Number.NEGATIVE_INFINITY;

  constructor(ports: ScrubberPorts) {
    this.#ports = ports;
  }

  /** Goes on until it is closed. */
  start(): void {
    this.#running = this.#run().catch((error: unknown) => {
      if (!this.#abort.signal.aborted) throw error;
    });
  }

  /** All files are read now, from the first one on and without the long rests. Resolves when that has begun. */
  now(): Promise<void> {
    if (this.#isHurried) return Promise.resolve();
    return new Promise((resolve) => {
      this.#asked.push(resolve);
      this.#wake.abort();
    });
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#running;
    this.#tell(true);
  }

  async #run(): Promise<void> {
    const kept = await this.#ports.index.scrubState().catch(() => null);
    // Somebody waits for it since before the start.
    const isWanted = kept?.isHurried === true && !isEnded(kept);
    if (!isWanted) await this.#rest(this.#ports.firstMs ?? FIRST_MS);
    for (;;)
      try {
        await this.pass();
        await this.#rest(LOOK_MS);
      } catch (error) {
        this.#abort.signal.throwIfAborted();
        this.#ports.onLog("warn", "recordings could not be checked", { error: String(error) });
        await this.#rest(AGAIN_MS);
      }
  }

  /** Goes on with the pass that an earlier run has begun; begins none that is not due. */
  async pass(): Promise<void> {
    const { index, now } = this.#ports;
    const before = await index.scrubState();
    const isOver = before !== null && isEnded(before);
    const asked = this.#asked.splice(0);
    if (asked.length === 0 && isOver && Math.abs(now() - before.beganMs) < PASS_MS) return;
    let state: ScrubState =
      before === null || isOver || asked.length > 0
        ? { ...FRESH, beganMs: now(), endedMs: before?.endedMs ?? null }
        : before;
    if (asked.length > 0) await index.setScrubState((state = { ...state, isHurried: true }));
    this.#isHurried = state.isHurried === true;
    for (const answer of asked) answer();
    try {
      await this.#go(state);
    } finally {
      this.#isHurried = false;
    }
  }

  async #go(begun: ScrubState): Promise<void> {
    const { index, now } = this.#ports;
    let state = begun;
    let left = await index.filesAfter(state.afterId);
    for (;;) {
      const files = await index.filesToCheck(state.afterId, BATCH);
      let checked = 0;
      for (const file of files) {
        this.#abort.signal.throwIfAborted();
        const beganMs = performance.now();
        const answer = await this.#check(file);
        await index.packFragments(file);
        left -= 1;
        if (answer !== "passed over") checked += 1;
        if (answer === "found") this.#untold += 1;
        if (answer === "repaired") this.#untoldRepairs += 1;
        const leftMs = state.isHurried ? 0 : state.beganMs + PASS_MS - now();
        await this.#rest(restMs({ tookMs: performance.now() - beganMs, leftMs, leftFiles: left }));
        // Another one begins.
        if (this.#asked.length > 0) return;
      }
      const last = files.at(-1);
      state = { ...state, afterId: last?.id ?? state.afterId, checked: state.checked + checked };
      if (!last) state = { ...state, endedMs: Math.max(now(), state.beganMs) };
      await index.setScrubState(state);
      this.#tell(!last);
      if (last) continue;
      if (state.isHurried) this.#ports.onChecked?.(state.checked, (await index.damaged(0)).count);
      return;
    }
  }

  #tell(isEnd: boolean): void {
    if (!isEnd && performance.now() - this.#toldMs < TOLD_MS) return;
    if (this.#untold + this.#untoldRepairs === 0) return;
    if (this.#untold > 0) this.#ports.onDamage(this.#untold);
    if (this.#untoldRepairs > 0) this.#ports.onRepaired?.(this.#untoldRepairs);
    [this.#untold, this.#untoldRepairs] = [0, 0];
    this.#toldMs = performance.now();
  }

  /** found: it is damaged, and was not known to be */
  async #check(file: DigestedFile): Promise<"looked at" | "found" | "repaired" | "passed over"> {
    const { index, now, onLog, repair } = this.#ports;
    const first = await this.#look(file);
    if (first === null) return "passed over";
    // Cut, moved or removed while it was read; and what one reading gives wrongly the next may give right.
    const row = first === "well" ? null : await index.segment(file.id);
    if (first !== "well" && (row?.volume !== file.volume || row.bytes !== file.bytes)) return "passed over";
    const damage = first === "well" ? first : await this.#look(file);
    if (damage === null) return "passed over";
    if (damage === "well") {
      if (file.damage !== null) await index.setDamage(file.id, null, now());
      return "looked at";
    }
    if (await repair?.(file).catch(() => false)) {
      await index.setDamage(file.id, null, now());
      onLog("error", "a recording was damaged, and is made anew from its copy", {
        file: file.file,
        volume: file.volume,
        damage,
      });
      return "repaired";
    }
    await index.setDamage(file.id, damage, now());
    if (file.damage !== null) return "looked at";
    onLog("error", "a recording is damaged", { file: file.file, volume: file.volume, damage });
    return "found";
  }

  /** null: it cannot be said now */
  async #look(file: DigestedFile): Promise<Damage | "well" | null> {
    const { index, volumes } = this.#ports;
    const volume = volumes.all.find(({ name }) => name === file.volume);
    const path = pathOf(volumes.folders, file);
    if (!volume || path === null || volume.isSlow) return null;
    try {
      const found = await volumes.whileThere(volume.name, digestOf(path, this.#abort.signal, file.bytes));
      if (found === null) return null;
      if (found.bytes < file.bytes) return "short";
      if (file.sha256 === null) await index.setDigest(file.id, found.sha256);
      else if (!found.sha256.equals(file.sha256)) return "different";
      return "well";
    } catch (error) {
      this.#abort.signal.throwIfAborted();
      // A file that is missing is the matter of who compares index and disk; of a volume that fails others tell.
      if (isMissing(error) || !(await isThere(volume))) return null;
      return "unreadable";
    }
  }

  /** Ends when somebody asks for a pass. */
  async #rest(ms: number): Promise<void> {
    if (this.#asked.length > 0) return;
    this.#wake = new AbortController();
    const signal = AbortSignal.any([this.#abort.signal, this.#wake.signal]);
    await pause(ms, undefined, { signal, ref: false }).catch(() => this.#abort.signal.throwIfAborted());
  }
}

const isEnded = ({ beganMs, endedMs }: ScrubState): boolean => endedMs !== null && endedMs >= beganMs;

const isThere = (volume: Volume): Promise<boolean> =>
  volume.check().then(
    () => !volume.isSlow,
    () => false,
  );
