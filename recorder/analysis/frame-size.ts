import type { Size } from "#base/geometry.ts";

const even = (value: number): number => Math.max(2, Math.round(value / 2) * 2);

/**
 * The largest even size with the source's shape inside the box, never larger than the source. 0 = no limit on that
 * side.
 */
export function fitInside(source: Size, box: Size): Size {
  const scale = Math.min(
    1,
    box.width > 0 ? box.width / source.width : 1,
    box.height > 0 ? box.height / source.height : 1,
  );
  return { width: even(source.width * scale), height: even(source.height * scale) };
}
