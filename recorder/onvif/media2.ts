/** Profiles and encoder settings by the Media2 service (ONVIF Media2, version 20), which writes many of them as attributes. */
import { type Result, ok } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { type MediaService, profilesBy, streamUriByEither } from "./media-profiles.ts";
import { MAX_PROFILES, type OnvifProfile } from "./profile.ts";
import { MEDIA2 } from "./services.ts";
import { call, type Endpoint } from "./soap/soap.ts";
import { escapeXml, node, nodes, numberOf, textOf, type XmlNode } from "./soap/xml.ts";

/** The profiles as the device sent them. */
export async function rawMedia2Profiles(media: Endpoint): Promise<Result<readonly XmlNode[], Failure>> {
  const answer = await call(media, MEDIA2, "GetProfiles", "<Type>All</Type>");
  if (!answer.ok) return answer;
  return ok(nodes(node(answer.value.GetProfilesResponse)?.Profiles).slice(0, MAX_PROFILES));
}

export async function readMedia2Profiles(media: Endpoint): Promise<Result<OnvifProfile[], Failure>> {
  const answer = await rawMedia2Profiles(media);
  return answer.ok ? profilesBy(media2Service(media), answer.value) : answer;
}

const media2Service = (media: Endpoint): MediaService => ({
  configurations: (profile) => {
    const held = node(profile.Configurations);
    return {
      encoder: node(held?.VideoEncoder),
      source: node(held?.VideoSource),
      audio: node(held?.AudioEncoder),
      ptz: node(held?.PTZ),
    };
  },
  ownMembers: (encoder) => ({
    govLength: numberOf(encoder["@GovLength"]),
    encoderInterval: 1,
    h264Profile: textOf(encoder["@Profile"]),
    isMedia2: true,
  }),
  getVideoSourceConfigurations: async () => {
    const answer = await call(media, MEDIA2, "GetVideoSourceConfigurations");
    return answer.ok ? nodes(node(answer.value.GetVideoSourceConfigurationsResponse)?.Configurations) : [];
  },
  getStreamUri: (profileToken) =>
    streamUriByEither(
      (protocol) =>
        call(
          media,
          MEDIA2,
          "GetStreamUri",
          `<Protocol>${protocol}</Protocol><ProfileToken>${escapeXml(profileToken)}</ProfileToken>`,
        ),
      ["RTSP", "RtspUnicast"],
      (response) => response,
      media.url,
    ),
});

const element = (name: string, content: string | number): string =>
  content === "" ? "" : `<tt:${name}>${escapeXml(String(content))}</tt:${name}>`;

/** Absent members keep the device's values. */
interface Media2Change {
  readonly encoder?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly framesPerSecond?: number | undefined;
  readonly bitRateKbps?: number | undefined;
  readonly govLength?: number | undefined;
  readonly quality?: number | undefined;
  readonly h264Profile?: string | undefined;
}

/** The configuration to be set, in the order of the schema, with everything else as the device had it. */
export function media2VideoXml(encoder: XmlNode, change: Media2Change): string {
  const resolution = node(encoder.Resolution);
  const rate = node(encoder.RateControl);
  const own = {
    GovLength: change.govLength ?? textOf(encoder["@GovLength"]),
    Profile: change.h264Profile ?? textOf(encoder["@Profile"]),
    AnchorFrameDistance: textOf(encoder["@AnchorFrameDistance"]),
    GuaranteedFrameRate: textOf(encoder["@GuaranteedFrameRate"]),
  };
  const constant = textOf(rate?.["@ConstantBitRate"]);
  const size =
    element("Width", change.width ?? textOf(resolution?.Width)) +
    element("Height", change.height ?? textOf(resolution?.Height));
  const control =
    element("FrameRateLimit", change.framesPerSecond ?? textOf(rate?.FrameRateLimit)) +
    element("BitrateLimit", change.bitRateKbps ?? textOf(rate?.BitrateLimit));
  return (
    `<Configuration token="${escapeXml(textOf(encoder["@token"]))}"${attributes(own)}>` +
    element("Name", textOf(encoder.Name)) +
    element("UseCount", textOf(encoder.UseCount) || 1) +
    element("Encoding", change.encoder ?? textOf(encoder.Encoding)) +
    `<tt:Resolution>${size}</tt:Resolution>` +
    (control === "" ? "" : `<tt:RateControl${attributes({ ConstantBitRate: constant })}>${control}</tt:RateControl>`) +
    element("Quality", change.quality ?? (textOf(encoder.Quality) || 1)) +
    "</Configuration>"
  );
}

const attributes = (of: Readonly<Record<string, string | number>>): string =>
  Object.entries(of)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join("");
