/**
 * What an operator does while the wall plays, and how long each took until the next paint: the browser's own event timing
 * (the figure behind INP), so nothing of the way to this script is in it.
 */

/** Rounds of clicks and keys on the signed-in stage; the delays of the single interactions, ms. */
export async function interactionDelays(page, rounds) {
  await page.evaluate(() => {
    window.__delays = new Map();
    new PerformanceObserver((list) => {
      // Down, up and click of one press are one interaction: its longest event counts.
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId)
          window.__delays.set(interactionId, Math.max(duration, window.__delays.get(interactionId) ?? 0));
    }).observe({ type: "event", durationThreshold: 16 });
  });
  let made = 0;
  const press = async (key) => {
    await page.keyboard.press(key);
    made += 1;
  };
  for (let round = 0; round < rounds; round += 1) {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("menu").waitFor();
    await press("ArrowDown");
    await press("ArrowDown");
    await press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await press("Control+k");
    await page.getByRole("dialog").waitFor();
    for (const letter of "yard") await press(letter);
    // The first empties the search, the second closes.
    await press("Escape");
    await press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator("[data-tile-id]").first().focus();
    await press("Tab");
    made += 1;
  }
  const seen = await page.evaluate(() => [...window.__delays.values()]);
  // The browser tells only of those above 16 ms: the others are not slower than that.
  return [...seen, ...Array.from({ length: Math.max(0, made - seen.length) }, () => 16)];
}
