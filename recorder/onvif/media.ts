/** Profiles by the Media service (ONVIF Media, version 10), which all devices had before Media2. */
import { type Result, ok } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { audioOf } from "./audio.ts";
import { lensOf } from "./lens.ts";
import { MAX_PROFILES, type OnvifProfile, rtspAddress } from "./profile.ts";
import { profilePtz } from "./ptz-node.ts";
import { MEDIA } from "./services.ts";
import { call, type Endpoint } from "./soap/soap.ts";
import { escapeXml, node, nodes, numberOf, plainLine, textOf, type XmlNode } from "./soap/xml.ts";

export async function readMediaProfiles(media: Endpoint): Promise<Result<OnvifProfile[], Failure>> {
  const answer = await call(media, MEDIA, "GetProfiles");
  if (!answer.ok) return answer;
  const profiles: OnvifProfile[] = [];
  let refusal: Result<never, Failure> | null = null;
  const seen = new Set<string>();
  for (const profile of nodes(node(answer.value.GetProfilesResponse)?.Profiles).slice(0, MAX_PROFILES)) {
    const token = textOf(profile["@token"]);
    const encoder = node(profile.VideoEncoderConfiguration);
    if (token === "" || !encoder || seen.has(token)) continue;
    seen.add(token);
    const uri = await streamUri(media, token);
    if (uri.ok && uri.value !== null) profiles.push(profileOf(profile, encoder, token, uri.value));
    else if (!uri.ok) refusal ??= uri;
    if (!uri.ok && uri.error.code !== "onvif/fault") break;
  }
  return profiles.length === 0 && refusal ? refusal : ok(profiles);
}

function profileOf(profile: XmlNode, encoder: XmlNode, token: string, uri: string): OnvifProfile {
  const resolution = node(encoder.Resolution);
  const rate = node(encoder.RateControl);
  const size = { width: numberOf(resolution?.Width), height: numberOf(resolution?.Height) };
  return {
    token,
    name: plainLine(textOf(profile.Name)) || token,
    fixed: textOf(profile["@fixed"]) === "true",
    uri,
    encoder: textOf(encoder.Encoding) || "H264",
    ...size,
    framesPerSecond: numberOf(rate?.FrameRateLimit),
    bitRateKbps: numberOf(rate?.BitrateLimit),
    govLength: numberOf(node(encoder.H264)?.GovLength),
    quality: numberOf(encoder.Quality),
    encoderInterval: numberOf(rate?.EncodingInterval) || 1,
    h264Profile: textOf(node(encoder.H264)?.H264Profile),
    audio: audioOf(node(profile.AudioEncoderConfiguration)),
    encoderToken: textOf(encoder["@token"]),
    ptz: profilePtz(node(profile.PTZConfiguration)),
    lens: lensOf(node(profile.VideoSourceConfiguration), size),
    isMedia2: false,
  };
}

/** Null: an address that is none of RTSP. */
async function streamUri(media: Endpoint, token: string): Promise<Result<string | null, Failure>> {
  const by = (protocol: string) =>
    call(
      media,
      MEDIA,
      "GetStreamUri",
      `<StreamSetup><tt:Stream>RTP-Unicast</tt:Stream><tt:Transport><tt:Protocol>${protocol}</tt:Protocol></tt:Transport></StreamSetup><ProfileToken>${escapeXml(token)}</ProfileToken>`,
    );
  const first = await by("RTSP");
  // Some know the stream by its other transport only; the address is the same.
  const answer = first.ok || first.error.code !== "onvif/fault" ? first : await by("UDP");
  if (!answer.ok) return first.ok ? answer : first;
  return ok(rtspAddress(textOf(node(node(answer.value.GetStreamUriResponse)?.MediaUri)?.Uri), media.url));
}
