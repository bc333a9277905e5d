/** What a device's video encoder can be set to, in the capability grammar of the API. */
import type { OnvifProfile } from "./profile.ts";
import { MEDIA, MEDIA2 } from "./services.ts";
import { call, type Endpoint } from "./soap/soap.ts";
import { escapeXml, node, nodes, numberOf, textOf, textsOf, type XmlNode } from "./soap/xml.ts";

/** The capability grammar of the API: Encoder with its children, Quality beside it. */
export async function readVideoOptions(media: Endpoint, profile: OnvifProfile): Promise<Record<string, unknown>> {
  const inner = `<ConfigurationToken>${escapeXml(profile.encoderToken)}</ConfigurationToken><ProfileToken>${escapeXml(profile.token)}</ProfileToken>`;
  const namespace = profile.isMedia2 ? MEDIA2 : MEDIA;
  const answer = await call(media, namespace, "GetVideoEncoderConfigurationOptions", inner);
  const all = answer.ok ? node(answer.value.GetVideoEncoderConfigurationOptionsResponse)?.Options : undefined;
  if (profile.isMedia2) return media2Options(nodes(all), profile);
  const options = node(all);
  const children: Record<string, Record<string, unknown>> = {};
  for (const name of ["H264", "JPEG"]) {
    const own = node(options?.[name]);
    const more = node(node(options?.Extension)?.[name]);
    if (own) children[name] = encoderChildren(own, profile, node(more?.BitrateRange));
  }
  return grammar(children, profile, node(options?.QualityRange));
}

/** Media2 has one element for each encoding, with lists and ranges as attributes. */
function media2Options(all: readonly XmlNode[], profile: OnvifProfile): Record<string, unknown> {
  const children: Record<string, Record<string, unknown>> = {};
  for (const own of all) {
    const name = textOf(own.Encoding);
    if (!ENCODING.test(name)) continue;
    const [rates, gov] = [numbersOf(own["@FrameRatesSupported"]), numbersOf(own["@GovLengthRange"])];
    children[name] = {
      ...encoderChildren({ ResolutionsAvailable: own.ResolutionsAvailable }, profile, node(own.BitrateRange)),
      ...(rates.length > 0 ? { FrameRate: between(rates, profile.framesPerSecond) } : {}),
      ...(gov.length > 1 ? { GOVLength: between(gov, profile.govLength) } : {}),
      ...profileChoice(textOf(own["@ProfilesSupported"]).split(/\s+/), profile),
    };
  }
  return grammar(children, profile, node(all[0]?.QualityRange));
}

/** A name of an encoder. */
const ENCODING = /^[A-Za-z][\w.-]{0,31}$/;

const numbersOf = (list: XmlNode[string]): number[] =>
  textOf(list)
    .split(/\s+/)
    .filter((text) => text !== "")
    .map(Number)
    .filter(Number.isFinite);

const between = (values: readonly number[], standard: number): Record<string, unknown> => ({
  type: "int",
  min: values.reduce((a, b) => Math.min(a, b)),
  max: values.reduce((a, b) => Math.max(a, b)),
  default: standard,
});

function grammar(
  children: Record<string, Record<string, unknown>>,
  profile: OnvifProfile,
  quality: XmlNode | undefined,
): Record<string, unknown> {
  if (Object.keys(children).length === 0) children[profile.encoder] = encoderChildren(undefined, profile);
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
  return { ...group, ...profileChoice(textsOf(own?.H264ProfilesSupported), profile) };
}

function profileChoice(offered: readonly string[], profile: OnvifProfile): Record<string, unknown> {
  const named = offered.filter((one) => one !== "");
  if (named.length === 0) return {};
  const now = named.includes(profile.h264Profile) ? profile.h264Profile : named[0];
  return { Profile: { type: "enum", options: named, default: now } };
}

const range = (own: XmlNode, fallback: number): Record<string, unknown> => ({
  type: "int",
  min: numberOf(own.Min),
  max: numberOf(own.Max),
  default: fallback,
});
