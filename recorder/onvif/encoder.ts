/** Writes a camera's encoder settings, of video and audio: the configuration with everything the camera said, changed where asked. */
import { ok, type Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import { audioOf } from "./audio.ts";
import { media2VideoXml, rawMedia2Profiles } from "./media2.ts";
import type { OnvifProfile } from "./profile.ts";
import { readProfiles } from "./profiles.ts";
import { firstAnswering, MEDIA, MEDIA2, type Services, servicesOf } from "./services.ts";
import { deviceEndpoint } from "./soap/sign-in.ts";
import { call, type Endpoint } from "./soap/soap.ts";
import { escapeXml, node, nodes, textOf, type XmlNode } from "./soap/xml.ts";

/** Absent members keep the camera's values. */
export interface EncoderChange {
  readonly encoder?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly framesPerSecond?: number | undefined;
  readonly encoderInterval?: number | undefined;
  readonly bitRateKbps?: number | undefined;
  readonly govLength?: number | undefined;
  readonly quality?: number | undefined;
  readonly h264Profile?: string | undefined;
}

/** Absent members keep the camera's values. */
export interface AudioChange {
  readonly encoder?: string | undefined;
  readonly bitRateKbps?: number | undefined;
  readonly sampleRateKhz?: number | undefined;
}

export interface EncoderTarget {
  /** of the device service */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly network: AddressPolicy | null;
  readonly profileToken: string;
}

/**
 * Sets the encoder of a profile and returns the profile as the camera has it afterwards: cameras take the nearest value
 * they know. Failures: onvif/..., stream/unsupported when the profile has no encoder of its own.
 */
export async function setVideoEncoder(
  target: EncoderTarget,
  change: EncoderChange,
): Promise<Result<OnvifProfile, Failure>> {
  const opened = await openProfile(target);
  if (!opened.ok) return opened;
  const { media, namespace, video: encoder } = opened.value;
  if (!encoder) return refuse("stream/unsupported", { cause: failure("stream/no-encoder") });
  const inner =
    namespace === MEDIA2
      ? media2VideoXml(encoder, change)
      : `${configurationXml(encoder, change)}<ForcePersistence>true</ForcePersistence>`;
  const set = await call(media, namespace, "SetVideoEncoderConfiguration", inner);
  return set.ok ? profileAfter(opened.value, target.profileToken) : set;
}

/**
 * Sets the audio encoder of a profile and returns the profile as the camera has it afterwards. Failures: onvif/...,
 * stream/unsupported when the profile has no audio.
 */
export async function setAudioEncoder(
  target: EncoderTarget,
  change: AudioChange,
): Promise<Result<OnvifProfile, Failure>> {
  const opened = await openProfile(target);
  if (!opened.ok) return opened;
  const { media, namespace, audio: encoder } = opened.value;
  const now = audioOf(encoder);
  if (!encoder || !now) return refuse("stream/unsupported", { cause: failure("stream/no-sound") });
  const isOld = namespace === MEDIA;
  const inner =
    `<Configuration token="${escapeXml(now.encoderToken)}">` +
    element("Name", textOf(encoder.Name)) +
    element("UseCount", textOf(encoder.UseCount) || 1) +
    element("Encoding", change.encoder ?? now.encoder) +
    element("Bitrate", change.bitRateKbps ?? now.bitRateKbps) +
    element("SampleRate", change.sampleRateKhz ?? now.sampleRateKhz) +
    (isOld ? multicastXml(node(encoder.Multicast)) : "") +
    (isOld ? element("SessionTimeout", textOf(encoder.SessionTimeout) || "PT60S") : "") +
    `</Configuration>${isOld ? "<ForcePersistence>true</ForcePersistence>" : ""}`;
  const set = await call(media, namespace, "SetAudioEncoderConfiguration", inner);
  return set.ok ? profileAfter(opened.value, target.profileToken) : set;
}

/** A profile as the camera sent it, and where and by which service it is changed. */
interface Opened {
  readonly device: Endpoint;
  readonly services: Services;
  readonly media: Endpoint;
  readonly namespace: typeof MEDIA | typeof MEDIA2;
  readonly video: XmlNode | undefined;
  readonly audio: XmlNode | undefined;
}

/** Failures: onvif/..., stream/unsupported without the profile. */
async function openProfile(target: EncoderTarget): Promise<Result<Opened, Failure>> {
  const device = deviceEndpoint(target);
  const known = await servicesOf(device);
  if (!known.ok) return known;
  const services = known.value;
  const isIt = (each: XmlNode): boolean => textOf(each["@token"]) === target.profileToken;
  const inMedia2 = services(MEDIA2);
  const recent = inMedia2.length > 0 ? await firstAnswering(device, inMedia2, rawMedia2Profiles) : null;
  const described = recent?.ok ? node(recent.value.value.find(isIt)?.Configurations) : undefined;
  const video = node(described?.VideoEncoder);
  const isBeyond = video !== undefined && !/^(H264|JPEG|MPEG4)$/i.test(textOf(video.Encoding));
  const old = isBeyond && recent?.ok ? null : await firstAnswering(device, services(MEDIA), rawProfiles);
  const profile = old?.ok ? old.value.value.find(isIt) : undefined;
  if (old?.ok && profile) {
    const { VideoEncoderConfiguration, AudioEncoderConfiguration } = profile;
    const [picture, audio] = [node(VideoEncoderConfiguration), node(AudioEncoderConfiguration)];
    return ok({ device, services, media: old.value.service, namespace: MEDIA, video: picture, audio });
  }
  if (recent?.ok && described) {
    const audio = node(described.AudioEncoder);
    return ok({ device, services, media: recent.value.service, namespace: MEDIA2, video, audio });
  }
  return old && !old.ok ? old : refuse("stream/unsupported", { cause: failure("stream/no-encoder") });
}

async function rawProfiles(media: Endpoint): Promise<Result<readonly XmlNode[], Failure>> {
  const answer = await call(media, MEDIA, "GetProfiles");
  return answer.ok ? ok(nodes(node(answer.value.GetProfilesResponse)?.Profiles)) : answer;
}

/** The profile after a change. */
async function profileAfter(
  { device, services }: Opened,
  profileToken: string,
): Promise<Result<OnvifProfile, Failure>> {
  const after = await readProfiles(device, services);
  if (!after.ok) return after;
  const now = after.value.all.find(({ token }) => token === profileToken);
  return now ? ok(now) : refuse("onvif/fault", { cause: failure("stream/profile-lost") });
}

/** An element of ONVIF's schema; empty text when it has no content. */
const element = (name: string, content: string | number): string =>
  content === "" ? "" : `<tt:${name}>${typeof content === "number" ? content : escapeXml(content)}</tt:${name}>`;

/** In the order of the schema, which cameras insist on. */
function configurationXml(encoder: XmlNode, change: EncoderChange): string {
  const resolution = node(encoder.Resolution);
  const rate = node(encoder.RateControl);
  const h264 = node(encoder.H264);
  const encoding = change.encoder ?? textOf(encoder.Encoding);
  const size = `<tt:Resolution>${element("Width", change.width ?? textOf(resolution?.Width))}${element(
    "Height",
    change.height ?? textOf(resolution?.Height),
  )}</tt:Resolution>`;
  const control = `<tt:RateControl>${element(
    "FrameRateLimit",
    change.framesPerSecond ?? textOf(rate?.FrameRateLimit),
  )}${element("EncodingInterval", change.encoderInterval ?? (textOf(rate?.EncodingInterval) || 1))}${element(
    "BitrateLimit",
    change.bitRateKbps ?? textOf(rate?.BitrateLimit),
  )}</tt:RateControl>`;
  const codec =
    encoding === "H264"
      ? `<tt:H264>${element("GovLength", change.govLength ?? textOf(h264?.GovLength))}${element(
          "H264Profile",
          change.h264Profile ?? (textOf(h264?.H264Profile) || "Baseline"),
        )}</tt:H264>`
      : "";
  return (
    `<Configuration token="${escapeXml(textOf(encoder["@token"]))}">` +
    element("Name", textOf(encoder.Name)) +
    element("UseCount", textOf(encoder.UseCount) || 1) +
    element("Encoding", encoding) +
    size +
    element("Quality", change.quality ?? (textOf(encoder.Quality) || 1)) +
    control +
    codec +
    multicastXml(node(encoder.Multicast)) +
    element("SessionTimeout", textOf(encoder.SessionTimeout) || "PT60S") +
    "</Configuration>"
  );
}

/** Where the stream would go by multicast: the camera's present value. */
function multicastXml(multicast: XmlNode | undefined): string {
  const address = node(multicast?.Address);
  const ipv6 = textOf(address?.IPv6Address);
  const type = textOf(address?.Type) || "IPv4";
  const place =
    type === "IPv6" ? element("IPv6Address", ipv6) : element("IPv4Address", textOf(address?.IPv4Address) || "0.0.0.0");
  return `<tt:Multicast><tt:Address>${element("Type", type)}${place}</tt:Address>${element(
    "Port",
    textOf(multicast?.Port) || 0,
  )}${element("TTL", textOf(multicast?.TTL) || 0)}${element("AutoStart", textOf(multicast?.AutoStart) || "false")}</tt:Multicast>`;
}
