/**
 * A control group (Linux, version 2) of its own for each process of the recorder, where systemd has delegated a group to us
 * (`Delegate=cpu memory` in the unit): the kernel holds the limits there. Anywhere else there are none.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Log } from "#recorder/core/log.ts";
import type { ProcessLimits } from "./process-limits.ts";

interface GroupPlace {
  /** where version 2 is mounted */
  readonly root: string;
  /** the file that names the group of this process */
  readonly ownFile: string;
  readonly pid: number;
}

const THIS_PLACE: GroupPlace = { root: "/sys/fs/cgroup", ownFile: "/proc/self/cgroup", pid: process.pid };
/** A group that has groups below it with limits must not hold processes itself: main goes into this one. */
const OWN = "main";
const CONTROLLERS = ["cpu", "memory"];
const PERIOD_US = 100_000;
/** The heartbeat ends who takes too much and says why. The kernel ends only who takes more in between, files in memory included. */
const MEMORY_SLACK = 1.25;

export class ControlGroups {
  readonly #base: string;
  readonly #log: Log;
  /** by process: how often the kernel has ended one of its group for its memory */
  readonly #killed = new Map<string, number>();

  private constructor(base: string, log: Log) {
    this.#base = base;
    this.#log = log;
  }

  /** null = nobody has delegated a group to us. Call it before the first process is started. */
  static open(log: Log, { root, ownFile, pid }: GroupPlace = THIS_PLACE): ControlGroups | null {
    if (process.platform !== "linux") return null;
    try {
      const own = ownGroup(readFileSync(ownFile, "utf8"));
      if (own === null) return null;
      const at = join(root, own);
      // Machines with version 1 may have version 2 beside it, elsewhere and without controllers.
      if (!existsSync(join(at, "cgroup.controllers"))) return null;
      const isInside = basename(at) === OWN && processesIn(dirname(at)).length === 0;
      const base = isInside ? dirname(at) : at;
      const offered = words(join(base, "cgroup.controllers"));
      // Where other programs are in the same group it is not ours, even if we could write it.
      const isOurs = isInside || processesIn(base).every((one) => one === pid);
      if (!isOurs || !CONTROLLERS.every((one) => offered.includes(one))) return null;
      if (!isInside) enter(join(base, OWN), pid);
      writeFileSync(join(base, "cgroup.subtree_control"), CONTROLLERS.map((one) => `+${one}`).join(" "));
      log.info("each process has a control group of its own");
      return new ControlGroups(base, log);
    } catch (error) {
      log.info({ err: error }, "processes have no control groups of their own");
      return null;
    }
  }

  /** Several processes of one name share a group; `count`: how many there are at most. */
  place(name: string, pid: number | undefined, { cores, rssBytes, niceness }: ProcessLimits, count = 1): void {
    if (pid === undefined) return;
    const group = join(this.#base, name);
    try {
      mkdirSync(group, { recursive: true });
      const quota = cores === null ? "max" : String(Math.round(cores * PERIOD_US));
      writeFileSync(join(group, "cpu.max"), `${quota} ${PERIOD_US}`);
      // The niceness of processes counts inside a group only: between groups this takes its place.
      writeFileSync(join(group, "cpu.weight.nice"), String(niceness));
      writeFileSync(join(group, "memory.max"), String(Math.round(rssBytes * MEMORY_SLACK) * count));
      this.#killed.set(name, killsIn(group));
      enter(group, pid);
    } catch (error) {
      this.#log.warn({ err: error, process: name }, "the process has no control group");
    }
  }

  /** The limit in bytes by which the kernel has ended this process since it was placed; null = it ended otherwise. */
  killedAt(name: string): number | null {
    const group = join(this.#base, name);
    try {
      const isKilled = killsIn(group) > (this.#killed.get(name) ?? 0);
      return isKilled ? Number(readFileSync(join(group, "memory.max"), "utf8")) : null;
    } catch {
      return null;
    }
  }
}

/** Version 2 is the line of the empty hierarchy. */
function ownGroup(text: string): string | null {
  const line = text.split("\n").find((one) => one.startsWith("0::/"));
  return line === undefined ? null : line.slice("0::".length).trim();
}

/** A group that has just been made has none; its file comes with it. */
const killsIn = (group: string): number =>
  Number(/^oom_kill (\d+)$/m.exec(readFileSync(join(group, "memory.events"), "utf8"))?.[1] ?? 0);

const words = (file: string): string[] =>
  readFileSync(file, "utf8")
    .split(/\s+/)
    .filter((word) => word !== "");
const processesIn = (group: string): number[] => words(join(group, "cgroup.procs")).map(Number);

function enter(group: string, pid: number): void {
  mkdirSync(group, { recursive: true });
  writeFileSync(join(group, "cgroup.procs"), String(pid));
}
