/** Measures that compare the stage with itself after one change. */
import { note } from "./report.mjs";
import { describe, median } from "./runs.mjs";

/** 8: what names and badges cost while all tiles move. */
export async function overlay({ host, report, during, rounds }) {
  const runs = { with: [], without: [] };
  let apart = 0;
  for (let round = 0; round < rounds; round++) {
    for (const names of [true, false]) {
      const run = await host.onPage(async (page) => {
        await page.evaluate((with_) => window.bench.startStage("q", 64, with_, null, 64), names);
        const measured = await during(page);
        if (names) apart = Math.max(apart, await page.evaluate(() => window.bench.partialAgainstFull()));
        return measured;
      });
      runs[names ? "with" : "without"].push(run);
    }
  }
  const per = (list) => median(list.map((run) => run.cpuPerPresentMs));
  report.add({
    name: "8. overlay tax: CPU per present with names and badges / without, 64 tiles",
    ratio: per(runs.with) / per(runs.without),
    atMost: 1.3,
    detail: `${per(runs.with).toFixed(1)} against ${per(runs.without).toFixed(1)} ms`,
  });
  report.add({
    name: "8. partial against full redraw, largest pixel difference of 255",
    ratio: apart,
    atMost: 1,
    detail: "",
  });
}

/** 10: the path that the probe chose against each path fixed by hand. */
export async function upload({ host, report, during, rounds }) {
  const costs = {};
  for (let round = 0; round < rounds; round++) {
    for (const path of [null, "rgba-bytes", "i420-planes", "vf-teximage"]) {
      const run = await host.onPage(async (page) => {
        await page.evaluate((name) => window.bench.startStage("m", 16, true, name, 16), path);
        return during(page);
      });
      (costs[path ?? "chosen"] ??= []).push(1000 / run.perCpuSecond);
      note(`upload ${path ?? "chosen"}: ${describe(run)}`);
    }
  }
  const medians = Object.fromEntries(Object.entries(costs).map(([name, list]) => [name, median(list)]));
  const { chosen, ...fixed } = medians;
  report.add({
    name: `10. CPU per tile frame, path chosen by the probe (${report.about.uploadPath}) / best path`,
    ratio: chosen / Math.min(...Object.values(fixed)),
    atMost: 1.15,
    detail: Object.entries(medians)
      .map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`)
      .join(", "),
  });
}

/** Compares dewarped tiles with the same tiles undewarped, and many views of one camera with as many cameras. */
export async function dewarp({ host, report, during, rounds }) {
  const run = (start) =>
    host.onPage(async (page) => {
      await start(page);
      return during(page);
    });
  const dewarped = (tiles, sources, painter = "webgl2") =>
    run((page) => page.evaluate((choice) => window.bench.startDewarped("m", ...choice), [tiles, sources, painter]));
  const plain = (tiles) => run((page) => page.evaluate((n) => window.bench.startStage("m", n, false, null, n), tiles));
  const perPresent = async (measure) => {
    const runs = [];
    for (let round = 0; round < rounds; round++) runs.push(await measure());
    return median(runs.map(({ cpuPerPresentMs }) => cpuPerPresentMs));
  };
  for (const tiles of [1, 8, 16, 32]) {
    const own = await perPresent(() => dewarped(tiles, tiles));
    const base = await perPresent(() => plain(tiles));
    report.add({
      name: `CPU per present, ${tiles} dewarped tiles / the same plain`,
      ratio: own / base,
      atMost: tiles === 16 ? 2 : null,
      detail: `${own.toFixed(1)} against ${base.toFixed(1)} ms`,
    });
  }
  const own = await perPresent(() => dewarped(16, 16, "canvas2d"));
  const base = await perPresent(() =>
    run((page) => page.evaluate(() => window.bench.start("stage-2d", "m", 16, false))),
  );
  report.add({
    name: "13. CPU per present, 16 dewarped tiles / the same plain, on a 2D canvas",
    ratio: own / base,
    atMost: 3,
    detail: `${own.toFixed(1)} against ${base.toFixed(1)} ms`,
  });
  const one = await perPresent(() => dewarped(16, 1));
  const many = await perPresent(() => dewarped(16, 16));
  report.add({
    name: "CPU per present, 16 views of one camera / of 16 cameras",
    ratio: one / many,
    atMost: 0.67,
    detail: `${one.toFixed(1)} against ${many.toFixed(1)} ms`,
  });
}

/** 12: a lost context. */
export async function recovery({ host, report }) {
  const { ms, difference } = await host.onPage(async (page) => {
    await page.evaluate(() => window.bench.start("stage", "q", 16));
    await page.evaluate(() => window.bench.warm());
    return page.evaluate(() => window.bench.recovery());
  });
  report.add({
    name: "12. s from losing the context to the same picture",
    ratio: ms / 1000,
    atMost: 1,
    detail: `100 ms of it lost; largest difference ${difference} of 255`,
  });
  report.add({ name: "12. largest pixel difference after recovery, of 255", ratio: difference, atMost: 1, detail: "" });
}
