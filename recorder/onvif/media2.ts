/** Profiles by the Media2 service (ONVIF Media2, version 20), which writes many of their members as attributes. */
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
