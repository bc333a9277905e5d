/** Combines the results of several runs of a design. */

export function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
}
export function middle(runs) {
  return runs.toSorted((a, b) => a.perCpuSecond - b.perCpuSecond)[Math.floor(runs.length / 2)];
}
export function share(run) {
  return run.shown / run.due;
}
export function describe(run) {
  return `${run.shown} of ${Math.round(run.due)}, ${run.perCpuSecond.toFixed(0)} per CPU s, ${run.cpuPerSecondMs.toFixed(0)} CPU ms/s (${run.cpuByTypeMs}), ${run.presentsPerSecond.toFixed(1)} presents/s at ${run.tickHz} Hz, latency p95 ${run.latencyP95Ms.toFixed(0)} ms, replaced ${run.replaced}`;
}
