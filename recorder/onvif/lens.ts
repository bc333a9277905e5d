/**
 * The lens of a fisheye as the device describes it (tt:LensDescription): the offset of its centre, and how far from there a ray of each
 * angle falls. Lengths are ONVIF's normalized coordinates: -1 to 1 across the picture in both directions, y up.
 */
import { parseLens } from "#domain/dewarp/config.ts";
import { DEFAULT_LENS, type Lens } from "#domain/dewarp/lens.ts";
import { node, nodes, numberOf, type XmlNode } from "./soap/xml.ts";

const MOST_POINTS = 256;
/** Half the field of view; a narrower lens is no fisheye, and its picture is shown as it is. */
const FISHEYE_FROM_DEG = 50;
/** Angles this small at the rim are radians, which some devices write. */
const RADIANS_UP_TO = Math.PI;

interface Point {
  /** off the axis, radians */
  readonly angle: number;
  readonly radius: number;
}

/** `source`: a VideoSourceConfiguration. Null: it has no such description, or one that makes no sense. */
export function lensOf(
  source: XmlNode | undefined,
  picture: { readonly width: number; readonly height: number },
): Lens | null {
  const described = node(node(node(source?.Extension)?.Extension)?.LensDescription);
  if (!described || !(picture.width > 0 && picture.height > 0)) return null;
  const points = pointsOf(described);
  const rim = points.at(-1);
  if (!rim || (rim.angle * 180) / Math.PI < FISHEYE_FROM_DEG) return null;
  const offset = node(described.Offset);
  const radiusY = (rim.radius * picture.height) / 2;
  const circle = {
    fov: (2 * rim.angle * 180) / Math.PI,
    centerX: (1 + numberOf(offset?.["@x"])) / 2,
    centerY: (1 - numberOf(offset?.["@y"])) / 2,
    radius: radiusY / Math.min(picture.width, picture.height),
    stretch: stretchOf(numberOf(described.XFactor), picture.width / picture.height),
    roll: 0,
  };
  // With fewer terms where the curve through all of them would fold back.
  for (let terms = Math.min(4, points.length - 1); terms > 0; terms -= 1) {
    const k = fitted(points, terms);
    const lens = k ? parseLens({ ...circle, projection: "polynomial", k }) : null;
    if (lens?.ok) return lens.value;
  }
  const plain = parseLens({ ...circle, projection: DEFAULT_LENS.projection });
  return plain.ok ? plain.value : null;
}

/** In ascending order, without those that do not ascend. */
function pointsOf(described: XmlNode): Point[] {
  const read = nodes(described.Projection)
    .slice(0, MOST_POINTS)
    .map(({ Angle, Radius }) => ({ angle: numberOf(Angle), radius: numberOf(Radius) }))
    .filter(({ angle, radius }) => angle > 0 && radius > 0)
    .toSorted((a, b) => a.radius - b.radius);
  const unit = (read.at(-1)?.angle ?? 0) > RADIANS_UP_TO ? Math.PI / 180 : 1;
  const points: Point[] = [];
  for (const { angle, radius } of read) {
    const last = points.at(-1);
    if (!last || (angle * unit > last.angle && radius > last.radius)) points.push({ angle: angle * unit, radius });
  }
  return points;
}

/**
 * Horizontal by vertical radius. XFactor turns a length across into one along; devices differ in which of both they divide by, and a
 * lens is round unless its stream is not.
 */
function stretchOf(factor: number, aspect: number): number {
  if (factor <= 0) return 1;
  const off = (stretch: number): number => Math.abs(Math.log(stretch));
  const [as, against] = [factor * aspect, aspect / factor];
  return off(as) <= off(against) ? as : against;
}

/** The coefficients of radius = c θ (1 + k1 θ² + ...), by least squares; null when they cannot be told. */
function fitted(points: readonly Point[], terms: number): [number, number, number, number] | null {
  const size = terms + 1;
  const rows = Array.from({ length: size }, () => Array.from({ length: size + 1 }, () => 0));
  for (const { angle, radius } of points) {
    const powers = Array.from({ length: size }, (_, power) => angle ** (2 * power));
    for (const [at, row] of rows.entries()) {
      for (const [to, power] of powers.entries()) row[to] = (row[to] ?? 0) + (powers[at] ?? 0) * power;
      row[size] = (row[size] ?? 0) + ((powers[at] ?? 0) * radius) / angle;
    }
  }
  const solved = solve(rows);
  const [scale = 0, ...rest] = solved ?? [];
  if (!(scale > 0)) return null;
  const [k1 = 0, k2 = 0, k3 = 0, k4 = 0] = rest.map((one) => one / scale);
  return [k1, k2, k3, k4].every(Number.isFinite) ? [k1, k2, k3, k4] : null;
}

/** Gauss's elimination; the last column is the right side. */
function solve(rows: number[][]): number[] | null {
  const size = rows.length;
  for (let at = 0; at < size; at += 1) {
    const best = rows.slice(at).reduce((a, b) => (Math.abs(b[at] ?? 0) > Math.abs(a[at] ?? 0) ? b : a));
    const from = rows.indexOf(best);
    const top = best[at] ?? 0;
    if (Math.abs(top) < 1e-12) return null;
    [rows[at], rows[from]] = [best, rows[at] ?? best];
    for (const row of rows) {
      if (row === best) continue;
      const share = (row[at] ?? 0) / top;
      for (let to = at; to <= size; to += 1) row[to] = (row[to] ?? 0) - share * (best[to] ?? 0);
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}
