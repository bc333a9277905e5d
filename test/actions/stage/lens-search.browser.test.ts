/**
 * The circles of the shared cases, in pictures of the format that the recorder gives to the finder: 512 px wide, as
 * JPEG.
 */
import { expect, test } from "vitest";
import { LensSearch } from "#actions/stage/lens-search.ts";

interface Circle {
  readonly picture: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly cx: number;
  readonly cy: number;
  readonly r: number;
  readonly tolerance: { readonly centre: number; readonly radius: number };
  /** false: it is allowed to find none, but not a wrong one */
  readonly required: boolean;
}

const fixture = (name: string): Promise<Response> => fetch(new URL(`../../fixtures/circles/${name}`, import.meta.url));
const circles = (await (await fixture("circles.json")).json()) as Circle[];
const pictureOf = async (name: string): Promise<ImageBitmap> => createImageBitmap(await (await fixture(name)).blob());

test.each(circles)("$picture", async ({ picture, widthPx, heightPx, cx, cy, r, tolerance, required }) => {
  const bitmap = await pictureOf(picture);
  const lens = new LensSearch().add(bitmap)?.lens;
  bitmap.close();
  if (!lens) return expect(required).toBe(false);
  const away = Math.hypot(lens.centerX * widthPx - cx, lens.centerY * heightPx - cy);
  expect(away).toBeLessThanOrEqual(tolerance.centre);
  expect(Math.abs(lens.radius * Math.min(widthPx, heightPx) - r)).toBeLessThanOrEqual(tolerance.radius);
});
