/** How profiles are read by either Media service: the two differ in names and places of the same things. */
import { type Result, ok } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { audioOf } from "./audio.ts";
import { lensOf } from "./lens.ts";
import { type OnvifProfile, rtspAddress } from "./profile.ts";
import { profilePtz } from "./ptz/ptz-node.ts";
import { node, numberOf, plainLine, textOf, type XmlNode } from "./soap/xml.ts";

type Found = ReturnType<typeof node>;

/** One of the two services, and how it names things. */
export interface MediaService {
  /** the configurations that a profile holds */
  readonly configurations: (profile: XmlNode) => {
    readonly encoder: Found;
    readonly source: Found;
    readonly audio: Found;
    readonly ptz: Found;
  };
  /** members of an encoder configuration that this service alone writes so */
  readonly ownMembers: (
    encoder: XmlNode,
  ) => Pick<OnvifProfile, "govLength" | "encoderInterval" | "h264Profile" | "isMedia2">;
  /** GetStreamUri: the address of a profile's stream; null: an address that is none of RTSP */
  readonly getStreamUri: (profileToken: string) => Promise<Result<string | null, Failure>>;
  /** GetVideoSourceConfigurations, which may say more than those that a profile holds; empty: the device has none */
  readonly getVideoSourceConfigurations: () => Promise<readonly XmlNode[]>;
}

/** The profiles that have an encoder and an address. A failure only where none has, and the device refused an address. */
export async function profilesBy(
  service: MediaService,
  listed: readonly XmlNode[],
): Promise<Result<OnvifProfile[], Failure>> {
  const profiles: OnvifProfile[] = [];
  let refusal: Result<never, Failure> | null = null;
  const seen = new Set<string>();
  let sourceConfigurations: Promise<readonly XmlNode[]> | null = null;
  /** Some devices shorten the source configuration that a profile holds. */
  const wholeSourceConfiguration = async (token: string): Promise<Found> => {
    if (token === "") return undefined;
    const all = await (sourceConfigurations ??= service.getVideoSourceConfigurations());
    return all.find((configuration) => textOf(configuration["@token"]) === token);
  };
  for (const profile of listed) {
    const token = textOf(profile["@token"]);
    const { encoder, source, audio, ptz } = service.configurations(profile);
    if (token === "" || !encoder || seen.has(token)) continue;
    seen.add(token);
    const streamUri = await service.getStreamUri(token);
    if (streamUri.ok && streamUri.value !== null) {
      const size = sizeOf(encoder);
      const rate = node(encoder.RateControl);
      profiles.push({
        token,
        name: plainLine(textOf(profile.Name)) || token,
        fixed: /^(?:true|1)$/i.test(textOf(profile["@fixed"])),
        uri: streamUri.value,
        encoder: encodingOf(textOf(encoder.Encoding)),
        ...size,
        framesPerSecond: numberOf(rate?.FrameRateLimit),
        bitRateKbps: numberOf(rate?.BitrateLimit),
        quality: numberOf(encoder.Quality),
        ...service.ownMembers(encoder),
        audio: audioOf(audio),
        encoderToken: textOf(encoder["@token"]),
        ptz: profilePtz(ptz),
        lens: lensOf(source, size) ?? lensOf(await wholeSourceConfiguration(textOf(source?.["@token"])), size),
      });
    } else if (!streamUri.ok) refusal ??= streamUri;
    if (!streamUri.ok && streamUri.error.code !== "onvif/fault") break;
  }
  return profiles.length === 0 && refusal ? refusal : ok(profiles);
}

/** As the standard writes it; devices write small letters, points, and other names of the same. */
function encodingOf(said: string): string {
  const name = said
    .trim()
    .toUpperCase()
    .replaceAll(/[.\s_-]/g, "");
  if (/^(?:X?H264|AVC|MPEG4AVC)/.test(name) || name === "") return "H264";
  if (/^(?:X?H265|HEVC)/.test(name)) return "H265";
  return /^(?:M?JPEG|MJPG)$/.test(name) ? "JPEG" : said.trim();
}

function sizeOf(encoder: XmlNode): { readonly width: number; readonly height: number } {
  const resolution = node(encoder.Resolution);
  return { width: numberOf(resolution?.Width), height: numberOf(resolution?.Height) };
}

/**
 * Asks for an address by one protocol, and by another where the device refuses the first: some devices know a stream by
 * one of them only. The address is the same.
 */
export async function streamUriByEither(
  ask: (protocol: string) => Promise<Result<XmlNode, Failure>>,
  protocols: readonly [string, string],
  holderOf: (response: Found) => Found,
  mediaUrl: string,
): Promise<Result<string | null, Failure>> {
  const first = await ask(protocols[0]);
  const answer = first.ok || first.error.code !== "onvif/fault" ? first : await ask(protocols[1]);
  if (!answer.ok) return first.ok ? answer : first;
  const response = node(answer.value.GetStreamUriResponse);
  // Some devices leave out the element around it.
  return ok(rtspAddress(textOf(holderOf(response)?.Uri) || textOf(response?.Uri), mediaUrl));
}
