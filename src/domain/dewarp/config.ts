import { clamp } from "#base/geometry.ts";
import { fail, ok, type Result } from "#base/result.ts";
import {
  DEWARP_ANGLE_STEP_DEG,
  DEWARP_ASPECT_DEFAULT,
  DEWARP_ASPECT_MAX,
  DEWARP_ASPECT_MIN,
  DEWARP_DEPTH_DEFAULT,
  DEWARP_DEPTH_MAX,
  DEWARP_DEPTH_MIN,
  DEWARP_PAN_MAX_DEG,
  DEWARP_PAN_MIN_DEG,
  DEWARP_SHIFT_DEFAULT_DEG,
  DEWARP_SHIFT_MAX_DEG,
  DEWARP_SHIFT_MIN_DEG,
  DEWARP_TILT_MAX_DEG,
  DEWARP_TILT_MIN_DEG,
  DEWARP_VIEW_DEFAULT,
  DEWARP_ZOOM_MAX,
  DEWARP_ZOOM_MIN,
  DEWARP_ZOOM_STEP,
} from "../limits/dewarp.ts";
import type { DigitalZoom } from "../player/digital-zoom.ts";
import { DEFAULT_LENS, isMonotonic, type Lens } from "./lens.ts";

/** Dewarp settings and views of documents 1 (section 3) and 2 (sections 3, 5). Angles in degrees. */
export type Orientation = "ceiling" | "floor" | "wall";
/** A stage cell's dewarpMode: 0 off, 1 perspective, 2 equirectangular panorama. */
export type DewarpMode = 0 | 1 | 2;

export const DEWARP_LAYOUTS = ["single", "quad", "double-panorama"] as const;
export type DewarpLayout = (typeof DEWARP_LAYOUTS)[number];

export interface PerspectiveView {
  readonly pan: number;
  readonly tilt: number;
  readonly zoom: number;
}

/** What a fisheye's tile shows, as data that is kept: in a named view, or in a cell of a stage. */
export interface FisheyeLook {
  /** 1 perspective, 2 panorama */
  readonly mode: 1 | 2;
  readonly view: PerspectiveView;
  /** heading in the middle of the panorama, degrees */
  readonly shift: number;
  readonly layout: DewarpLayout;
  readonly panoramaZoom: DigitalZoom;
}

export interface DewarpConfig {
  readonly enable: boolean;
  readonly defaultMode: "perspective" | "panorama" | "warped";
  readonly orientation: Orientation;
  readonly defaultPerspectiveView: PerspectiveView;
  readonly perspectiveDepth: number;
  readonly panoramaAspectRatio: number;
  readonly panoramaShift: number;
  /** our extension: a known lens; null = detected, else the default circle */
  readonly lens: Lens | null;
}

export const DEFAULT_DEWARP_CONFIG: DewarpConfig = {
  enable: false,
  defaultMode: "perspective",
  orientation: "ceiling",
  defaultPerspectiveView: DEWARP_VIEW_DEFAULT,
  perspectiveDepth: DEWARP_DEPTH_DEFAULT,
  panoramaAspectRatio: DEWARP_ASPECT_DEFAULT,
  panoramaShift: DEWARP_SHIFT_DEFAULT_DEG,
  lens: null,
};

interface Range {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

interface ViewLimits {
  readonly pan: Range;
  readonly tilt: Range;
  readonly zoom: Range;
  /** pan goes round (ceiling, floor) or stops (wall) */
  readonly panWraps: boolean;
}

const ZOOM: Range = { min: DEWARP_ZOOM_MIN, max: DEWARP_ZOOM_MAX, step: DEWARP_ZOOM_STEP };
const ROUND: ViewLimits = {
  pan: { min: DEWARP_PAN_MIN_DEG, max: DEWARP_PAN_MAX_DEG, step: DEWARP_ANGLE_STEP_DEG },
  tilt: { min: DEWARP_TILT_MIN_DEG, max: DEWARP_TILT_MAX_DEG, step: DEWARP_ANGLE_STEP_DEG },
  zoom: ZOOM,
  panWraps: true,
};
const WALL: ViewLimits = {
  pan: { min: -90, max: 90, step: DEWARP_ANGLE_STEP_DEG },
  tilt: { min: -90, max: 90, step: DEWARP_ANGLE_STEP_DEG },
  zoom: ZOOM,
  panWraps: false,
};

/** Tilt 0 to 90 and pan 0 to 360 by default; a wall mount looks to both sides (document 2, section 5). */
export const viewLimits = (orientation: Orientation): ViewLimits => (orientation === "wall" ? WALL : ROUND);

export const DEPTH_RANGE: Range = { min: DEWARP_DEPTH_MIN, max: DEWARP_DEPTH_MAX, step: 0.1 };
export const ASPECT_RANGE: Range = { min: DEWARP_ASPECT_MIN, max: DEWARP_ASPECT_MAX, step: 0.1 };
export const SHIFT_RANGE: Range = { min: DEWARP_SHIFT_MIN_DEG, max: DEWARP_SHIFT_MAX_DEG, step: 1 };

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
/** An angle in [-180, 180). */
export const wrap180 = (degrees: number): number => modulo(degrees + 180, 360) - 180;
/** An angle in [0, 360). */
const wrap360 = (degrees: number): number => modulo(degrees, 360);

/** The view inside the limits of its mount: pan goes round where the mount allows it, everything else is clamped. */
export function clampView(orientation: Orientation, view: PerspectiveView): PerspectiveView {
  const limits = viewLimits(orientation);
  const pan = limits.panWraps ? wrap360(view.pan) : clamp(wrap180(view.pan), limits.pan.min, limits.pan.max);
  return {
    pan,
    tilt: clamp(view.tilt, limits.tilt.min, limits.tilt.max),
    zoom: clamp(view.zoom, limits.zoom.min, limits.zoom.max),
  };
}

/** The mode in which a player of this stream starts. */
export function initialDewarpMode(config: DewarpConfig): DewarpMode {
  if (!config.enable) return 0;
  if (config.defaultMode === "perspective") return 1;
  return config.defaultMode === "panorama" ? 2 : 0;
}

const number = (value: unknown): number | null => {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || value.trim() === "") return null;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : null;
};
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const MODES = ["perspective", "panorama", "warped"] as const;
const ORIENTATIONS = ["ceiling", "floor", "wall"] as const;

/**
 * Reads a recorder's dewarpConfiguration. Rejected unless mode, orientation and numeric fields are valid and enable is
 * boolean or 'true'/'false' (document 1, section 5); missing fields take their defaults, `{}` means never set. Values
 * outside their ranges are clamped, not rejected.
 */
export function parseDewarpConfig(raw: unknown): Result<DewarpConfig, DewarpField> {
  if (!isRecord(raw)) return fail("dewarpConfiguration");
  const base = DEFAULT_DEWARP_CONFIG;

  const enable = raw.enable ?? base.enable;
  if (enable !== true && enable !== false && enable !== "true" && enable !== "false") return fail("enable");
  const defaultMode = MODES.find((mode) => mode === (raw.defaultMode ?? base.defaultMode));
  if (!defaultMode) return fail("defaultMode");
  const orientation = ORIENTATIONS.find((name) => name === (raw.orientation ?? base.orientation));
  if (!orientation) return fail("orientation");

  const rawView = raw.defaultPerspectiveView ?? {};
  if (!isRecord(rawView)) return fail("defaultPerspectiveView");
  const view = { pan: 0, tilt: 0, zoom: 0 };
  for (const key of ["pan", "tilt", "zoom"] as const) {
    const value = number(rawView[key] ?? base.defaultPerspectiveView[key]);
    if (value === null) return fail(`defaultPerspectiveView.${key}` as const);
    view[key] = value;
  }
  const numbers = { perspectiveDepth: 0, panoramaAspectRatio: 0, panoramaShift: 0 };
  const ranges = { perspectiveDepth: DEPTH_RANGE, panoramaAspectRatio: ASPECT_RANGE, panoramaShift: SHIFT_RANGE };
  for (const key of ["perspectiveDepth", "panoramaAspectRatio", "panoramaShift"] as const) {
    const value = number(raw[key] ?? base[key]);
    if (value === null) return fail(key);
    numbers[key] = clamp(value, ranges[key].min, ranges[key].max);
  }
  const lens = raw.lens === undefined || raw.lens === null ? ok(null) : parseLens(raw.lens);
  if (!lens.ok) return lens;
  return ok({
    enable: enable === true || enable === "true",
    defaultMode,
    orientation,
    defaultPerspectiveView: clampView(orientation, view),
    ...numbers,
    lens: lens.value,
  });
}

/** The field that is not valid; "lens": its numbers do not fit one another. */
type LensField = "lens" | `lens.${keyof Lens}`;
type DewarpField =
  | "dewarpConfiguration"
  | Exclude<keyof DewarpConfig, "lens">
  | `defaultPerspectiveView.${keyof PerspectiveView}`
  | LensField;

const PROJECTIONS = ["equidistant", "equisolid", "stereographic", "orthographic", "polynomial"] as const;

/** Reads a lens description. */
export function parseLens(raw: unknown): Result<Lens, LensField> {
  if (!isRecord(raw)) return fail("lens");
  const projection = PROJECTIONS.find((name) => name === (raw.projection ?? DEFAULT_LENS.projection));
  if (!projection) return fail("lens.projection");
  const values = { fov: 0, centerX: 0, centerY: 0, radius: 0, stretch: 0, roll: 0 };
  for (const key of ["fov", "centerX", "centerY", "radius", "stretch", "roll"] as const) {
    const value = number(raw[key] ?? DEFAULT_LENS[key]);
    if (value === null) return fail(`lens.${key}` as const);
    values[key] = value;
  }
  if (values.radius <= 0 || values.stretch <= 0 || values.fov <= 0 || values.fov > 360) return fail("lens");
  if (projection === "orthographic" && values.fov > 180) return fail("lens.fov");
  const k: [number, number, number, number] = [0, 0, 0, 0];
  const rawK = raw.k ?? [0, 0, 0, 0];
  if (!Array.isArray(rawK)) return fail("lens.k");
  for (const index of [0, 1, 2, 3] as const) {
    const value = number(rawK[index] ?? 0);
    if (value === null) return fail("lens.k");
    k[index] = value;
  }
  const lens: Lens = { projection, ...values, k };
  // A lens that folds back has no inverse: clicks and the shaders would not agree.
  return isMonotonic(lens) ? ok(lens) : fail("lens.k");
}
