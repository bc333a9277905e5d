/** Moves an ONVIF camera. Positions are -1..1 for pan and tilt, 0..1 for zoom, as ONVIF's generic spaces have them. */
import { clamp } from "#base/geometry.ts";
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { type CameraTour, toursIn } from "./preset-tours.ts";
import { type Preset, presetsIn, type Slot, slotsIn } from "./presets.ts";
import type { MoveKind } from "./ptz-node.ts";
import { PTZ } from "../services.ts";
import { call, type Endpoint } from "../soap/soap.ts";
import { escapeXml, node, textOf, type XmlNode } from "../soap/xml.ts";

const FOV_SPACE = "http://www.onvif.org/ver10/tptz/PanTiltSpaces/TranslationSpaceFov";
/** The share of the whole range that one step at full speed takes. */
const STEP = 0.1;

interface Position {
  readonly pan: number | null;
  readonly tilt: number | null;
  readonly zoom: number | null;
  readonly moving: boolean;
}

interface Vector {
  readonly pan: number;
  readonly tilt: number;
  readonly zoom: number;
}

/** How each part of the camera is moved; null = it is not. */
export interface Movable {
  readonly panTilt: MoveKind;
  readonly zoom: MoveKind;
}

interface Parts {
  readonly panTilt: boolean;
  readonly zoom: boolean;
}

const codeOf = (answer: Result<unknown, Failure>): string => (answer.ok ? "" : (answer.error.cause?.code ?? ""));
/** The camera has understood the order, and will not obey it. */
const isFault = (answer: Result<unknown, Failure>): boolean => !answer.ok && answer.error.code === "onvif/fault";
const NO_PRESETS = /\bno (?:such )?(?:preset|entity)|no.?entity|preset.{0,20}(?:not (?:found|exist)|empty)/i;
const reasonOf = ({ cause }: Failure): string => String(cause?.params?.["reason"] ?? "");
/** Repeating the order does not help. */
const isForGood = (answer: Result<unknown, Failure>): boolean =>
  isFault(answer) && ["camera/not-supported", "camera/declined"].includes(codeOf(answer));

export class PtzClient {
  readonly #endpoint: Endpoint;
  readonly #profile: string;
  /** some cameras refuse every Timeout; whoever gave the order stops it anyway */
  #takesTimeout = true;
  /** where it was sent last, for cameras that do not say where they are */
  #sentTo: Vector = { pan: 0, tilt: 0, zoom: 0 };

  constructor(endpoint: Endpoint, profileToken: string) {
    this.#endpoint = endpoint;
    this.#profile = `<ProfileToken>${escapeXml(profileToken)}</ProfileToken>`;
  }

  /** All null where the camera does not say where it is. */
  async position(): Promise<Result<Position, Failure>> {
    const answer = await this.#call("GetStatus", "");
    if (codeOf(answer) === "camera/not-supported") return ok({ pan: null, tilt: null, zoom: null, moving: false });
    if (!answer.ok) return answer;
    const status = node(node(answer.value.GetStatusResponse)?.PTZStatus);
    const place = node(status?.Position);
    const number = (one: XmlNode | undefined, name: string): number | null => {
      const text = textOf(one?.[name]).replace(",", ".");
      return text === "" || !Number.isFinite(Number(text)) ? null : Number(text);
    };
    const moves = node(status?.MoveStatus);
    return ok({
      pan: number(node(place?.PanTilt), "@x"),
      tilt: number(node(place?.PanTilt), "@y"),
      zoom: number(node(place?.Zoom), "@x"),
      moving: [moves?.PanTilt, moves?.Zoom].some((one) => textOf(one).toUpperCase() === "MOVING"),
    });
  }

  /** Speeds of -1..1, until `stop`. The camera itself stops after `timeoutMs`, rounded up to seconds, where it heeds that. */
  async continuous(speed: Vector, parts: Parts, timeoutMs: number): Promise<Result<null, Failure>> {
    const velocity = `<Velocity>${vectorXml(speed, parts)}</Velocity>`;
    const timeout = `<Timeout>PT${Math.ceil(timeoutMs / 1000)}S</Timeout>`;
    const answer = await this.#tell("ContinuousMove", this.#takesTimeout ? velocity + timeout : velocity);
    if (!isFault(answer)) return answer;
    if (this.#takesTimeout) {
      const without = await this.#tell("ContinuousMove", velocity);
      if (without.ok) this.#takesTimeout = false;
      if (without.ok) return without;
    }
    const moved = {
      panTilt: parts.panTilt && (speed.pan !== 0 || speed.tilt !== 0),
      zoom: parts.zoom && speed.zoom !== 0,
    };
    // Some cameras refuse to turn and to zoom in one order, even at no speed.
    const isBoth = parts.panTilt && parts.zoom && moved.panTilt !== moved.zoom;
    const alone = isBoth ? await this.continuous(speed, moved, timeoutMs) : answer;
    return alone.ok ? alone : answer;
  }

  /** A camera that does not know Stop is told to move at no speed. */
  async stop(parts: Parts = { panTilt: true, zoom: true }): Promise<Result<null, Failure>> {
    const answer = await this.#tell("Stop", "<PanTilt>true</PanTilt><Zoom>true</Zoom>");
    if (!isFault(answer) || !(parts.panTilt || parts.zoom)) return answer;
    const still = vectorXml({ pan: 0, tilt: 0, zoom: 0 }, parts);
    const stilled = await this.#tell("ContinuousMove", `<Velocity>${still}</Velocity>`);
    // One that is only busy is told again: the caller knows how often.
    return isForGood(answer) && stilled.ok ? stilled : answer;
  }

  absolute(to: Vector, parts: Parts): Promise<Result<null, Failure>> {
    return this.#tell("AbsoluteMove", `<Position>${vectorXml(to, parts)}</Position>`);
  }

  /** One step at this speed, of what cannot be moved at a speed. */
  async step(speed: Vector, { panTilt, zoom }: Movable): Promise<Result<null, Failure>> {
    const by = { pan: speed.pan * STEP, tilt: speed.tilt * STEP, zoom: speed.zoom * STEP };
    const isTurned = by.pan !== 0 || by.tilt !== 0;
    const isZoomed = by.zoom !== 0;
    const relative = { panTilt: panTilt === "relative" && isTurned, zoom: zoom === "relative" && isZoomed };
    if (relative.panTilt || relative.zoom) {
      const answer = await this.#tell("RelativeMove", `<Translation>${vectorXml(by, relative)}</Translation>`);
      if (!answer.ok) return answer;
    }
    const absolute = { panTilt: panTilt === "absolute" && isTurned, zoom: zoom === "absolute" && isZoomed };
    if (!absolute.panTilt && !absolute.zoom) return ok(null);
    const now = await this.position();
    if (!now.ok) return now;
    const to = {
      pan: clamp((now.value.pan ?? this.#sentTo.pan) + by.pan, -1, 1),
      tilt: clamp((now.value.tilt ?? this.#sentTo.tilt) + by.tilt, -1, 1),
      zoom: clamp((now.value.zoom ?? this.#sentTo.zoom) + by.zoom, 0, 1),
    };
    const answer = await this.absolute(to, absolute);
    if (answer.ok) this.#sentTo = to;
    return answer;
  }

  /** x, y: the point of the picture (-1..1, y up) that becomes its centre. */
  relativeFov(by: { x: number; y: number; zoom: number }): Promise<Result<null, Failure>> {
    const zoom = by.zoom === 0 ? "" : `<tt:Zoom x="${by.zoom}"/>`;
    const panTilt = `<tt:PanTilt x="${by.x}" y="${by.y}" space="${FOV_SPACE}"/>`;
    return this.#tell("RelativeMove", `<Translation>${panTilt}${zoom}</Translation>`);
  }

  /** `most`: how many the camera can keep; 0 = it does not say. */
  async presets(most = 0): Promise<Result<readonly Preset[], Failure>> {
    const slots = await this.#slots();
    if (slots.ok) return ok(presetsIn(slots.value, most));
    // Some cameras call it a fault that there are none.
    return isForGood(slots) && slots.error.code === "onvif/fault" && NO_PRESETS.test(reasonOf(slots.error))
      ? ok([])
      : slots;
  }

  goTo(token: string): Promise<Result<null, Failure>> {
    return this.#tell("GotoPreset", `<PresetToken>${escapeXml(token)}</PresetToken>`);
  }

  /** Answers the token of the new preset. `most`: as in `presets`. */
  async save(name: string, most = 0): Promise<Result<string, Failure>> {
    const before = await this.#slots();
    if (!before.ok) return before;
    const kept = new Set(presetsIn(before.value, most).map(({ token }) => token));
    const free = before.value.find(({ token }) => !kept.has(token));
    const into = free ? `<PresetToken>${escapeXml(free.token)}</PresetToken>` : "";
    const answer = await this.#call("SetPreset", `<PresetName>${escapeXml(name)}</PresetName>${into}`);
    if (!answer.ok) return answer;
    const token = textOf(node(answer.value.SetPresetResponse)?.PresetToken) || free?.token;
    if (token !== undefined) return ok(token);
    const after = await this.#slots();
    const known = new Set(before.value.map((slot) => slot.token));
    const made = after.ok ? after.value.find((slot) => !known.has(slot.token)) : undefined;
    return made ? ok(made.token) : refuse("onvif/fault", { cause: failure("preset/unnamed") });
  }

  remove(token: string): Promise<Result<null, Failure>> {
    return this.#tell("RemovePreset", `<PresetToken>${escapeXml(token)}</PresetToken>`);
  }

  /** The list is empty where the camera knows no tours. */
  async tours(): Promise<Result<readonly CameraTour[], Failure>> {
    const answer = await this.#call("GetPresetTours", "");
    if (isFault(answer)) return ok([]);
    return answer.ok ? ok(toursIn(node(answer.value.GetPresetToursResponse)?.PresetTour)) : answer;
  }

  runTour(token: string, runs: boolean): Promise<Result<null, Failure>> {
    const tour = `<PresetTourToken>${escapeXml(token)}</PresetTourToken>`;
    return this.#tell("OperatePresetTour", `${tour}<Operation>${runs ? "Start" : "Stop"}</Operation>`);
  }

  async #slots(): Promise<Result<readonly Slot[], Failure>> {
    const answer = await this.#call("GetPresets", "");
    return answer.ok ? ok(slotsIn(node(answer.value.GetPresetsResponse)?.Preset)) : answer;
  }

  #call(operation: string, inner: string): Promise<Result<XmlNode, Failure>> {
    return call(this.#endpoint, PTZ, operation, this.#profile + inner);
  }

  async #tell(operation: string, inner: string): Promise<Result<null, Failure>> {
    const answer = await this.#call(operation, inner);
    return answer.ok ? ok(null) : answer;
  }
}

const vectorXml = ({ pan, tilt, zoom }: Vector, parts: Parts): string =>
  (parts.panTilt ? `<tt:PanTilt x="${pan}" y="${tilt}"/>` : "") + (parts.zoom ? `<tt:Zoom x="${zoom}"/>` : "");
