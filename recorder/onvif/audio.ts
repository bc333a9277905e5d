/** A camera's audio encoder: what it is set to, and what it can be set to. */
import { MEDIA, MEDIA2 } from "./services.ts";
import { call, type Endpoint } from "./soap/soap.ts";
import { escapeXml, node, nodes, numberOf, textOf, type Xml, type XmlNode } from "./soap/xml.ts";

export interface OnvifAudio {
  readonly encoderToken: string;
  /** as ONVIF names it: G711, G726, AAC */
  readonly encoder: string;
  readonly bitRateKbps: number;
  readonly sampleRateKhz: number;
}

/** A name of an encoder. */
const ENCODING = /^[A-Za-z][\w.-]{0,31}$/;

/** AudioEncoderConfiguration of a profile; null when the profile has none. */
export function audioOf(encoder: XmlNode | undefined): OnvifAudio | null {
  const encoderToken = textOf(encoder?.["@token"]);
  if (!encoder || encoderToken === "") return null;
  return {
    encoderToken,
    encoder: textOf(encoder.Encoding),
    bitRateKbps: numberOf(encoder.Bitrate),
    sampleRateKhz: numberOf(encoder.SampleRate),
  };
}

/** The capability grammar of the API: Encoder with bit rates and sample rates as its children. */
export async function readAudioOptions<
  P extends { readonly token: string; readonly audio: OnvifAudio | null; readonly isMedia2: boolean },
>(serviceOf: (profile: P) => Endpoint, profiles: readonly P[]): Promise<Record<string, unknown>> {
  const profile = profiles.find(({ audio }) => audio !== null);
  const audio = profile?.audio;
  if (!profile || !audio) return {};
  const inner = `<ConfigurationToken>${escapeXml(audio.encoderToken)}</ConfigurationToken><ProfileToken>${escapeXml(profile.token)}</ProfileToken>`;
  const answer = await call(
    serviceOf(profile),
    profile.isMedia2 ? MEDIA2 : MEDIA,
    "GetAudioEncoderConfigurationOptions",
    inner,
  );
  const said = answer.ok ? node(answer.value.GetAudioEncoderConfigurationOptionsResponse)?.Options : undefined;
  // One list of options inside another; some cameras omit the inner one.
  const options = nodes(said).flatMap((one) => (one.Options === undefined ? [one] : nodes(one.Options)));
  const children: Record<string, Record<string, unknown>> = {};
  for (const option of options) {
    const name = textOf(option.Encoding);
    if (!ENCODING.test(name)) continue;
    const isNow = name === audio.encoder;
    children[name] = {
      ...choice("BitRate", numbers(option.BitrateList), isNow ? audio.bitRateKbps : 0),
      ...choice("SampleRate", numbers(option.SampleRateList), isNow ? audio.sampleRateKhz : 0),
    };
  }
  const names = Object.keys(children);
  if (names.length === 0) return {};
  const standard = names.includes(audio.encoder) ? audio.encoder : names[0];
  return { Encoder: { type: "enum", options: names, default: standard, capabilities: children } };
}

function choice(name: string, values: readonly string[], now: number): Record<string, unknown> {
  if (values.length === 0) return {};
  const standard = values.includes(String(now)) ? String(now) : values[0];
  return { [name]: { type: "enum", options: values, default: standard } };
}

const MAX_RATES = 64;
const numbers = (list: Xml): string[] => {
  const items = node(list)?.Items;
  const all: readonly Xml[] = Array.isArray(items) ? items : [items];
  return all
    .slice(0, MAX_RATES)
    .map((one) => textOf(one).trim())
    .filter((text) => /^\d{1,7}$/.test(text));
};
