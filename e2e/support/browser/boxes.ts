import type { Locator } from "@playwright/test";

/** The rectangle of a visible element in CSS px of the page; throws when it is not visible. */
export async function boxOf(locator: Locator) {
  const found = await locator.boundingBox();
  if (!found) throw new Error("not shown");
  return found;
}

export async function centreOf(locator: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const { x, y, width, height } = await boxOf(locator);
  return { x: x + width / 2, y: y + height / 2 };
}
