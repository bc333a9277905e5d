/** All analysis processes as one: each feed is given to one of them, and stays there. */
import type { Disposer } from "#base/disposer.ts";
import { need } from "#base/assert.ts";
import { AnalysisLink } from "./analysis-link.ts";
import type { Analysis, AnalysisFeed, FeedOptions, OpusFeed } from "./analysis.ts";

interface Worker {
  readonly connected: boolean;
  /** pixels per second */
  readonly load: number;
}

/** Where something new goes: to a process that is there, with the least to decode; the first of equals. */
export function placeFor<W extends Worker>(workers: readonly W[]): W {
  const there = workers.filter(({ connected }) => connected);
  const candidates = there.length > 0 ? there : workers;
  return need(
    candidates.reduce<W | null>((best, one) => (best === null || one.load < best.load ? one : best), null),
    "an analysis process",
  );
}

export class AnalysisWorkers implements Analysis {
  readonly #links: readonly AnalysisLink[];

  /** `paths`: a unix socket (or named pipe) to serve on for each process, at least one */
  constructor(paths: readonly string[]) {
    this.#links = paths.map((path) => new AnalysisLink(path));
  }

  get connected(): boolean {
    return this.#links.some(({ connected }) => connected);
  }

  /** all of them are there */
  get isWhole(): boolean {
    return this.#links.every(({ connected }) => connected);
  }

  /** Calls back when one of the processes connects and disconnects; `at`: its place in the list of paths. */
  onConnection(listener: (connected: boolean, at: number) => void): Disposer {
    const ends = this.#links.map((link, at) => link.onConnection((connected) => listener(connected, at)));
    return () => {
      for (const end of ends) end();
    };
  }

  async listen(): Promise<void> {
    await Promise.all(this.#links.map((link) => link.listen()));
  }

  async close(): Promise<void> {
    await Promise.all(this.#links.map((link) => link.close()));
  }

  openFeed(options: FeedOptions): AnalysisFeed {
    return placeFor(this.#links).openFeed(options);
  }

  openOpus(...order: Parameters<Analysis["openOpus"]>): OpusFeed {
    return placeFor(this.#links).openOpus(...order);
  }

  picture(...order: Parameters<Analysis["picture"]>): ReturnType<Analysis["picture"]> {
    return placeFor(this.#links).picture(...order);
  }
}
