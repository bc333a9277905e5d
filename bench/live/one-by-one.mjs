/**
 * Adds a tile to a running wall and measures the time from its element in the page to its first picture on the stage,
 * again and again. Each tile is closed before the next one is added, so that the size of the wall stays the same.
 */

/** Returns the delays of the single tiles, ms. `window.__shown` is filled by the page's own observer (see run.mjs). */
export async function addedOneByOne(page, rounds) {
  const delays = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.evaluate((index) => {
      window.__before = new Set(Object.keys(window.__shown));
      const items = [...document.querySelectorAll("[data-camera-id]")];
      items[index % items.length].dispatchEvent(
        new MouseEvent("dblclick", { bubbles: true, cancelable: true, altKey: true }),
      );
    }, round);
    const added = await page.waitForFunction(() => {
      const id = Object.keys(window.__shown).find((each) => !window.__before.has(each));
      return id && window.__shown[id].playingMs ? { id, ...window.__shown[id] } : null;
    });
    const { id, addedMs, playingMs } = await added.jsonValue();
    delays.push(playingMs - addedMs);
    await page.locator(`[data-tile-id="${id}"]`).focus();
    await page.keyboard.press("Delete");
    await page.locator(`[data-tile-id="${id}"]`).waitFor({ state: "detached" });
  }
  return delays;
}
