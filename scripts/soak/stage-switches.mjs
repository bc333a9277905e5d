/**
 * The memory of the whole browser while two saved stages are shown in turn, again and again: `node
 * scripts/soak/stage-switches.mjs [switches]` (default 500; ten minutes: 200 are too few for a result). Prints the memory
 * after every tenth switch and its growth per 100 (limit 1 MB), also for each kind of process.
 */
import { browserMemory, cleanHeap, collectable, said, slope, sum } from "../../bench/support/memory.mjs";
import { addTiles, shownTiles, signedInPage, startProduct } from "../../bench/support/product.mjs";

const SWITCHES = Number(process.argv[2] ?? 500);
const EVERY = 10;
/**
 * After this number of switches, everything that is made once and kept exists (programs, texture pools, compiled code,
 * the browser's own records of a page).
 */
const WARM = 300;
const LIMIT_MB = 1;
const TILES = { A: 4, B: 6 };

const product = await startProduct(collectable);
try {
  const { page } = await signedInPage(product);
  await page.getByRole("tab", { name: "Stages" }).click();
  for (const [name, count] of Object.entries(TILES)) await saved(page, name, count);
  const cdp = await page.context().newCDPSession(page);
  const memory = await browserMemory(product.browser);

  const samples = [];
  for (let switched = 0; switched <= WARM + SWITCHES; switched += 1) {
    const name = switched % 2 === 0 ? "A" : "B";
    await page.getByRole("button", { name: new RegExp(`^Show stage ${name}(,|$)`) }).click();
    await page.waitForFunction(
      (count) => {
        const tiles = [...document.querySelectorAll("[data-tile-id]")];
        return tiles.length === count && tiles.every((tile) => tile.dataset.state === "playing");
      },
      TILES[name],
      { timeout: 60_000 },
    );
    // Always measured at the same stage: A.
    if (switched < WARM || (switched - WARM) % EVERY !== 0) continue;
    const heapMb = await cleanHeap(page, cdp);
    const mbOfKind = memory();
    const sample = { switched: switched - WARM, privateMb: sum(mbOfKind), mbOfKind, heapMb };
    samples.push(sample);
    process.stdout.write(
      `${sample.switched} switches: ${sample.privateMb.toFixed(1)} MB private in all processes (${said(mbOfKind, 1)}), ${sample.heapMb.toFixed(2)} MB JavaScript of the page\n`,
    );
  }
  const growth = (of) => slope(samples.map((sample) => [sample.switched, of(sample)])) * 100;
  const all = growth(({ privateMb: mb }) => mb);
  const heap = growth(({ heapMb }) => heapMb);
  const growths = Object.fromEntries(
    Object.keys(samples[0].mbOfKind).map((kind) => [kind, growth(({ mbOfKind }) => mbOfKind[kind])]),
  );
  process.stdout.write(
    `growth per 100 switches: ${all.toFixed(2)} MB private (limit ${LIMIT_MB}; ${said(growths, 2)}), ${heap.toFixed(3)} MB JavaScript\n`,
  );
  process.exitCode = all < LIMIT_MB ? 0 : 1;
} finally {
  await product.stop();
}

/** Puts this number of cameras on an empty stage and saves it. */
async function saved(page, name, count) {
  await page.getByRole("tab", { name: "Cameras" }).click();
  const clear = page.getByRole("button", { name: "Clear Stage" });
  if (await clear.isEnabled()) await clear.click();
  await page.evaluate(() => (window.__shown = {}));
  await addTiles(page, count);
  await shownTiles(product, page, count);
  await page.getByRole("tab", { name: "Stages" }).click();
  await page.getByRole("button", { name: "Save Stage" }).click();
  const dialog = page.getByRole("dialog", { name: "Save stage" });
  await dialog.getByLabel("Stage name").fill(name);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}
