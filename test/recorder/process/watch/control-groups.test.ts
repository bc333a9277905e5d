/**
 * The first tests write into a folder that looks like control groups of version 2, because few machines delegate a group to
 * those who test. The last one asks the kernel, where its groups can be written: a process is really moved.
 */
import { fork } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, expect, it } from "vitest";
import { ControlGroups } from "#recorder/process/watch/control-groups.ts";
import { eventually } from "#test/support/eventually.ts";

const folder = mkdtempSync(join(tmpdir(), "proscenium-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const log = pino({ level: "silent" });
const PID = 4711;
const limits = { heapMegabytes: 512, rssBytes: 2 ** 30, niceness: 10, cores: 1.5 };
let made = 0;

/** Groups by path with the processes in them; `own`: what /proc/self/cgroup would say. */
function house(groups: Readonly<Record<string, string>>, own: string, controllers = "cpuset cpu io memory pids") {
  made += 1;
  const root = join(folder, String(made));
  mkdirSync(root);
  for (const [path, procs] of Object.entries(groups)) {
    mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, path, "cgroup.procs"), procs);
    writeFileSync(join(root, path, "cgroup.controllers"), controllers);
    writeFileSync(join(root, path, "cgroup.subtree_control"), "");
  }
  const ownFile = join(root, "own");
  writeFileSync(ownFile, own);
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  /** What the kernel puts into a group that is made. */
  const born = (path: string): void => {
    mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, path, "memory.events"), "low 0\noom 0\noom_kill 0\n");
  };
  const kernelKills = (path: string): void => writeFileSync(join(root, path, "memory.events"), "oom 1\noom_kill 1\n");
  return { read, born, kernelKills, open: () => ControlGroups.open(log, { root, ownFile, pid: PID }) };
}
const UNIT = "system.slice/proscenium.service";

it("in a group that was delegated main goes into one of its own, and each process gets one with its limits", () => {
  const { open, read, born } = house({ [UNIT]: `${PID}\n` }, `0::/${UNIT}\n`);
  for (const name of ["analysis", "export"]) born(`${UNIT}/${name}`);
  const groups = open();
  expect(read(`${UNIT}/main/cgroup.procs`)).toBe(String(PID));
  expect(read(`${UNIT}/cgroup.subtree_control`)).toBe("+cpu +memory");
  groups?.place("analysis", 4712, limits);
  groups?.place("export", 4713, { ...limits, cores: null }, 7);
  expect([
    read(`${UNIT}/analysis/cpu.max`),
    read(`${UNIT}/analysis/cpu.weight.nice`),
    read(`${UNIT}/analysis/memory.max`),
    read(`${UNIT}/analysis/cgroup.procs`),
  ]).toEqual(["150000 100000", "10", String(1.25 * 2 ** 30), "4712"]);
  expect([read(`${UNIT}/export/cpu.max`), read(`${UNIT}/export/memory.max`)]).toEqual([
    "max 100000",
    String(7 * 1.25 * 2 ** 30),
  ]);
});

it("systemd may have put main into a group below already (DelegateSubgroup=main)", () => {
  const { open, read, born } = house({ [UNIT]: "", [`${UNIT}/main`]: `${PID}\n` }, `0::/${UNIT}/main\n`);
  born(`${UNIT}/media`);
  open()?.place("media", 4712, { ...limits, niceness: -5, cores: null });
  expect([read(`${UNIT}/media/cpu.weight.nice`), read(`${UNIT}/media/cgroup.procs`)]).toEqual(["-5", "4712"]);
});

it("a process that the kernel has ended for its memory is told from one that ended otherwise", () => {
  const { open, born, kernelKills } = house({ [UNIT]: `${PID}\n` }, `0::/${UNIT}\n`);
  born(`${UNIT}/analysis`);
  const groups = open();
  groups?.place("analysis", 4712, limits);
  expect([groups?.killedAt("analysis"), groups?.killedAt("media")]).toEqual([null, null]);
  kernelKills(`${UNIT}/analysis`);
  expect(groups?.killedAt("analysis")).toBe(1.25 * 2 ** 30);
  groups?.place("analysis", 4713, limits);
  expect(groups?.killedAt("analysis")).toBeNull();
});

it.each([
  ["other programs are in the same group", house({ "user.slice/shell": `17\n${PID}\n` }, "0::/user.slice/shell\n")],
  ["the controllers were not delegated", house({ [UNIT]: `${PID}\n` }, `0::/${UNIT}\n`, "cpuset pids")],
  ["the machine has version 1", house({ "": "" }, "4:memory:/\n1:cpu:/\n")],
  ["there are no groups", house({}, `0::/${UNIT}\n`)],
  ["main is in no group that could be seen", house({ "": `1\n2\n${PID}\n` }, "0::/\n")],
])("nothing is changed where %s", (_what, { open }) => {
  expect(open()).toBeNull();
});

/** Where the kernel's own groups can be written, and give the controllers that are needed. */
const KERNEL = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"].find((root) => {
  try {
    mkdirSync(join(root, "proscenium-test"));
    const offered = readFileSync(join(root, "proscenium-test", "cgroup.controllers"), "utf8").split(/\s+/);
    rmdirSync(join(root, "proscenium-test"));
    return ["cpu", "memory"].every((one) => offered.includes(one));
  } catch {
    return false;
  }
});

it.skipIf(KERNEL === undefined)("the kernel takes the limits, and the processes into their groups", async () => {
  const root = KERNEL ?? "";
  const script = join(folder, "idle.mjs");
  writeFileSync(script, 'process.on("disconnect", () => process.exit(0)); process.send("up");');
  const children = [fork(script), fork(script)];
  await Promise.all(children.map((child) => new Promise((resolve) => child.once("message", resolve))));
  const [main, analysis] = children.map(({ pid }) => pid ?? 0);
  const base = join(root, "proscenium-test");
  mkdirSync(base);
  try {
    writeFileSync(join(base, "cgroup.procs"), String(main));
    const ownFile = join(folder, "own");
    writeFileSync(ownFile, readFileSync(`/proc/${main}/cgroup`, "utf8"));
    ControlGroups.open(log, { root, ownFile, pid: main ?? 0 })?.place("analysis", analysis, limits);
    expect(readFileSync(`/proc/${analysis}/cgroup`, "utf8")).toContain("0::/proscenium-test/analysis");
    expect(readFileSync(join(base, "analysis/cpu.max"), "utf8").trim()).toBe("150000 100000");
  } finally {
    const ended = children.map((child) => new Promise((resolve) => child.once("exit", resolve)));
    for (const child of children) child.disconnect();
    await Promise.all(ended);
    await eventually(() => {
      try {
        for (const path of ["analysis", "main", ""]) if (existsSync(join(base, path))) rmdirSync(join(base, path));
        return true;
      } catch {
        return false;
      }
    }, "the groups are empty");
  }
});
