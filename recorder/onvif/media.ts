/** Profiles by the Media service (ONVIF Media, version 10), which all devices had before Media2. */
import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { type MediaService, profilesBy, streamUriByEither } from "./media-profiles.ts";
import { MAX_PROFILES, type OnvifProfile } from "./profile.ts";
import { MEDIA } from "./services.ts";
import { call, type Endpoint } from "./soap/soap.ts";
import { escapeXml, node, nodes, numberOf, textOf } from "./soap/xml.ts";

export async function readMediaProfiles(media: Endpoint): Promise<Result<OnvifProfile[], Failure>> {
  const answer = await call(media, MEDIA, "GetProfiles");
  if (!answer.ok) return answer;
  const listed = nodes(node(answer.value.GetProfilesResponse)?.Profiles).slice(0, MAX_PROFILES);
  return profilesBy(mediaService(media), listed);
}

const mediaService = (media: Endpoint): MediaService => ({
  configurations: (profile) => ({
    encoder: node(profile.VideoEncoderConfiguration),
    source: node(profile.VideoSourceConfiguration),
    audio: node(profile.AudioEncoderConfiguration),
    ptz: node(profile.PTZConfiguration),
  }),
  ownMembers: (encoder) => ({
    govLength: numberOf(node(encoder.H264)?.GovLength),
    encoderInterval: numberOf(node(encoder.RateControl)?.EncodingInterval) || 1,
    h264Profile: textOf(node(encoder.H264)?.H264Profile),
    isMedia2: false,
  }),
  getVideoSourceConfigurations: async () => {
    const answer = await call(media, MEDIA, "GetVideoSourceConfigurations");
    return answer.ok ? nodes(node(answer.value.GetVideoSourceConfigurationsResponse)?.Configurations) : [];
  },
  getStreamUri: (profileToken) =>
    streamUriByEither(
      (protocol) =>
        call(
          media,
          MEDIA,
          "GetStreamUri",
          `<StreamSetup><tt:Stream>RTP-Unicast</tt:Stream><tt:Transport><tt:Protocol>${protocol}</tt:Protocol></tt:Transport></StreamSetup><ProfileToken>${escapeXml(profileToken)}</ProfileToken>`,
        ),
      ["RTSP", "UDP"],
      (response) => node(response?.MediaUri),
      media.url,
    ),
});
