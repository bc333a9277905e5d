/** What an ONVIF camera says about itself: device, profiles with their addresses and limits, PTZ. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import { audioOf, type OnvifAudio, readAudioOptions } from "./audio.ts";
import { call, type Endpoint, escapeXml, MEDIA, node, nodes, plainLine, textOf, type XmlNode } from "./soap/soap.ts";

const DEVICE = "http://www.onvif.org/ver10/device/wsdl";
/** Encoders of many channels are one device: two or three profiles for each of them. */
const MAX_PROFILES = 64;

export interface OnvifProfile {
  readonly token: string;
  readonly name: string;
  readonly fixed: boolean;
  /** rtsp, without credentials */
  readonly uri: string;
  readonly encoder: string;
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly bitRateKbps: number;
  readonly govLength: number;
  readonly quality: number;
  /** one of this many sensor frames is encoded */
  readonly encoderInterval: number;
  /** "" where the encoder has no profile */
  readonly h264Profile: string;
  /** null: sends no audio */
  readonly audio: OnvifAudio | null;
  readonly encoderToken: string;
}

export interface OnvifCamera {
  readonly manufacturer: string;
  readonly model: string;
  readonly firmware: string;
  readonly serialNumber: string;
  readonly hardwareId: string;
  readonly mediaUrl: string;
  readonly profiles: readonly OnvifProfile[];
  /** Video group of the capability grammar, from the first profile's options */
  readonly video: Readonly<Record<string, unknown>>;
  /** Audio group of the same grammar, from the first profile with audio; empty when there is none */
  readonly audio: Readonly<Record<string, unknown>>;
  /** null: does not move */
  readonly ptz: OnvifPtz | null;
}

export interface OnvifPtz {
  readonly url: string;
  readonly profileToken: string;
  readonly pan: boolean;
  readonly tilt: boolean;
  readonly zoom: boolean;
  readonly relativeFov: boolean;
  readonly maxPresets: number;
}

/**
 * Reads everything that registration needs. Wrong credentials fail as onvif/unauthorized. `network`: where the camera
 * may be, null = anywhere.
 */
export async function readOnvifCamera(
  url: string,
  username: string,
  password: string,
  network: AddressPolicy | null,
): Promise<Result<OnvifCamera, Failure>> {
  const limits = network ? { network } : {};
  const skewMs = await clockSkew({ url, username: "", password: "", skewMs: 0, ...limits });
  const device: Endpoint = { url, username, password, skewMs, ...limits };
  const information = await call(device, DEVICE, "GetDeviceInformation");
  if (!information.ok) return information;
  const about = node(information.value.GetDeviceInformationResponse);
  if (!about) return refuse("onvif/fault", { cause: failure("camera/nameless") });
  const services = await addressesOf(device);
  const media: Endpoint = { ...device, url: services.media };
  const profiles = await readProfiles(media);
  if (!profiles.ok) return profiles;
  const first = profiles.value[0];
  if (!first) return refuse("onvif/fault", { cause: failure("camera/no-profile") });
  return ok({
    manufacturer: plainLine(textOf(about.Manufacturer)),
    model: plainLine(textOf(about.Model)),
    firmware: plainLine(textOf(about.FirmwareVersion)),
    serialNumber: plainLine(textOf(about.SerialNumber)),
    hardwareId: plainLine(textOf(about.HardwareId)),
    mediaUrl: services.media,
    profiles: profiles.value,
    video: await readVideoOptions(media, first),
    audio: await readAudioOptions(media, profiles.value),
    ptz: services.ptz === null ? null : await readPtz({ ...device, url: services.ptz }, first.token),
  });
}

/** Camera clock minus ours; 0 when the camera does not tell it. */
export async function clockSkew(device: Endpoint): Promise<number> {
  const answer = await call(device, DEVICE, "GetSystemDateAndTime");
  if (!answer.ok) return 0;
  const utc = node(node(node(answer.value.GetSystemDateAndTimeResponse)?.SystemDateAndTime)?.UTCDateTime);
  const date = node(utc?.Date);
  const time = node(utc?.Time);
  if (!date || !time) return 0;
  const number = (value: XmlNode[string]): number => Number(textOf(value));
  const ms = Date.UTC(
    number(date.Year),
    number(date.Month) - 1,
    number(date.Day),
    number(time.Hour),
    number(time.Minute),
    number(time.Second),
  );
  return Number.isFinite(ms) ? ms - Date.now() : 0;
}

export async function addressesOf(device: Endpoint): Promise<{ media: string; ptz: string | null }> {
  const answer = await capabilitiesOf(device);
  const address = answer.ok ? answer.value : () => null;
  return { media: address("Media") ?? device.url, ptz: address("PTZ") };
}

/** Where the camera tells what happens; null = it has no such service. */
export async function eventsAddress(device: Endpoint): Promise<Result<string | null, Failure>> {
  const answer = await capabilitiesOf(device);
  return answer.ok ? ok(answer.value("Events")) : answer;
}

/** Looks up the address of a service by its name. */
async function capabilitiesOf(device: Endpoint): Promise<Result<(service: string) => string | null, Failure>> {
  const answer = await call(device, DEVICE, "GetCapabilities", "<Category>All</Category>");
  if (!answer.ok) return answer;
  const capabilities = node(node(answer.value.GetCapabilitiesResponse)?.Capabilities);
  return ok((service) => {
    const text = textOf(node(capabilities?.[service])?.XAddr);
    return text === "" ? null : reachable(text, device.url);
  });
}

/**
 * Cameras behind a router name addresses of their own network: path and port are taken from them, the host is the one
 * we know.
 */
export function reachable(address: string, known: string): string {
  if (!URL.canParse(address)) return known;
  const url = new URL(address);
  url.hostname = new URL(known).hostname;
  return url.href;
}

export async function readProfiles(media: Endpoint): Promise<Result<OnvifProfile[], Failure>> {
  const answer = await call(media, MEDIA, "GetProfiles");
  if (!answer.ok) return answer;
  const profiles: OnvifProfile[] = [];
  for (const profile of nodes(node(answer.value.GetProfilesResponse)?.Profiles).slice(0, MAX_PROFILES)) {
    const token = textOf(profile["@token"]);
    const encoder = node(profile.VideoEncoderConfiguration);
    if (token === "" || !encoder) continue;
    const uri = await streamUri(media, token);
    if (uri === null) continue;
    const resolution = node(encoder.Resolution);
    const rate = node(encoder.RateControl);
    profiles.push({
      token,
      name: plainLine(textOf(profile.Name)) || token,
      fixed: textOf(profile["@fixed"]) === "true",
      uri,
      encoder: textOf(encoder.Encoding) || "H264",
      width: Number(textOf(resolution?.Width)) || 0,
      height: Number(textOf(resolution?.Height)) || 0,
      framesPerSecond: Number(textOf(rate?.FrameRateLimit)) || 0,
      bitRateKbps: Number(textOf(rate?.BitrateLimit)) || 0,
      govLength: Number(textOf(node(encoder.H264)?.GovLength)) || 0,
      quality: Number(textOf(encoder.Quality)) || 0,
      encoderInterval: Number(textOf(rate?.EncodingInterval)) || 1,
      h264Profile: textOf(node(encoder.H264)?.H264Profile),
      audio: audioOf(node(profile.AudioEncoderConfiguration)),
      encoderToken: textOf(encoder["@token"]),
    });
  }
  return ok(profiles);
}

async function streamUri(media: Endpoint, token: string): Promise<string | null> {
  const setup =
    "<StreamSetup><tt:Stream>RTP-Unicast</tt:Stream><tt:Transport><tt:Protocol>RTSP</tt:Protocol></tt:Transport></StreamSetup>";
  const answer = await call(media, MEDIA, "GetStreamUri", `${setup}<ProfileToken>${escapeXml(token)}</ProfileToken>`);
  const text = answer.ok ? textOf(node(node(answer.value.GetStreamUriResponse)?.MediaUri)?.Uri) : "";
  if (!URL.canParse(text) || !/^rtsps?:$/.test(new URL(text).protocol)) return null;
  const url = new URL(text);
  url.username = "";
  url.password = "";
  url.hostname = new URL(media.url).hostname;
  return url.href;
}

/** The capability grammar of the API: Encoder with its children, Quality beside it. */
async function readVideoOptions(media: Endpoint, profile: OnvifProfile): Promise<Record<string, unknown>> {
  const inner = `<ConfigurationToken>${escapeXml(profile.encoderToken)}</ConfigurationToken><ProfileToken>${escapeXml(profile.token)}</ProfileToken>`;
  const answer = await call(media, MEDIA, "GetVideoEncoderConfigurationOptions", inner);
  const options = answer.ok ? node(node(answer.value.GetVideoEncoderConfigurationOptionsResponse)?.Options) : undefined;
  const children: Record<string, Record<string, unknown>> = {};
  for (const name of ["H264", "JPEG"]) {
    const own = node(options?.[name]);
    const more = node(node(options?.Extension)?.[name]);
    if (own) children[name] = encoderChildren(own, profile, node(more?.BitrateRange));
  }
  if (Object.keys(children).length === 0) children[profile.encoder] = encoderChildren(undefined, profile);
  const quality = node(options?.QualityRange);
  return {
    Encoder: {
      type: "enum",
      options: Object.keys(children),
      default: profile.encoder in children ? profile.encoder : Object.keys(children)[0],
      capabilities: children,
    },
    ...(quality ? { Quality: range(quality, profile.quality) } : {}),
  };
}

function encoderChildren(own: XmlNode | undefined, profile: OnvifProfile, bitRate?: XmlNode): Record<string, unknown> {
  const sizes = nodes(own?.ResolutionsAvailable).map((size) => `${textOf(size.Width)}x${textOf(size.Height)}`);
  const current = `${profile.width}x${profile.height}`;
  const group: Record<string, unknown> = {
    Resolution: { type: "enum", options: sizes.length > 0 ? sizes : [current], default: current },
  };
  const rate = node(own?.FrameRateRange);
  const interval = node(own?.EncodingIntervalRange);
  const gov = node(own?.GovLengthRange);
  if (rate) group.FrameRate = range(rate, profile.framesPerSecond);
  if (interval) group.EncoderInterval = range(interval, 1);
  if (bitRate) group.BitRate = range(bitRate, profile.bitRateKbps);
  if (gov) group.GOVLength = range(gov, profile.govLength);
  const profiles =
    nodes(own?.H264ProfilesSupported).length > 0
      ? nodes(own?.H264ProfilesSupported).map(textOf)
      : [textOf(own?.H264ProfilesSupported)];
  const named = profiles.filter((one) => one !== "");
  if (named.length > 0) {
    const now = named.includes(profile.h264Profile) ? profile.h264Profile : named[0];
    group.Profile = { type: "enum", options: named, default: now };
  }
  return group;
}

const range = (own: XmlNode, fallback: number): Record<string, unknown> => ({
  type: "int",
  min: Number(textOf(own.Min)) || 0,
  max: Number(textOf(own.Max)) || 0,
  default: fallback,
});

async function readPtz(ptz: Endpoint, profileToken: string): Promise<OnvifPtz | null> {
  const answer = await call(ptz, "http://www.onvif.org/ver20/ptz/wsdl", "GetNodes");
  const first = answer.ok ? node(node(answer.value.GetNodesResponse)?.PTZNode) : undefined;
  if (!first) return null;
  const spaces = node(first.SupportedPTZSpaces);
  const hasPanTilt =
    spaces?.ContinuousPanTiltVelocitySpace !== undefined || spaces?.AbsolutePanTiltPositionSpace !== undefined;
  const hasZoom = spaces?.ContinuousZoomVelocitySpace !== undefined || spaces?.AbsoluteZoomPositionSpace !== undefined;
  if (!hasPanTilt && !hasZoom) return null;
  const relative = nodes(spaces?.RelativePanTiltTranslationSpace);
  return {
    url: ptz.url,
    profileToken,
    pan: hasPanTilt,
    tilt: hasPanTilt,
    zoom: hasZoom,
    relativeFov: relative.some((space) => /TranslationSpaceFov/i.test(textOf(space.URI))),
    maxPresets: Number(textOf(first.MaximumNumberOfPresets)) || 0,
  };
}
