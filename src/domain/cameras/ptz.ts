/** Moving cameras: which axes, gamepad, pointer, presets (document 1, sections 3, 5, 9). */
import { type Failure, refuse } from "../failures/failure.ts";
import { clamp, type Point, type Size } from "#base/geometry.ts";
import { ok, type Result } from "#base/result.ts";
import { DEFAULT_MAX_PRESETS, GAMEPAD_DEAD_ZONE, PRESET_NAME_MAX } from "../limits/ptz.ts";

export interface PtzAxes {
  readonly pan: boolean;
  readonly tilt: boolean;
  readonly zoom: boolean;
}
/** Speeds from -1 to 1. pan > 0 to the right, tilt > 0 up, zoom > 0 closer. */
export interface PtzMove {
  readonly pan: number;
  readonly tilt: number;
  readonly zoom: number;
}
export const ptzStill: PtzMove = { pan: 0, tilt: 0, zoom: 0 };

/** The axes to offer: all that the camera has, or none, by the permission. Zoom-only cameras exist. */
export const offeredAxes = (capability: Partial<PtzAxes> | null | undefined, permitted: boolean): PtzAxes => ({
  pan: permitted && capability?.pan === true,
  tilt: permitted && capability?.tilt === true,
  zoom: permitted && capability?.zoom === true,
});
export const hasPtz = (axes: PtzAxes): boolean => axes.pan || axes.tilt || axes.zoom;

/** A move with only the offered axes, each within -1..1. */
export const limitMove = (move: PtzMove, axes: PtzAxes): PtzMove => ({
  pan: axes.pan ? clamp(move.pan, -1, 1) : 0,
  tilt: axes.tilt ? clamp(move.tilt, -1, 1) : 0,
  zoom: axes.zoom ? clamp(move.zoom, -1, 1) : 0,
});
export const isStill = (move: PtzMove): boolean => move.pan === 0 && move.tilt === 0 && move.zoom === 0;

/** An axis of a gamepad: nothing inside the dead zone of 0.1. */
export const deadZone = (value: number): number =>
  Number.isFinite(value) && Math.abs(value) >= GAMEPAD_DEAD_ZONE ? clamp(value, -1, 1) : 0;

/** Speeds from a drag: full speed half a tile away from where it began. */
export const moveFromDrag = (start: Point, now: Point, tile: Size): PtzMove => ({
  pan: clamp((now.x - start.x) / (tile.width / 2), -1, 1),
  tilt: clamp((start.y - now.y) / (tile.height / 2), -1, 1),
  zoom: 0,
});

/** Click-to-centre: the clicked point relative to the middle, -1..1 each, x to the right and y up. */
export const centreOffset = (point: Point, tile: Size): Point => ({
  x: clamp((point.x / tile.width) * 2 - 1, -1, 1),
  y: clamp(1 - (point.y / tile.height) * 2, -1, 1),
});

/** A gamepad as the browser reports it in the standard mapping. */
export interface GamepadReading {
  readonly axes: readonly number[];
  /** 0..1 each */
  readonly buttons: readonly number[];
}
/** The gamepad's commands to the stage: cursor and scroll speeds -1..1, zoom -1..1, buttons held. */
export interface GamepadIntent {
  readonly cursor: Point;
  readonly scroll: Point;
  readonly zoom: number;
  readonly click: boolean;
  readonly back: boolean;
  readonly forward: boolean;
}

/** Left stick: cursor; right stick: scroll; triggers: zoom; first button: click; shoulders: back and forward. */
export function gamepadIntent({ axes, buttons }: GamepadReading): GamepadIntent {
  const axis = (index: number) => deadZone(axes[index] ?? 0);
  const pressed = (index: number) => (buttons[index] ?? 0) > 0.5;
  return {
    cursor: { x: axis(0), y: axis(1) },
    scroll: { x: axis(2), y: axis(3) },
    zoom: deadZone((buttons[7] ?? 0) - (buttons[6] ?? 0)),
    click: pressed(0),
    back: pressed(4) || pressed(1),
    forward: pressed(5),
  };
}

/** The same gamepad while a player's PTZ is on: left stick pans and tilts, triggers zoom. */
export function gamepadMove(reading: GamepadReading, axes: PtzAxes): PtzMove {
  const { cursor, zoom } = gamepadIntent(reading);
  return limitMove({ pan: cursor.x, tilt: cursor.y === 0 ? 0 : -cursor.y, zoom }, axes);
}

// --- presets -----------------------------------------------------------------------------------------------------

/** The most presets that a camera may have: 10 unless the camera states its own number. */
export const maxPresets = (stated: number | null | undefined): number =>
  stated === null || stated === undefined || !Number.isFinite(stated) ? DEFAULT_MAX_PRESETS : Math.max(0, stated);

/** The presets pane appears when the maximum is above 0. */
export const presetsShown = (max: number): boolean => max > 0;
/** Adding is disabled at the maximum, and for users who may only look. */
export const mayAddPreset = (count: number, max: number, mayManage: boolean): boolean => mayManage && count < max;

/** The name as it is saved, or the text about what is wrong with it. */
export function presetName(typed: string): Result<string, Failure> {
  const name = typed.trim();
  if (name === "") return refuse("preset/name-required");
  if (name.length > PRESET_NAME_MAX) return refuse("preset/name-too-long");
  if (!/^[A-Za-z0-9 ]+$/.test(name)) return refuse("preset/name-characters");
  return ok(name);
}
