/** Moves an ONVIF camera. Positions are -1..1 for pan and tilt, 0..1 for zoom, as ONVIF's generic spaces have them. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { call, type Endpoint, escapeXml, node, nodes, textOf, type XmlNode } from "./soap/soap.ts";

const PTZ = "http://www.onvif.org/ver20/ptz/wsdl";
/** Cameras report whole seconds of their clocks, and take time to answer. */
const SAME_CLOCK_MS = 5000;
const FOV_SPACE = "http://www.onvif.org/ver10/tptz/PanTiltSpaces/TranslationSpaceFov";

export interface Position {
  readonly pan: number | null;
  readonly tilt: number | null;
  readonly zoom: number | null;
  readonly moving: boolean;
}

export interface Preset {
  readonly token: string;
  readonly name: string;
}

export class PtzClient {
  #endpoint: Endpoint;
  readonly #profile: string;
  readonly #clockSkew: (() => Promise<number>) | null;

  /** `clockSkew`: measures it anew for the endpoint; either clock may be set while the client lives */
  constructor(endpoint: Endpoint, profileToken: string, clockSkew: (() => Promise<number>) | null = null) {
    this.#endpoint = endpoint;
    this.#clockSkew = clockSkew;
    this.#profile = `<ProfileToken>${escapeXml(profileToken)}</ProfileToken>`;
  }

  async position(): Promise<Result<Position, Failure>> {
    const answer = await this.#call("GetStatus", "");
    if (!answer.ok) return answer;
    const status = node(node(answer.value.GetStatusResponse)?.PTZStatus);
    const place = node(status?.Position);
    const number = (one: XmlNode | undefined, name: string): number | null => {
      const text = textOf(one?.[name]);
      return text === "" || !Number.isFinite(Number(text)) ? null : Number(text);
    };
    const moves = JSON.stringify(status?.MoveStatus ?? "");
    return ok({
      pan: number(node(place?.PanTilt), "@x"),
      tilt: number(node(place?.PanTilt), "@y"),
      zoom: number(node(place?.Zoom), "@x"),
      moving: moves.includes("MOVING"),
    });
  }

  /** Speeds of -1..1, until `stop`. The camera itself stops after `timeoutMs`, rounded up to seconds. */
  continuous(
    speed: { pan: number; tilt: number; zoom: number },
    axes: { panTilt: boolean; zoom: boolean },
    timeoutMs: number,
  ): Promise<Result<null, Failure>> {
    const panTilt = axes.panTilt ? `<tt:PanTilt x="${speed.pan}" y="${speed.tilt}"/>` : "";
    const zoom = axes.zoom ? `<tt:Zoom x="${speed.zoom}"/>` : "";
    const timeout = `PT${Math.ceil(timeoutMs / 1000)}S`;
    return this.#tell("ContinuousMove", `<Velocity>${panTilt}${zoom}</Velocity><Timeout>${timeout}</Timeout>`);
  }

  stop(): Promise<Result<null, Failure>> {
    return this.#tell("Stop", "<PanTilt>true</PanTilt><Zoom>true</Zoom>");
  }

  absolute(
    to: { pan: number; tilt: number; zoom: number },
    axes: { panTilt: boolean; zoom: boolean },
  ): Promise<Result<null, Failure>> {
    const panTilt = axes.panTilt ? `<tt:PanTilt x="${to.pan}" y="${to.tilt}"/>` : "";
    const zoom = axes.zoom ? `<tt:Zoom x="${to.zoom}"/>` : "";
    return this.#tell("AbsoluteMove", `<Position>${panTilt}${zoom}</Position>`);
  }

  /** x, y: the point of the picture (-1..1, y up) that becomes its centre. */
  relativeFov(by: { x: number; y: number; zoom: number }): Promise<Result<null, Failure>> {
    const zoom = by.zoom === 0 ? "" : `<tt:Zoom x="${by.zoom}"/>`;
    const panTilt = `<tt:PanTilt x="${by.x}" y="${by.y}" space="${FOV_SPACE}"/>`;
    return this.#tell("RelativeMove", `<Translation>${panTilt}${zoom}</Translation>`);
  }

  async presets(): Promise<Result<Preset[], Failure>> {
    const answer = await this.#call("GetPresets", "");
    if (!answer.ok) return answer;
    const found = nodes(node(answer.value.GetPresetsResponse)?.Preset).flatMap((preset) => {
      const token = textOf(preset["@token"]);
      return token === "" ? [] : [{ token, name: textOf(preset.Name) || token }];
    });
    return ok(found);
  }

  goTo(token: string): Promise<Result<null, Failure>> {
    return this.#tell("GotoPreset", `<PresetToken>${escapeXml(token)}</PresetToken>`);
  }

  async save(name: string): Promise<Result<string, Failure>> {
    const answer = await this.#call("SetPreset", `<PresetName>${escapeXml(name)}</PresetName>`);
    if (!answer.ok) return answer;
    const token = textOf(node(answer.value.SetPresetResponse)?.PresetToken);
    return token === "" ? refuse("onvif/fault", { cause: failure("preset/unnamed") }) : ok(token);
  }

  remove(token: string): Promise<Result<null, Failure>> {
    return this.#tell("RemovePreset", `<PresetToken>${escapeXml(token)}</PresetToken>`);
  }

  async #call(operation: string, inner: string): Promise<Result<XmlNode, Failure>> {
    const ask = (endpoint: Endpoint) => call(endpoint, PTZ, operation, this.#profile + inner);
    const before = this.#endpoint;
    const answer = await ask(before);
    if (answer.ok || answer.error.code !== "onvif/unauthorized" || !this.#clockSkew) return answer;
    // A camera believes no proof of another time. Without that reason it is not asked again: it may count wrong passwords.
    const skewMs = await this.#clockSkew();
    if (Math.abs(skewMs - before.skewMs) < SAME_CLOCK_MS) return answer;
    this.#endpoint = { ...before, skewMs };
    return ask(this.#endpoint);
  }

  async #tell(operation: string, inner: string): Promise<Result<null, Failure>> {
    const answer = await this.#call(operation, inner);
    return answer.ok ? ok(null) : answer;
  }
}
