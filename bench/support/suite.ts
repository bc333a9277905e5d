import Benchmark from "benchmark";

/** One comparison inside one run: `candidate` and `baseline` do the same work. */
interface Comparison {
  readonly name: string;
  readonly baseline: { readonly name: string; readonly run: () => void };
  readonly candidate: { readonly name: string; readonly run: () => void };
  /** the highest allowed ratio of the times of candidate and baseline */
  readonly target: number;
}

interface Outcome {
  readonly name: string;
  /** the candidate's time divided by the baseline's: below 1 the candidate is faster */
  readonly ratio: number;
  readonly target: number;
  readonly detail: string;
}

/** Runs the comparisons with benchmark.js and gives the ratios of mean times. */
export function compare(comparisons: readonly Comparison[]): Outcome[] {
  return comparisons.map(({ name, baseline, candidate, target }) => {
    const means = new Map<string, number>();
    const suite = new Benchmark.Suite();
    for (const { name: title, run } of [baseline, candidate]) suite.add(title, run, { maxTime: 1.5 });
    suite.run({ async: false });
    suite.forEach((bench: Benchmark) => means.set(bench.name ?? "", bench.stats?.mean ?? Number.NaN));
    const base = means.get(baseline.name);
    const own = means.get(candidate.name);
    if (base === undefined || own === undefined) throw new Error(`${name}: a side did not run`);
    const micro = (seconds: number): string => `${(seconds * 1e6).toFixed(1)} µs`;
    return {
      name,
      ratio: own / base,
      target,
      detail: `${candidate.name} ${micro(own)}, ${baseline.name} ${micro(base)}`,
    };
  });
}

/** Prints outcomes as JSON lines for `npm run bench`. */
export function report(outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) process.stdout.write(`${JSON.stringify(outcome)}\n`);
}
