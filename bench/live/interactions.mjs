/**
 * The actions of an operator while the wall plays, and the time of each until the next paint. The browser's own event
 * timing (the figure behind INP) gives it, so the connection to this script adds nothing.
 */

/** Rounds of clicks and keys on the signed-in stage; returns the delays of the single interactions, ms. */
export async function interactionDelays(page, rounds) {
  await page.evaluate(() => {
    window.__delays = new Map();
    new PerformanceObserver((list) => {
      // Down, up and click of one press are one interaction, and its longest event counts.
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
    // The first Escape empties the search, the second one closes the palette.
    await press("Escape");
    await press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator("[data-tile-id]").first().focus();
    await press("Tab");
    made += 1;
  }
  const seen = await page.evaluate(() => [...window.__delays.values()]);
  // The browser reports only interactions above 16 ms: the others are not slower than that.
  return [...seen, ...Array.from({ length: Math.max(0, made - seen.length) }, () => 16)];
}
