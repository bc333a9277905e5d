import type { Page } from "@playwright/test";
import { blue, green, red } from "../../pages/fisheye.ts";

/**
 * Which markers of the demo's fisheye a picture of its whole stream shows, as the page's own account gets it; null while the
 * recorder has no picture yet: it was just started, or the machine is busy.
 */
export async function markersOf(page: Page, picturePath: string): Promise<string[] | null> {
  const text = await page.evaluate(async (path) => {
    const answer = await fetch(path);
    if (answer.status === 503) return null;
    if (!answer.ok) throw new Error(String(answer.status));
    const bitmap = await createImageBitmap(await answer.blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    if (!context) throw new Error("no canvas");
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    // As text: a list of a million numbers takes seconds on its way.
    const reader = new FileReader();
    const read = new Promise((resolve) => reader.addEventListener("load", resolve));
    reader.readAsDataURL(new Blob([data]));
    await read;
    return typeof reader.result === "string" ? (reader.result.split(",")[1] ?? "") : "";
  }, picturePath);
  if (text === null) return null;
  const pixels = Buffer.from(text, "base64");
  const found = Object.entries({ red, green, blue }).filter(([, { is }]) => {
    let count = 0;
    for (let at = 0; at < pixels.length; at += 4)
      if (is(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)) count += 1;
    return count > 8;
  });
  return found.map(([name]) => name);
}
