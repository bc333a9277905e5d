/** Measures that compare the wall with other designs, and measures of a wall on which little moves. */
import { rested, spanned } from "../support/measuring.mjs";
import { note } from "./report.mjs";
import { describe, middle, share } from "./runs.mjs";

const DISPLAY_FRAME_MS = 1000 / 60;

/** 1 to 4 and 11: the same streams shown by each design. */
export async function wall({ host, report, during, rounds }, clip, tiles) {
  const label = `${tiles} x ${clip === "q" ? "320x180@10" : "640x360@15"}`;
  const designs = ["stage", "stage-2d", "video", "canvases", "naive-gl"];
  const runs = Object.fromEntries(designs.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of designs) {
      const run = await host.onPage(async (page) => {
        await page.evaluate(([a, b, c]) => window.bench.start(a, b, c), [name, clip, tiles]);
        return during(page, { frames: true });
      });
      runs[name].push(run);
      note(`${label} ${name}: ${describe(run)}`);
    }
  }
  const best = Object.fromEntries(designs.map((name) => [name, middle(runs[name])]));
  const { stage, video } = best;
  const big = tiles === 64;
  const targets = clip === "q" ? [1.5, 2, 4] : [1.8, 2, 4];
  for (const [at, name] of ["video", "canvases", "naive-gl"].entries()) {
    report.add({
      name: `${at === 0 ? 1 : 2}. tile frames per CPU second, stage / ${name}, ${label}`,
      ratio: stage.perCpuSecond / best[name].perCpuSecond,
      atLeast: big ? targets[at] : null,
      detail: `${stage.perCpuSecond.toFixed(0)} against ${best[name].perCpuSecond.toFixed(0)}`,
    });
  }
  const twoD = best["stage-2d"];
  report.add({
    name: `12. tile frames per CPU second, stage on a 2D canvas / video, ${label}`,
    ratio: twoD.perCpuSecond / video.perCpuSecond,
    atLeast: null,
    detail: `${twoD.perCpuSecond.toFixed(0)} against ${video.perCpuSecond.toFixed(0)}; WebGL ${stage.perCpuSecond.toFixed(0)}`,
  });
  report.add({
    name: `12. delivered share, stage on a 2D canvas, ${label}`,
    ratio: share(twoD),
    atLeast: null,
    detail: `WebGL ${share(stage).toFixed(2)}, video ${share(video).toFixed(2)}`,
  });
  const stageShare = share(stage);
  if (big && clip === "m") {
    report.add({
      name: `3. delivered share, ${label}`,
      ratio: stageShare,
      atLeast: 0.8,
      detail: `${stage.presentsPerSecond.toFixed(1)} presents/s`,
    });
    report.add({
      name: `3. delivered, stage / video, ${label}`,
      ratio: stageShare / share(video),
      atLeast: 1.8,
      detail: `video ${share(video).toFixed(2)}`,
    });
  } else
    report.add({
      name: `3. delivered share, ${label}`,
      ratio: stageShare,
      atLeast: null,
      detail: `video ${share(video).toFixed(2)}`,
    });
  report.add({
    name: `4. main-thread frame gap p95, stage / video, ${label}`,
    ratio: stage.gapP95Ms / video.gapP95Ms,
    atMost: big ? 0.4 : null,
    detail: `${stage.gapP95Ms.toFixed(0)} against ${video.gapP95Ms.toFixed(0)} ms`,
  });
  const tickMs = 1000 / stage.tickHz;
  report.add({
    name: `11. arrival to present p95 / (tick + a display frame), ${label}`,
    ratio: stage.latencyP95Ms / (tickMs + DISPLAY_FRAME_MS),
    atMost: 1,
    detail: `${stage.latencyP95Ms.toFixed(0)} ms at ${stage.tickHz} Hz`,
  });
}

/**
 * 5: long tasks on the main thread, with each painter. The baseline has the same tasks in a thread of its own: they take the
 * same time of the cores, so that what is left is what the stage owes to the main thread.
 */
export async function jank({ host, report, during, rounds }) {
  for (const design of ["stage-2d", "stage"]) {
    const latencies = new Map();
    const run = async (taskMs, elsewhere) => {
      const one = await host.onPage(async (page) => {
        await page.evaluate((name) => window.bench.start(name, "m", 4), design);
        if (taskMs > 0) await page.evaluate(([ms, away]) => window.bench.jank(ms, away), [taskMs, elsewhere]);
        return during(page);
      });
      const name = `${taskMs} ${elsewhere}`;
      note(`${design}, ${taskMs} ms ${elsewhere ? "elsewhere" : "in the page"}: ${describe(one)}`);
      latencies.set(name, [...(latencies.get(name) ?? []), one.latencyP95Ms]);
    };
    for (let round = 0; round < rounds; round += 1) {
      await run(0, false);
      for (const taskMs of [50, 200]) for (const elsewhere of [false, true]) await run(taskMs, elsewhere);
    }
    const median = (name) => latencies.get(name).toSorted((a, b) => a - b)[Math.floor(latencies.get(name).length / 2)];
    for (const taskMs of [50, 200]) {
      const page = median(`${taskMs} false`);
      report.add({
        name: `5. tile latency p95 with ${taskMs} ms tasks in the page / in another thread, ${design}`,
        ratio: page / median(`${taskMs} true`),
        atMost: 1.1,
        detail: `${page.toFixed(0)} against ${median(`${taskMs} true`).toFixed(0)} ms; ${median("0 false").toFixed(0)} ms without`,
      });
      report.add({
        name: `5. tile latency p95 with ${taskMs} ms main-thread tasks / without, ${design}`,
        ratio: page / median("0 false"),
        atMost: null,
        detail: "also what the tasks take of the cores",
      });
    }
  }
}

/** 6: a wall on which nothing moves. */
export async function idle({ host, report, seconds }) {
  const still = async (redraw) =>
    host.onPage(async (page) => {
      await page.evaluate(() => window.bench.startStage("q", 16, true, null, 16));
      await page.evaluate(() => window.bench.warm());
      await page.evaluate(() => window.bench.freeze());
      // the GPU process must first finish the work from the start
      await rested(host.cpuSeconds);
      if (redraw) await page.evaluate(() => window.bench.redrawAll(0));
      const before = await host.cpuSeconds();
      const ms = await spanned(seconds * 1000);
      return (((await host.cpuSeconds()) - before) * 1000) / ms;
    });
  const rest = await still(false);
  const busy = await still(true);
  report.add({
    name: "6. idle CPU, still stage / same redrawn at every display frame",
    ratio: rest / busy,
    atMost: 0.02,
    detail: `${(rest * 1000).toFixed(1)} against ${(busy * 1000).toFixed(0)} CPU ms per second`,
  });
}

/** 7: one of 64 tiles moves; against the same with everything drawn each time. */
export async function damage({ host, report, during }) {
  const run = async (full) =>
    host.onPage(async (page) => {
      await page.evaluate(() => window.bench.startStage("q", 64, true, null, 64));
      await page.evaluate(() => window.bench.warm());
      await page.evaluate((but) => window.bench.freeze(but), full ? 0 : 1);
      if (full) await page.evaluate(() => window.bench.redrawAll(10));
      return during(page);
    });
  const one = await run(false);
  const all = await run(true);
  report.add({
    name: "7. CPU per present, 1 of 64 tiles dirty / everything redrawn",
    ratio: one.cpuPerPresentMs / all.cpuPerPresentMs,
    atMost: 0.5,
    detail: `${one.cpuPerPresentMs.toFixed(1)} against ${all.cpuPerPresentMs.toFixed(1)} ms`,
  });
}
