/** Writes a camera's encoder settings, of video and audio: the configuration with everything the camera said, changed where asked. */
import { ok, type Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import { audioOf } from "./audio.ts";
import { type AudioChange, audioXml, type EncoderChange, media2VideoXml, mediaVideoXml } from "./encoder-xml.ts";
import { rawMedia2Profiles } from "./media2.ts";
import type { OnvifProfile } from "./profile.ts";
import { readProfiles } from "./profiles.ts";
import { firstAnswering, MEDIA, MEDIA2, type Services, servicesOf } from "./services.ts";
import { deviceEndpoint } from "./soap/sign-in.ts";
import { call, type Endpoint } from "./soap/soap.ts";
import { node, nodes, textOf, type XmlNode } from "./soap/xml.ts";

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
  const inner = namespace === MEDIA2 ? media2VideoXml(encoder, change) : mediaVideoXml(encoder, change);
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
  const inner = audioXml(encoder, now, change, namespace === MEDIA2);
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
