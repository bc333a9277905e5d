/** Circles through points of a rim: by chance against outliers, by least squares, and with what certainty. */

/** A circle in pixels of one picture. */
export interface PixelCircle {
  readonly cx: number;
  readonly cy: number;
  readonly r: number;
}

export interface RimPoint {
  readonly x: number;
  readonly y: number;
}

/** A fitted circle and how well its points hold it. */
interface FittedCircle extends PixelCircle {
  /** points that count, of those that were given */
  readonly used: readonly RimPoint[];
  /** root mean square distance of these from the circle, pixels */
  readonly rmsPx: number;
  /** standard error of centre and radius together, pixels: points that are neighbours err together */
  readonly errorPx: number;
}

const TRIALS = 500;
const REFITS = 5;
const STEPS = 12;
/** Points along the rim whose errors go together: they see the same edge of the scene, the same JPEG block. */
const NEIGHBOURS = 8;

/** Deterministic pseudo-random numbers in [0, 1): the same picture gives the same circle. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

function circleThrough(a: RimPoint, b: RimPoint, c: RimPoint): PixelCircle | null {
  const d = 2 * (a.x * (b.y - c.y) + b.x * (c.y - a.y) + c.x * (a.y - b.y));
  if (Math.abs(d) < 1e-6) return null;
  const square = (p: RimPoint): number => p.x * p.x + p.y * p.y;
  const cx = (square(a) * (b.y - c.y) + square(b) * (c.y - a.y) + square(c) * (a.y - b.y)) / d;
  const cy = (square(a) * (c.x - b.x) + square(b) * (a.x - c.x) + square(c) * (b.x - a.x)) / d;
  return { cx, cy, r: Math.hypot(a.x - cx, a.y - cy) };
}

/** Distance of a point from the centre. `Math.hypot` takes many times as long, and this runs millions of times. */
export function radiusAt({ cx, cy }: PixelCircle, x: number, y: number): number {
  const [dx, dy] = [x - cx, y - cy];
  return Math.sqrt(dx * dx + dy * dy);
}

/** Distance of a point from the rim. */
export const offset = (circle: PixelCircle, point: RimPoint): number =>
  Math.abs(radiusAt(circle, point.x, point.y) - circle.r);

/** Least squares circle (Kasa): solves x^2 + y^2 = A x + B y + C. */
function fitCircle(points: readonly RimPoint[]): PixelCircle | null {
  const n = points.length;
  if (n < 3) return null;
  const mx = points.reduce((sum, p) => sum + p.x, 0) / n;
  const my = points.reduce((sum, p) => sum + p.y, 0) / n;
  let sxx = 0;
  let sxy = 0;
  let syy = 0;
  let sxz = 0;
  let syz = 0;
  for (const point of points) {
    const x = point.x - mx;
    const y = point.y - my;
    const z = x * x + y * y;
    sxx += x * x;
    sxy += x * y;
    syy += y * y;
    sxz += x * z;
    syz += y * z;
  }
  const determinant = 2 * (sxx * syy - sxy * sxy);
  if (Math.abs(determinant) < 1e-9) return null;
  const ux = (sxz * syy - syz * sxy) / determinant;
  const uy = (syz * sxx - sxz * sxy) / determinant;
  return { cx: ux + mx, cy: uy + my, r: Math.sqrt(ux * ux + uy * uy + (sxx + syy) / n) };
}

/** The circle that most points agree with to `tolerance`. */
export function robustCircle(points: readonly RimPoint[], tolerance: number): PixelCircle | null {
  const random = seededRandom(20_240_817);
  const pick = (): RimPoint => points[Math.floor(random() * points.length)] as RimPoint;
  let best: PixelCircle | null = null;
  let most = 0;
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const circle = circleThrough(pick(), pick(), pick());
    if (!circle) continue;
    let count = 0;
    for (const point of points) if (offset(circle, point) <= tolerance) count += 1;
    if (count > most) {
      most = count;
      best = circle;
    }
  }
  for (let round = 0; best && round < REFITS; round += 1) {
    const circle: PixelCircle = best;
    best = fitCircle(points.filter((point) => offset(circle, point) <= tolerance)) ?? best;
  }
  return best;
}

/**
 * The circle with the smallest geometric distance from the points (Gauss-Newton), where points far off count less and
 * then not at all (Tukey's biweight): what is written across the rim does not draw it. Null when they hold no circle.
 * The algebraic fit above makes the circles of short arcs too small, by about a pixel at an arc of 60 degrees.
 */
export function fitRim(points: readonly RimPoint[], start: PixelCircle): FittedCircle | null {
  let circle = start;
  for (let step = 0; step < STEPS; step += 1) {
    const reach = 4.685 * Math.max(0.1, spread(points, circle));
    const sums = new NormalSums();
    for (const point of points) sums.add(point, circle, weightOf(offset(circle, point), reach));
    const change = sums.solve();
    if (!change) return null;
    circle = { cx: circle.cx + change.cx, cy: circle.cy + change.cy, r: circle.r + change.r };
    if (Math.hypot(change.cx, change.cy, change.r) < 1e-4) break;
  }
  const reach = 4.685 * Math.max(0.1, spread(points, circle));
  const used = points.filter((point) => weightOf(offset(circle, point), reach) > 0.2);
  if (used.length < 3) return null;
  const rmsPx = Math.sqrt(used.reduce((sum, point) => sum + offset(circle, point) ** 2, 0) / used.length);
  const sums = new NormalSums();
  for (const point of used) sums.add(point, circle, 1);
  const variance = sums.variance();
  if (variance === null) return null;
  return { ...circle, used, rmsPx, errorPx: rmsPx * Math.sqrt(variance * NEIGHBOURS) };
}

/** Standard deviation of the points' distances by their median, which outliers do not move. */
function spread(points: readonly RimPoint[], circle: PixelCircle): number {
  const distances = points.map((point) => offset(circle, point)).sort((a, b) => a - b);
  return 1.4826 * (distances[distances.length >> 1] ?? 0);
}

const weightOf = (distance: number, reach: number): number =>
  distance >= reach ? 0 : (1 - (distance / reach) ** 2) ** 2;

/** Normal equations of a step of Gauss-Newton for centre and radius. */
class NormalSums {
  /** the symmetric matrix of (cos, sin, 1) by rows: cc, cs, c, ss, s, n */
  readonly #m = [0, 0, 0, 0, 0, 0];
  readonly #right = [0, 0, 0];

  add(point: RimPoint, circle: PixelCircle, weight: number): void {
    const distance = radiusAt(circle, point.x, point.y);
    if (distance === 0 || weight === 0) return;
    const c = (point.x - circle.cx) / distance;
    const s = (point.y - circle.cy) / distance;
    const rest = distance - circle.r;
    [c * c, c * s, c, s * s, s, 1].forEach((value, at) => {
      this.#m[at] = (this.#m[at] ?? 0) + weight * value;
    });
    [c, s, 1].forEach((value, at) => {
      this.#right[at] = (this.#right[at] ?? 0) + weight * value * rest;
    });
  }

  /** The inverse's six different values (same order); null for points that hold no circle. */
  #inverse(): readonly [number, number, number, number, number, number] | null {
    const [cc = 0, cs = 0, c = 0, ss = 0, s = 0, n = 0] = this.#m;
    const determinant = cc * (ss * n - s * s) - cs * (cs * n - s * c) + c * (cs * s - ss * c);
    if (!(determinant > 1e-9 * n * n * n)) return null;
    return [
      (ss * n - s * s) / determinant,
      (c * s - cs * n) / determinant,
      (cs * s - c * ss) / determinant,
      (cc * n - c * c) / determinant,
      (c * cs - cc * s) / determinant,
      (cc * ss - cs * cs) / determinant,
    ];
  }

  solve(): PixelCircle | null {
    const inverse = this.#inverse();
    if (!inverse) return null;
    const [a, b, c, d, e, f] = inverse;
    const [x = 0, y = 0, z = 0] = this.#right;
    return { cx: a * x + b * y + c * z, cy: b * x + d * y + e * z, r: c * x + e * y + f * z };
  }

  /** Variance of centre and radius together for points that err by 1 px. */
  variance(): number | null {
    const inverse = this.#inverse();
    return inverse && inverse[0] + inverse[3] + inverse[5];
  }
}
