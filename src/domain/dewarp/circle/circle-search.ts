/** The first, coarse search for a fisheye's circle, in a picture of at most 512 px (design, dewarp 2.8). */
import { clamp } from "#base/geometry.ts";
import { offset, type PixelCircle, radiusAt, type RimPoint, robustCircle } from "./circle-fit.ts";
import { type Luma, percentile, sample } from "./luma.ts";

const LONG_SIDE_PX = 512;
const RAYS = 360;
const RUN = 6;
/** Share of all directions in which the rim must be seen: a circle that is cut on all four sides has its corners only. */
const ARC_MIN = 0.06;

/** The bright circle of a fisheye on its dark surround, to about half a percent of its radius; null when none is clear. */
export function searchCircle(picture: Luma): PixelCircle | null {
  const { luma, scale } = reduce(picture);
  const background = backgroundLevel(luma);
  if (background === null) return null;
  const threshold = background + clamp(0.15 * (percentile(luma.data, 0.92) - background), 5, 40);
  const centre = brightCentre(luma, threshold);
  if (!centre) return null;
  const edges = rayEdges(luma, centre, threshold, background);
  if (edges.length < 12) return null;
  const tolerance = 0.008 * Math.max(luma.width, luma.height);
  const fit = robustCircle(edges, tolerance);
  if (!fit || !isCredible(luma, edges, fit, tolerance, threshold)) return null;
  return { cx: fit.cx * scale.x, cy: fit.cy * scale.y, r: (fit.r * (scale.x + scale.y)) / 2 };
}

/** The picture averaged down to at most 512 px, and how many source pixels one of its pixels holds. */
function reduce(picture: Luma): { luma: Luma; scale: { x: number; y: number } } {
  const factor = Math.max(1, Math.max(picture.width, picture.height) / LONG_SIDE_PX);
  const width = Math.max(1, Math.round(picture.width / factor));
  const height = Math.max(1, Math.round(picture.height / factor));
  const sx = picture.width / width;
  const sy = picture.height / height;
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const y0 = Math.floor(y * sy);
    const y1 = Math.max(y0 + 1, Math.floor((y + 1) * sy));
    for (let x = 0; x < width; x += 1) {
      const x0 = Math.floor(x * sx);
      const x1 = Math.max(x0 + 1, Math.floor((x + 1) * sx));
      let sum = 0;
      for (let j = y0; j < y1; j += 1) for (let i = x0; i < x1; i += 1) sum += picture.data[j * picture.width + i] ?? 0;
      data[y * width + x] = sum / ((y1 - y0) * (x1 - x0));
    }
  }
  return { luma: { width, height, data }, scale: { x: sx, y: sy } };
}

/** Second darkest of the four corners' medians; null when the corners do not agree that they are dark surround. */
function backgroundLevel({ width, height, data }: Luma): number | null {
  const side = Math.max(4, Math.round(0.05 * Math.min(width, height)));
  const corner = (x0: number, y0: number): number => {
    const values: number[] = [];
    for (let y = y0; y < y0 + side; y += 1)
      for (let x = x0; x < x0 + side; x += 1) values.push(data[y * width + x] ?? 0);
    return percentile(values, 0.5);
  };
  const medians = [
    corner(0, 0),
    corner(width - side, 0),
    corner(0, height - side),
    corner(width - side, height - side),
  ];
  const [, second = 0, third = 0] = medians.sort((a, b) => a - b);
  return third - second > 24 ? null : second;
}

function brightCentre({ width, height, data }: Luma, threshold: number): { x: number; y: number } | null {
  const columns = new Uint32Array(width);
  const rows = new Uint32Array(height);
  let count = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[y * width + x] ?? 0) <= threshold) continue;
      columns[x] = (columns[x] ?? 0) + 1;
      rows[y] = (rows[y] ?? 0) + 1;
      count += 1;
    }
  }
  if (count < 0.02 * width * height) return null;
  const median = (histogram: Uint32Array): number => {
    let seen = 0;
    for (let index = 0; index < histogram.length; index += 1) {
      seen += histogram[index] ?? 0;
      if (seen * 2 >= count) return index + 0.5;
    }
    return histogram.length / 2;
  };
  return { x: median(columns), y: median(rows) };
}

/** Along each ray from the border inwards, the half-level crossing before the first run of bright samples. */
function rayEdges(luma: Luma, centre: { x: number; y: number }, threshold: number, background: number): RimPoint[] {
  const edges: RimPoint[] = [];
  for (let index = 0; index < RAYS; index += 1) {
    const angle = (2 * Math.PI * index) / RAYS;
    const dx = Math.cos(angle);
    const dy = Math.sin(angle);
    const toX = dx > 0 ? (luma.width - centre.x) / dx : dx < 0 ? -centre.x / dx : Number.POSITIVE_INFINITY;
    const toY = dy > 0 ? (luma.height - centre.y) / dy : dy < 0 ? -centre.y / dy : Number.POSITIVE_INFINITY;
    const steps = Math.floor(Math.min(toX, toY));
    const values = Array.from({ length: steps }, (_, step) => {
      const distance = steps - step;
      return sample(luma, centre.x + dx * distance, centre.y + dy * distance);
    });
    const first = values.findIndex(
      (_, at) => at + RUN <= steps && values.slice(at, at + RUN).every((v) => v > threshold),
    );
    // bright at the border: the circle is cut here
    if (first < 2) continue;
    const inside = percentile(values.slice(first, first + RUN), 0.5);
    const half = Math.max((background + inside) / 2, (background + threshold) / 2);
    let at = first;
    while (at > 0 && (values[at] ?? 0) > half) at -= 1;
    while (at < steps - 1 && (values[at + 1] ?? 0) <= half) at += 1;
    const before = values[at] ?? 0;
    const after = values[at + 1] ?? 0;
    const crossing = at + (after > before ? clamp((half - before) / (after - before), 0, 1) : 0);
    const distance = steps - crossing;
    edges.push({ x: centre.x + dx * distance, y: centre.y + dy * distance });
  }
  return edges;
}

function isCredible(
  luma: Luma,
  edges: readonly RimPoint[],
  circle: PixelCircle,
  tolerance: number,
  threshold: number,
): boolean {
  const inliers = edges.filter((edge) => offset(circle, edge) <= tolerance);
  if (inliers.length < 0.5 * edges.length || inliers.length < ARC_MIN * RAYS) return false;
  const rms = Math.sqrt(inliers.reduce((sum, edge) => sum + offset(circle, edge) ** 2, 0) / inliers.length);
  if (rms > 0.005 * circle.r) return false;
  if (Math.abs(circle.cx - luma.width / 2) > 0.25 * luma.width) return false;
  if (Math.abs(circle.cy - luma.height / 2) > 0.25 * luma.height) return false;
  const tally = { outside: 0, dark: 0, inside: 0, bright: 0 };
  for (let y = 0; y < luma.height; y += 1) {
    for (let x = 0; x < luma.width; x += 1) {
      const distance = radiusAt(circle, x + 0.5, y + 0.5);
      const isBright = (luma.data[y * luma.width + x] ?? 0) > threshold;
      if (distance > circle.r * 1.02) {
        tally.outside += 1;
        if (!isBright) tally.dark += 1;
      } else if (distance < circle.r * 0.98) {
        tally.inside += 1;
        if (isBright) tally.bright += 1;
      }
    }
  }
  return tally.outside > 0 && tally.dark >= 0.85 * tally.outside && tally.bright >= 0.25 * tally.inside;
}
