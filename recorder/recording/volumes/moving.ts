/** Moves files by a rule from volumes to others, one after another, and reports the progress. */
import type { MoveReport } from "#recorder/ipc/storage-shapes.ts";
import type { SegmentRow } from "../index/segment-row.ts";
import { Mover, type MoverPorts } from "./mover.ts";
import type { Volume } from "./volume.ts";

const BATCH = 50;
/** After so many files that cannot be moved the volume counts as unreadable: they are tried again later. */
const MOST_STUCK = 100;
const STUCK_AGAIN_MS = 60_000;

export interface MoveRule {
  /** how often it is checked whether there is something to move */
  readonly lookMs: number;
  /** volumes from which files are to go */
  readonly from: () => readonly Volume[];
  /** the next files of a volume, in the order in which they go */
  readonly next: (from: Volume, take: number) => Promise<readonly SegmentRow[]>;
  /** null: there is no room now */
  readonly target: (from: Volume, bytes: number) => Promise<Volume | null>;
  /** the state of a volume that has no next file; `moving`: there will be one soon */
  readonly without: (from: Volume) => Promise<"empty" | "moving">;
}

interface Move {
  state: MoveReport["state"];
  movedBytes: number;
  reason: string;
  /** files that could not be moved, and when they are tried again */
  readonly stuck: Set<number>;
  againMs: number;
}

export class Moving {
  readonly #rule: MoveRule;
  readonly #onLog: MoverPorts["onLog"];
  readonly #moves = new Map<string, Move>();
  readonly #timer: NodeJS.Timeout;
  readonly #mover: Mover;
  #running: Promise<void> | null = null;

  constructor(rule: MoveRule, ports: MoverPorts) {
    this.#rule = rule;
    this.#onLog = ports.onLog;
    this.#mover = new Mover(ports);
    this.#timer = setInterval(() => this.#look(), rule.lookMs);
    this.#timer.unref();
  }

  /** null: nothing of the volume is moved by this rule */
  readonly report = (name: string): MoveReport | null => {
    const move = this.#moves.get(name);
    return move ? { state: move.state, movedBytes: move.movedBytes, reason: move.reason } : null;
  };

  /** To be called when the volumes may have changed. */
  readonly look = (): void => this.#look();

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#mover.close();
    await this.#running;
  }

  #look(): void {
    const leaving = this.#rule.from();
    const names = new Set(leaving.map(({ name }) => name));
    for (const name of this.#moves.keys()) if (!names.has(name)) this.#moves.delete(name);
    for (const name of names)
      if (!this.#moves.has(name))
        this.#moves.set(name, { state: "moving", movedBytes: 0, reason: "", stuck: new Set(), againMs: 0 });
    if (leaving.length === 0) return;
    this.#running ??= this.#run().finally(() => (this.#running = null));
  }

  /** Goes on as long as something can be moved. */
  async #run(): Promise<void> {
    let isAny = true;
    while (isAny && !this.#mover.isOver) {
      isAny = false;
      for (const volume of this.#rule.from()) {
        const move = this.#moves.get(volume.name);
        if (!move) continue;
        try {
          isAny = (await this.#some(volume, move)) || isAny;
        } catch (error) {
          if (this.#mover.isOver) return;
          this.#is(move, "waiting", error);
          this.#onLog("warn", "no more could be moved from the volume", {
            name: volume.name,
            error: String(error),
          });
        }
      }
    }
  }

  /** Moves some files; false when none could be moved. */
  async #some(from: Volume, move: Move): Promise<boolean> {
    const [rule, mover] = [this.#rule, this.#mover];
    if (!from.isReadable || from.isSlow) return this.#is(move, "away");
    if (move.stuck.size > 0 && performance.now() >= move.againMs) move.stuck.clear();
    const files = (await rule.next(from, BATCH + move.stuck.size)).filter(({ id }) => !move.stuck.has(id));
    let isAny = false;
    for (const row of files) {
      if (mover.isOver || !rule.from().includes(from)) return false;
      if (move.stuck.size >= MOST_STUCK) break;
      const to = await rule.target(from, row.bytes);
      if (to === null) return this.#is(move, "no-room");
      const moved = await mover.move(row, from, to);
      if (moved.end === "not now") return isAny && !mover.isOver;
      if (moved.end === "moved") {
        move.movedBytes += row.bytes;
        this.#is(move, "moving");
        isAny = true;
      }
      if (moved.end !== "stuck") continue;
      move.stuck.add(row.id);
      move.againMs = performance.now() + STUCK_AGAIN_MS;
      move.reason = moved.reason;
    }
    if (isAny) return true;
    if (move.stuck.size > 0) return this.#is(move, "waiting", move.reason);
    return this.#is(move, await rule.without(from));
  }

  #is(move: Move, state: MoveReport["state"], reason: unknown = ""): false {
    move.state = state;
    move.reason = reason instanceof Error ? reason.message : String(reason);
    return false;
  }
}
