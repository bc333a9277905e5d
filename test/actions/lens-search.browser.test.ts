/** The circles of the shared cases, in pictures as the recorder gives them to the finder: 512 px wide, as JPEG. */
import { expect, test } from "vitest";
import { LensSearch } from "#actions/lens-search.ts";
import circles from "../fixtures/circles/circles.json" with { type: "json" };

const pictureOf = async (name: string): Promise<ImageBitmap> => {
  const answer = await fetch(new URL(`../fixtures/circles/${name}`, import.meta.url));
  return createImageBitmap(await answer.blob());
};

test.each(circles)("$picture", async ({ picture, widthPx, heightPx, cx, cy, r, tolerance, required }) => {
  const bitmap = await pictureOf(picture);
  const lens = new LensSearch().add(bitmap);
  bitmap.close();
  if (!lens) return expect(required).toBe(false);
  const away = Math.hypot(lens.centerX * widthPx - cx, lens.centerY * heightPx - cy);
  expect(away).toBeLessThanOrEqual(tolerance.centre);
  expect(Math.abs(lens.radius * Math.min(widthPx, heightPx) - r)).toBeLessThanOrEqual(tolerance.radius);
});
