/** The position of a PTZ camera in ONVIF's generic spaces: pan -1..1 (right), tilt -1..1 (up), zoom 0..1 (near). */
export interface PtzPosition {
  readonly pan: number;
  readonly tilt: number;
  readonly zoom: number;
}

interface PtzPreset {
  readonly token: string;
  readonly name: string;
  readonly position: PtzPosition;
}

/** The lens: converts positions to degrees. */
export const PTZ_PAN_DEG = 100;
export const PTZ_TOP_DEPRESSION_DEG = -8;
export const PTZ_BOTTOM_DEPRESSION_DEG = 52;
const PTZ_WIDE_FOV_DEG = 62;
const PTZ_TELE_FOV_DEG = 14;
const PTZ_ASPECT = 16 / 9;
const DEGREE = Math.PI / 180;

/**
 * The horizontal field of view at a zoom. Zoom changes the magnification as a lens does: each step multiplies it by the
 * same ratio.
 */
export function ptzFovDeg(zoom: number): number {
  const wide = Math.tan((PTZ_WIDE_FOV_DEG / 2) * DEGREE);
  const tele = Math.tan((PTZ_TELE_FOV_DEG / 2) * DEGREE);
  return (2 * Math.atan(wide * (tele / wide) ** zoom)) / DEGREE;
}

/** The speed at full deflection, in widths of the generic spaces per second. */
const MOVE_PER_S = 0.8;
const ZOOM_PER_S = 0.5;
/**
 * When a client has started a move and never stops it, the motor stops by itself after this time, as in real cameras.
 */
export const DEFAULT_MOVE_TIMEOUT_MS = 10_000;
export const MAX_PRESETS = 32;

const limit = (value: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, Number.isFinite(value) ? value : 0));

const inside = ({ pan, tilt, zoom }: PtzPosition): PtzPosition => ({
  pan: limit(pan, -1, 1),
  tilt: limit(tilt, -1, 1),
  zoom: limit(zoom, 0, 1),
});

const home: PtzPosition = { pan: 0, tilt: 0.35, zoom: 0 };

/** The motors and the memory of a PTZ camera. The caller passes the time: ms of any steady clock. */
export class PtzMount {
  #position: PtzPosition = home;
  #atMs: number;
  #speed: PtzPosition = { pan: 0, tilt: 0, zoom: 0 };
  #speedUntilMs = 0;
  #target: PtzPosition | null = null;
  readonly #presets = new Map<string, PtzPreset>();
  #nextToken = 1;
  /** increases with every call that moves or sets something */
  changes = 0;

  constructor(nowMs: number) {
    this.#atMs = nowMs;
    this.setPreset(null, "Crossing", home);
    this.setPreset(null, "East side", { pan: 0.75, tilt: 0.4, zoom: 0.25 });
    this.setPreset(null, "West side", { pan: -0.75, tilt: 0.4, zoom: 0.25 });
  }

  at(nowMs: number): PtzPosition {
    const seconds = Math.max(0, nowMs - this.#atMs) / 1000;
    const moving = Math.max(0, Math.min(nowMs, this.#speedUntilMs) - this.#atMs) / 1000;
    this.#atMs = nowMs;
    const { pan, tilt, zoom } = this.#position;
    const target = this.#target;
    if (target) {
      const step = (from: number, to: number, perS: number): number =>
        from + limit(to - from, -perS * seconds, perS * seconds);
      this.#position = {
        pan: step(pan, target.pan, MOVE_PER_S),
        tilt: step(tilt, target.tilt, MOVE_PER_S),
        zoom: step(zoom, target.zoom, ZOOM_PER_S),
      };
      const now = this.#position;
      if (now.pan === target.pan && now.tilt === target.tilt && now.zoom === target.zoom) this.#target = null;
    } else if (moving > 0) {
      this.#position = inside({
        pan: pan + this.#speed.pan * MOVE_PER_S * moving,
        tilt: tilt + this.#speed.tilt * MOVE_PER_S * moving,
        zoom: zoom + this.#speed.zoom * ZOOM_PER_S * moving,
      });
    }
    return this.#position;
  }

  moving(nowMs: number): boolean {
    this.at(nowMs);
    const { pan, tilt, zoom } = this.#speed;
    return this.#target !== null || (nowMs < this.#speedUntilMs && (pan !== 0 || tilt !== 0 || zoom !== 0));
  }

  /** speeds -1..1 */
  move(speed: PtzPosition, timeoutMs: number, nowMs: number): void {
    this.at(nowMs);
    this.#target = null;
    this.#speed = { pan: limit(speed.pan, -1, 1), tilt: limit(speed.tilt, -1, 1), zoom: limit(speed.zoom, -1, 1) };
    this.#speedUntilMs = nowMs + timeoutMs;
    this.changes += 1;
  }

  moveTo(position: Partial<PtzPosition>, nowMs: number): void {
    const from = this.at(nowMs);
    this.#speedUntilMs = 0;
    this.#target = inside({ ...from, ...position });
    this.changes += 1;
  }

  moveBy(step: PtzPosition, nowMs: number): void {
    const from = this.#target ?? this.at(nowMs);
    this.moveTo({ pan: from.pan + step.pan, tilt: from.tilt + step.tilt, zoom: from.zoom + step.zoom }, nowMs);
  }

  /** Moves a point of the picture (-1..1 from its middle, y up) to the middle: ONVIF's TranslationSpaceFov. */
  lookAt(point: { readonly x: number; readonly y: number; readonly zoom: number }, nowMs: number): void {
    const from = this.at(nowMs);
    const half = Math.tan((ptzFovDeg(from.zoom) / 2) * DEGREE);
    const panDeg = Math.atan(limit(point.x, -1, 1) * half) / DEGREE;
    const tiltDeg = Math.atan((limit(point.y, -1, 1) * half) / PTZ_ASPECT) / DEGREE;
    const pan = panDeg / PTZ_PAN_DEG;
    const tilt = (2 * tiltDeg) / (PTZ_BOTTOM_DEPRESSION_DEG - PTZ_TOP_DEPRESSION_DEG);
    this.moveTo({ pan: from.pan + pan, tilt: from.tilt + tilt, zoom: from.zoom + point.zoom }, nowMs);
  }

  stop(nowMs: number): void {
    this.at(nowMs);
    this.#target = null;
    this.#speedUntilMs = 0;
    this.changes += 1;
  }

  get presets(): readonly PtzPreset[] {
    return [...this.#presets.values()];
  }

  /** Stores a position; the token null creates a new one. Null: unknown token, or no room. */
  setPreset(token: string | null, name: string | null, position: PtzPosition): PtzPreset | null {
    if (token !== null && !this.#presets.has(token)) return null;
    if (token === null && this.#presets.size >= MAX_PRESETS) return null;
    const key = token ?? String(this.#nextToken++);
    const preset = { token: key, name: name ?? this.#presets.get(key)?.name ?? `Preset ${key}`, position };
    this.#presets.set(key, preset);
    return preset;
  }

  goTo(token: string, nowMs: number): boolean {
    const preset = this.#presets.get(token);
    if (preset) this.moveTo(preset.position, nowMs);
    return preset !== undefined;
  }

  removePreset(token: string): boolean {
    return this.#presets.delete(token);
  }

  goHome(nowMs: number): void {
    this.moveTo(home, nowMs);
  }
}
