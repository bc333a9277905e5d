import type { Locator } from "@playwright/test";

/** CSS px of an element on the page; throws when it is not shown. */
export async function boxOf(locator: Locator) {
  const found = await locator.boundingBox();
  if (!found) throw new Error("not shown");
  return found;
}

export async function centreOf(locator: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const { x, y, width, height } = await boxOf(locator);
  return { x: x + width / 2, y: y + height / 2 };
}
