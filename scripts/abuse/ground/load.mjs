/** Processes of others that want the processors as well: each in a session of its own, so that none shares its part with ours. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { keep, letGo } from "./keeper.mjs";
import { availableParallelism, loadavg, setPriority } from "node:os";

/** They end by themselves, should nobody end them. */
const LONGEST_MS = 900_000;

/** How many processes want each core, by the average of the last minute. */
export const loadPerCore = () => loadavg()[0] / availableParallelism();

/** Begins as many busy processes as are missing to so many per core; the returned function ends them. */
export function burn(perCore) {
  const missing = Math.max(0, Math.ceil((perCore - loadPerCore()) * availableParallelism()));
  const children = Array.from({ length: missing }, () =>
    spawn(process.execPath, ["-e", `for (const end = Date.now() + ${LONGEST_MS}; Date.now() < end; );`], {
      stdio: ["ignore", "ignore", "ignore"],
      detached: true,
    }),
  );
  for (const { pid } of children) keep("process", pid);
  return () => {
    for (const { pid } of children) letGo("process", pid);
    for (const child of children) child.kill("SIGKILL");
  };
}

/** Gives a process, and the session of which it is the first, what processors it wants; false where that is not allowed. */
export function goesFirst(pid) {
  try {
    setPriority(pid, -15);
    // Linux shares the processors between sessions first, where it has been built so.
    writeFileSync(`/proc/${pid}/autogroup`, "-15");
    return true;
  } catch {
    return false;
  }
}
