import { type Vector, vector } from "./vector.ts";

/** The position of a camera, and how its lens maps directions to pixels. */
export interface CameraView {
  readonly position: Vector;
  readonly widthPx: number;
  readonly heightPx: number;
  /** The direction that is seen at a point of the picture; null outside a round picture. */
  ray(x: number, y: number): Vector | null;
  /** The point at which a direction appears; null behind the camera or outside the lens. */
  project(direction: Vector): { readonly x: number; readonly y: number } | null;
}

const DEGREE = Math.PI / 180;

/** An ordinary lens. `depressionDeg`: below the horizon. */
export function perspectiveView(
  position: Vector,
  panDeg: number,
  depressionDeg: number,
  horizontalFovDeg: number,
  widthPx: number,
  heightPx: number,
): CameraView {
  const focal = widthPx / 2 / Math.tan((horizontalFovDeg / 2) * DEGREE);
  const [cosPan, sinPan] = [Math.cos(panDeg * DEGREE), Math.sin(panDeg * DEGREE)];
  const [cosDown, sinDown] = [Math.cos(depressionDeg * DEGREE), Math.sin(depressionDeg * DEGREE)];
  return {
    position,
    widthPx,
    heightPx,
    ray(px, py) {
      const x = (px - widthPx / 2) / focal;
      const y = (py - heightPx / 2) / focal;
      const length = Math.hypot(x, y, 1);
      const y2 = (y * cosDown + sinDown) / length;
      const z2 = (-y * sinDown + cosDown) / length;
      const x2 = x / length;
      return vector(x2 * cosPan + z2 * sinPan, y2, -x2 * sinPan + z2 * cosPan);
    },
    project(d) {
      const x = d.x * cosPan - d.z * sinPan;
      const z1 = d.x * sinPan + d.z * cosPan;
      const y = d.y * cosDown - z1 * sinDown;
      const z = d.y * sinDown + z1 * cosDown;
      if (z < 0.02) return null;
      return { x: widthPx / 2 + (focal * x) / z, y: heightPx / 2 + (focal * y) / z };
    },
  };
}

/**
 * An equidistant 180 degree lens whose circle fills the square picture: theta = 90 degrees * r / R. Pan 0 is the top of
 * the picture of a ceiling camera, clockwise; a wall camera looks north (pan 0) along its axis.
 */
export function fisheyeView(position: Vector, mount: "ceiling" | "wall", sidePx: number): CameraView {
  const radius = sidePx / 2;
  return {
    position,
    widthPx: sidePx,
    heightPx: sidePx,
    ray(px, py) {
      const a = (px - radius) / radius;
      const b = (py - radius) / radius;
      const r = Math.hypot(a, b);
      if (r > 1) return null;
      const theta = (r * Math.PI) / 2;
      const share = r === 0 ? 0 : Math.sin(theta) / r;
      const lens = vector(a * share, b * share, Math.cos(theta));
      // lens to world: the inverse of the mount's pitch of 90 degrees (ceiling) or nothing (wall)
      return mount === "wall" ? lens : vector(lens.x, lens.z, -lens.y);
    },
    project(d) {
      const lens = mount === "wall" ? d : vector(d.x, -d.z, d.y);
      const side = Math.hypot(lens.x, lens.y);
      const theta = Math.atan2(side, lens.z);
      if (theta > Math.PI / 2) return null;
      const share = side === 0 ? 0 : ((theta / (Math.PI / 2)) * radius) / side;
      return { x: radius + lens.x * share, y: radius + lens.y * share };
    },
  };
}

/**
 * A strip of directions: heading across, depression down, at equal intervals. Only for the PTZ camera's surroundings.
 */
export function panoramaView(
  position: Vector,
  fromPanDeg: number,
  fromDepressionDeg: number,
  degreesPerPx: number,
  widthPx: number,
  heightPx: number,
): CameraView {
  return {
    position,
    widthPx,
    heightPx,
    ray(px, py) {
      const pan = (fromPanDeg + px * degreesPerPx) * DEGREE;
      const down = (fromDepressionDeg + py * degreesPerPx) * DEGREE;
      return vector(Math.cos(down) * Math.sin(pan), Math.sin(down), Math.cos(down) * Math.cos(pan));
    },
    project(d) {
      const pan = Math.atan2(d.x, d.z) / DEGREE;
      const down = Math.asin(Math.max(-1, Math.min(1, d.y))) / DEGREE;
      return { x: (pan - fromPanDeg) / degreesPerPx, y: (down - fromDepressionDeg) / degreesPerPx };
    },
  };
}
