/**
 * An encoder configuration as a Set… call of ONVIF takes it: all that the camera said of it, in the order of the schema, which
 * cameras insist on, changed where asked. Media2 writes many members as attributes.
 */
import type { OnvifAudio } from "./audio.ts";
import { escapeXml, node, textOf, type XmlNode } from "./soap/xml.ts";

/** Only the first Media service has it: the camera keeps the change when it starts anew. */
const FORCE_PERSISTENCE = "<ForcePersistence>true</ForcePersistence>";

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

/** The video configuration to be set by the first Media service. */
export function mediaVideoXml(encoder: XmlNode, change: EncoderChange): string {
  const rate = node(encoder.RateControl);
  const h264 = node(encoder.H264);
  const encoding = change.encoder ?? textOf(encoder.Encoding);
  const control =
    element("FrameRateLimit", change.framesPerSecond ?? textOf(rate?.FrameRateLimit)) +
    element("EncodingInterval", change.encoderInterval ?? (textOf(rate?.EncodingInterval) || 1)) +
    element("BitrateLimit", change.bitRateKbps ?? textOf(rate?.BitrateLimit));
  const codec =
    element("GovLength", change.govLength ?? textOf(h264?.GovLength)) +
    element("H264Profile", change.h264Profile ?? (textOf(h264?.H264Profile) || "Baseline"));
  return (
    `<Configuration token="${escapeXml(textOf(encoder["@token"]))}">` +
    element("Name", textOf(encoder.Name)) +
    element("UseCount", textOf(encoder.UseCount) || 1) +
    element("Encoding", encoding) +
    sizeXml(encoder, change) +
    element("Quality", change.quality ?? (textOf(encoder.Quality) || 1)) +
    `<tt:RateControl>${control}</tt:RateControl>` +
    (encoding === "H264" ? `<tt:H264>${codec}</tt:H264>` : "") +
    multicastXml(node(encoder.Multicast)) +
    element("SessionTimeout", textOf(encoder.SessionTimeout) || "PT60S") +
    `</Configuration>${FORCE_PERSISTENCE}`
  );
}

/** The video configuration to be set by Media2. */
export function media2VideoXml(encoder: XmlNode, change: EncoderChange): string {
  const rate = node(encoder.RateControl);
  const own = {
    GovLength: change.govLength ?? textOf(encoder["@GovLength"]),
    Profile: change.h264Profile ?? textOf(encoder["@Profile"]),
    AnchorFrameDistance: textOf(encoder["@AnchorFrameDistance"]),
    GuaranteedFrameRate: textOf(encoder["@GuaranteedFrameRate"]),
  };
  const constant = textOf(rate?.["@ConstantBitRate"]);
  const control =
    element("FrameRateLimit", change.framesPerSecond ?? textOf(rate?.FrameRateLimit)) +
    element("BitrateLimit", change.bitRateKbps ?? textOf(rate?.BitrateLimit));
  return (
    `<Configuration token="${escapeXml(textOf(encoder["@token"]))}"${attributes(own)}>` +
    element("Name", textOf(encoder.Name)) +
    element("UseCount", textOf(encoder.UseCount) || 1) +
    element("Encoding", change.encoder ?? textOf(encoder.Encoding)) +
    sizeXml(encoder, change) +
    (control === "" ? "" : `<tt:RateControl${attributes({ ConstantBitRate: constant })}>${control}</tt:RateControl>`) +
    element("Quality", change.quality ?? (textOf(encoder.Quality) || 1)) +
    "</Configuration>"
  );
}

/** The audio configuration to be set: Media2 has neither multicast nor a session's time-out in it. */
export function audioXml(encoder: XmlNode, now: OnvifAudio, change: AudioChange, isMedia2: boolean): string {
  return (
    `<Configuration token="${escapeXml(now.encoderToken)}">` +
    element("Name", textOf(encoder.Name)) +
    element("UseCount", textOf(encoder.UseCount) || 1) +
    element("Encoding", change.encoder ?? now.encoder) +
    element("Bitrate", change.bitRateKbps ?? now.bitRateKbps) +
    element("SampleRate", change.sampleRateKhz ?? now.sampleRateKhz) +
    (isMedia2 ? "" : multicastXml(node(encoder.Multicast))) +
    (isMedia2 ? "" : element("SessionTimeout", textOf(encoder.SessionTimeout) || "PT60S")) +
    `</Configuration>${isMedia2 ? "" : FORCE_PERSISTENCE}`
  );
}

function sizeXml(encoder: XmlNode, change: EncoderChange): string {
  const resolution = node(encoder.Resolution);
  const width = element("Width", change.width ?? textOf(resolution?.Width));
  const height = element("Height", change.height ?? textOf(resolution?.Height));
  return `<tt:Resolution>${width}${height}</tt:Resolution>`;
}

/** Where the stream would go by multicast: the camera's present value. */
function multicastXml(multicast: XmlNode | undefined): string {
  const address = node(multicast?.Address);
  const type = textOf(address?.Type) || "IPv4";
  const place =
    type === "IPv6"
      ? element("IPv6Address", textOf(address?.IPv6Address))
      : element("IPv4Address", textOf(address?.IPv4Address) || "0.0.0.0");
  return (
    `<tt:Multicast><tt:Address>${element("Type", type)}${place}</tt:Address>` +
    element("Port", textOf(multicast?.Port) || 0) +
    element("TTL", textOf(multicast?.TTL) || 0) +
    element("AutoStart", textOf(multicast?.AutoStart) || "false") +
    "</tt:Multicast>"
  );
}

/** An element of ONVIF's schema; empty text when it has no content. */
const element = (name: string, content: string | number): string =>
  content === "" ? "" : `<tt:${name}>${typeof content === "number" ? content : escapeXml(content)}</tt:${name}>`;

const attributes = (of: Readonly<Record<string, string | number>>): string =>
  Object.entries(of)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join("");
