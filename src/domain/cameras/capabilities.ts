/** The possible settings of a camera's stream: all clamping rules of document 2, section 5. */
import { clamp } from "#base/geometry.ts";
import { CAPABILITY_INT_UNSET, FRAME_RATE_MAX, FRAME_RATE_MIN } from "../limits/administration.ts";

interface IntCapability {
  readonly type: "int";
  readonly min: number;
  readonly max: number;
  readonly default: number;
}
export interface EnumCapability {
  readonly type: "enum";
  readonly options: readonly string[];
  readonly default: string;
  /** by option: the further settings when it is chosen */
  readonly capabilities: Readonly<Record<string, CapabilityGroup>>;
}
export type CapabilityNode = IntCapability | EnumCapability | { readonly type: "other" };
export type CapabilityGroup = { readonly [name: string]: CapabilityNode };
/** Settings of one section (General, Video, Audio), flat: the encoder's children beside the encoder. */
export type Settings = Readonly<Record<string, string | number>>;

/** The effective limits: a BitRate minimum of 1 becomes 0, and a maximum of 2147483647 is none. */
export function intLimits(name: string, node: IntCapability): { readonly min: number; readonly max: number } {
  return {
    min: name === "BitRate" && node.min === 1 ? 0 : node.min === CAPABILITY_INT_UNSET ? 0 : node.min,
    max: node.max === CAPABILITY_INT_UNSET ? Number.POSITIVE_INFINITY : node.max,
  };
}

/** A whole number within the limits; 2147483647 becomes 0; a value that is not a number becomes the default. */
export function clampInt(name: string, node: IntCapability, value: unknown): number {
  const { min, max } = intLimits(name, node);
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  const wanted = typeof number === "number" && Number.isFinite(number) ? number : node.default;
  const known = wanted === CAPABILITY_INT_UNSET ? 0 : wanted;
  return clamp(Math.round(known), min, Math.max(min, max));
}

/** An option of the enum; a value not offered falls back to the last option. */
export function chooseOption(node: EnumCapability, value: unknown): string {
  const wanted = String(value);
  return node.options.includes(wanted) ? wanted : (node.options.at(-1) ?? node.default);
}

/** How a value that is not offered is replaced. */
export type OptionRule = (name: string, node: EnumCapability, value: unknown) => string;
const lastOption: OptionRule = (_name, node, value) => chooseOption(node, value);

/**
 * Settings of a section, made to fit: every node of the group gets a value; settings that the camera does not know are
 * left out.
 */
export function fitSettings(
  group: CapabilityGroup,
  wanted: Settings,
  option: OptionRule = lastOption,
): Record<string, string | number> {
  const fitted: Record<string, string | number> = {};
  for (const [name, node] of Object.entries(group)) {
    if (node.type === "int") fitted[name] = clampInt(name, node, wanted[name]);
    else if (node.type === "enum") {
      const chosen = option(name, node, wanted[name] ?? node.default);
      fitted[name] = chosen;
      Object.assign(fitted, fitSettings(node.capabilities[chosen] ?? {}, wanted, option));
    }
  }
  return fitted;
}

/** An input that has only one value is not shown (the encoder interval when min equals max). */
export const inputHidden = (node: IntCapability): boolean => node.min === node.max;

/** Frame-rate limits: 1 to 30 unless the H264 capability gives them. */
export function frameRateLimits(video: CapabilityGroup | undefined): { readonly min: number; readonly max: number } {
  const encoder = video?.Encoder;
  const node = encoder?.type === "enum" ? encoder.capabilities.H264?.FrameRate : undefined;
  return node?.type === "int" ? intLimits("FrameRate", node) : { min: FRAME_RATE_MIN, max: FRAME_RATE_MAX };
}

/**
 * The Video group with a frame rate for H264, also where the camera does not give its limits: then they are 1 to 30.
 */
export function withFrameRate(video: CapabilityGroup): CapabilityGroup {
  const encoder = video.Encoder;
  if (encoder?.type !== "enum" || !encoder.options.includes("H264")) return video;
  const h264 = encoder.capabilities.H264 ?? {};
  if (h264.FrameRate) return video;
  const FrameRate: IntCapability = { type: "int", ...frameRateLimits(video), default: FRAME_RATE_MAX };
  return {
    ...video,
    Encoder: { ...encoder, capabilities: { ...encoder.capabilities, H264: { ...h264, FrameRate } } },
  };
}

/**
 * The GOV lengths at which the key frames alone have a rate of the list, among those that the camera offers: rate to
 * length.
 */
export function stillRates(
  frameRate: number,
  gov: IntCapability,
): { readonly rate: number; readonly govLength: number }[] {
  const { min, max } = intLimits("GOVLength", gov);
  return nonMotionFrameRates(frameRate).flatMap((rate, index) =>
    index + 1 >= min && index + 1 <= max ? [{ rate, govLength: index + 1 }] : [],
  );
}

/** Frame rates to offer while nothing moves: the frame rate divided by whole numbers, down to 1 a second. */
export function nonMotionFrameRates(frameRate: number): number[] {
  const rates: number[] = [];
  for (let divisor = 1; frameRate / divisor >= 1; divisor++) rates.push(Math.round((frameRate / divisor) * 100) / 100);
  return rates;
}

export type Driver = "ONVIF" | "Generic RTSP";
/** Motion reduction applies to ONVIF with H264 only; otherwise a note says so. */
export const motionReductionApplies = (driver: string, encoder: string): boolean =>
  driver === "ONVIF" && encoder === "H264";

/**
 * Adding a stream is refused when the count has reached PossibleStreams; no limit where the camera does not state it.
 */
export const mayAddStream = (count: number, possibleStreams: number | null | undefined): boolean =>
  possibleStreams === null || possibleStreams === undefined || count < possibleStreams;

/** Fixed is 'true' (or true) on streams that cannot be deleted. */
export const isFixed = (fixed: unknown): boolean => fixed === true || fixed === "true";
