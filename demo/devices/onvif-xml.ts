import type { StreamShape } from "../clip-encoder.ts";
import type { PtzPosition } from "./ptz-mount.ts";

export interface OnvifProfile {
  readonly token: string;
  readonly encoderToken: string;
  readonly rtspUri: string;
  shape: StreamShape;
  gopLength: number;
  bitrateKbps: number;
  readonly maxFramesPerSecond: number;
  readonly audio: "none" | "AAC" | "G711";
  /** the sizes that the encoder offers */
  readonly sizes: readonly { readonly widthPx: number; readonly heightPx: number }[];
}

export interface OnvifFacts {
  readonly name: string;
  readonly manufacturer: string;
  readonly model: string;
  readonly serial: string;
  readonly username: string;
  /** http://host:port */
  baseUri: string;
  readonly ptz: boolean;
  readonly profiles: readonly OnvifProfile[];
  /** the one audio encoder that all profiles share; absent = no sound */
  readonly audio?: DeviceAudio;
}

export interface DeviceAudio {
  readonly encoding: "AAC" | "G711";
  readonly sampleRateKhz: number;
  bitrateKbps: number;
  /** the bit rates that it offers */
  readonly bitratesKbps: readonly number[];
}

export const AUDIO_ENCODER = "audio-encoder";

export const GOV_LENGTH_RANGE = { min: 1, max: 60 } as const;
export const BITRATE_RANGE = { min: 32, max: 4000 } as const;

const NAMESPACES = [
  'xmlns:s="http://www.w3.org/2003/05/soap-envelope"',
  'xmlns:tt="http://www.onvif.org/ver10/schema"',
  'xmlns:tds="http://www.onvif.org/ver10/device/wsdl"',
  'xmlns:trt="http://www.onvif.org/ver10/media/wsdl"',
  'xmlns:tptz="http://www.onvif.org/ver20/ptz/wsdl"',
  'xmlns:ter="http://www.onvif.org/ver10/error"',
].join(" ");
const SPACES = "http://www.onvif.org/ver10/tptz";

const ENTITIES: Record<string, string> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&apos;" };

export const escapeXml = (value: string): string => value.replace(/[<>&"']/g, (mark) => ENTITIES[mark] ?? "");

export const envelope = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><s:Envelope ${NAMESPACES}><s:Body>${body}</s:Body></s:Envelope>`;

export const fault = (code: string, sub: string, reason: string): string =>
  envelope(
    `<s:Fault><s:Code><s:Value>s:${code}</s:Value><s:Subcode><s:Value>ter:${sub}</s:Value></s:Subcode></s:Code><s:Reason><s:Text xml:lang="en">${escapeXml(reason)}</s:Text></s:Reason></s:Fault>`,
  );

const range = (name: string, min: number, max: number): string =>
  `<tt:${name}><tt:Min>${min}</tt:Min><tt:Max>${max}</tt:Max></tt:${name}>`;

const multicast =
  "<tt:Multicast><tt:Address><tt:Type>IPv4</tt:Type><tt:IPv4Address>0.0.0.0</tt:IPv4Address></tt:Address><tt:Port>0</tt:Port><tt:TTL>0</tt:TTL><tt:AutoStart>false</tt:AutoStart></tt:Multicast><tt:SessionTimeout>PT60S</tt:SessionTimeout>";

function encoderBody(profile: OnvifProfile): string {
  const { shape } = profile;
  return `<tt:Name>${profile.encoderToken}</tt:Name><tt:UseCount>1</tt:UseCount><tt:Encoding>H264</tt:Encoding><tt:Resolution><tt:Width>${shape.widthPx}</tt:Width><tt:Height>${shape.heightPx}</tt:Height></tt:Resolution><tt:Quality>5</tt:Quality><tt:RateControl><tt:FrameRateLimit>${shape.framesPerSecond}</tt:FrameRateLimit><tt:EncodingInterval>1</tt:EncodingInterval><tt:BitrateLimit>${profile.bitrateKbps}</tt:BitrateLimit></tt:RateControl><tt:H264><tt:GovLength>${profile.gopLength}</tt:GovLength><tt:H264Profile>Baseline</tt:H264Profile></tt:H264>${multicast}`;
}

const audioEncoderXml = (element: string, { encoding, bitrateKbps, sampleRateKhz }: DeviceAudio): string =>
  `<${element} token="${AUDIO_ENCODER}"><tt:Name>Audio</tt:Name><tt:UseCount>2</tt:UseCount><tt:Encoding>${encoding}</tt:Encoding><tt:Bitrate>${bitrateKbps}</tt:Bitrate><tt:SampleRate>${sampleRateKhz}</tt:SampleRate>${multicast}</${element}>`;

const items = (name: string, values: readonly number[]): string =>
  `<tt:${name}>${values.map((value) => `<tt:Items>${value}</tt:Items>`).join("")}</tt:${name}>`;

const audioOptions = ({ encoding, bitratesKbps, sampleRateKhz }: DeviceAudio): string =>
  `<trt:Options><tt:Options><tt:Encoding>${encoding}</tt:Encoding>${items("BitrateList", bitratesKbps)}${items("SampleRateList", [sampleRateKhz])}</tt:Options></trt:Options>`;

const ptzConfigurationBody = `<tt:Name>PTZ</tt:Name><tt:UseCount>2</tt:UseCount><tt:NodeToken>ptz-node</tt:NodeToken><tt:DefaultAbsolutePantTiltPositionSpace>${SPACES}/PanTiltSpaces/PositionGenericSpace</tt:DefaultAbsolutePantTiltPositionSpace><tt:DefaultAbsoluteZoomPositionSpace>${SPACES}/ZoomSpaces/PositionGenericSpace</tt:DefaultAbsoluteZoomPositionSpace><tt:DefaultContinuousPanTiltVelocitySpace>${SPACES}/PanTiltSpaces/VelocityGenericSpace</tt:DefaultContinuousPanTiltVelocitySpace><tt:DefaultContinuousZoomVelocitySpace>${SPACES}/ZoomSpaces/VelocityGenericSpace</tt:DefaultContinuousZoomVelocitySpace><tt:DefaultPTZTimeout>PT10S</tt:DefaultPTZTimeout>`;

function profileXml(facts: OnvifFacts, profile: OnvifProfile, element: string): string {
  const main = facts.profiles[0]?.shape ?? profile.shape;
  const source = `<tt:VideoSourceConfiguration token="video-source-config"><tt:Name>Sensor</tt:Name><tt:UseCount>2</tt:UseCount><tt:SourceToken>video-source</tt:SourceToken><tt:Bounds x="0" y="0" width="${main.widthPx}" height="${main.heightPx}"/></tt:VideoSourceConfiguration>`;
  const audio =
    profile.audio === "none"
      ? ""
      : `<tt:AudioSourceConfiguration token="audio-source-config"><tt:Name>Microphone</tt:Name><tt:UseCount>1</tt:UseCount><tt:SourceToken>audio-source</tt:SourceToken></tt:AudioSourceConfiguration>`;
  const audioEncoder =
    profile.audio === "none" || !facts.audio ? "" : audioEncoderXml("tt:AudioEncoderConfiguration", facts.audio);
  const ptz = facts.ptz ? `<tt:PTZConfiguration token="ptz-config">${ptzConfigurationBody}</tt:PTZConfiguration>` : "";
  return `<${element} token="${profile.token}" fixed="true"><tt:Name>${profile.token}</tt:Name>${source}${audio}<tt:VideoEncoderConfiguration token="${profile.encoderToken}">${encoderBody(profile)}</tt:VideoEncoderConfiguration>${audioEncoder}${ptz}</${element}>`;
}

function dateTime(): string {
  const now = new Date();
  return `<tt:UTCDateTime><tt:Time><tt:Hour>${now.getUTCHours()}</tt:Hour><tt:Minute>${now.getUTCMinutes()}</tt:Minute><tt:Second>${now.getUTCSeconds()}</tt:Second></tt:Time><tt:Date><tt:Year>${now.getUTCFullYear()}</tt:Year><tt:Month>${now.getUTCMonth() + 1}</tt:Month><tt:Day>${now.getUTCDate()}</tt:Day></tt:Date></tt:UTCDateTime>`;
}

const response = (prefix: string, name: string, body: string): string =>
  `<${prefix}:${name}Response>${body}</${prefix}:${name}Response>`;

/** The options of a profile's encoder; the bit rate stands in the extension, where ONVIF puts it. */
function encoderOptions({ sizes, maxFramesPerSecond }: OnvifProfile): string {
  const own = `${sizes
    .map(
      ({ widthPx, heightPx }) =>
        `<tt:ResolutionsAvailable><tt:Width>${widthPx}</tt:Width><tt:Height>${heightPx}</tt:Height></tt:ResolutionsAvailable>`,
    )
    .join("")}${range("GovLengthRange", GOV_LENGTH_RANGE.min, GOV_LENGTH_RANGE.max)}${range(
    "FrameRateRange",
    1,
    maxFramesPerSecond,
  )}${range("EncodingIntervalRange", 1, 1)}<tt:H264ProfilesSupported>Baseline</tt:H264ProfilesSupported>`;
  return `<trt:Options>${range("QualityRange", 1, 10)}<tt:H264>${own}</tt:H264><tt:Extension><tt:H264>${own}${range(
    "BitrateRange",
    BITRATE_RANGE.min,
    BITRATE_RANGE.max,
  )}</tt:H264></tt:Extension></trt:Options>`;
}

/**
 * Answers the calls of the device and media services that only report facts; null = not one of them. `token`: the
 * profile or the encoder that the call is about, null = the main one.
 */
export function mediaServices(facts: OnvifFacts, name: string, token: string | null = null): string | null {
  const { baseUri, profiles } = facts;
  const main = profiles[0];
  if (!main) return null;
  const asked = profiles.find((profile) => profile.token === token || profile.encoderToken === token) ?? main;
  switch (name) {
    case "GetSystemDateAndTime":
      return response(
        "tds",
        name,
        `<tds:SystemDateAndTime><tt:DateTimeType>NTP</tt:DateTimeType><tt:DaylightSavings>false</tt:DaylightSavings><tt:TimeZone><tt:TZ>UTC0</tt:TZ></tt:TimeZone>${dateTime()}</tds:SystemDateAndTime>`,
      );
    case "GetDeviceInformation":
      return response(
        "tds",
        name,
        `<tds:Manufacturer>${escapeXml(facts.manufacturer)}</tds:Manufacturer><tds:Model>${escapeXml(facts.model)}</tds:Model><tds:FirmwareVersion>8.0</tds:FirmwareVersion><tds:SerialNumber>${escapeXml(facts.serial)}</tds:SerialNumber><tds:HardwareId>1</tds:HardwareId>`,
      );
    case "GetCapabilities":
      return response(
        "tds",
        name,
        `<tds:Capabilities><tt:Device><tt:XAddr>${baseUri}/onvif/device_service</tt:XAddr></tt:Device><tt:Events><tt:XAddr>${baseUri}/onvif/events</tt:XAddr><tt:WSSubscriptionPolicySupport>false</tt:WSSubscriptionPolicySupport><tt:WSPullPointSupport>true</tt:WSPullPointSupport><tt:WSPausableSubscriptionManagerInterfaceSupport>false</tt:WSPausableSubscriptionManagerInterfaceSupport></tt:Events><tt:Media><tt:XAddr>${baseUri}/onvif/media</tt:XAddr><tt:StreamingCapabilities><tt:RTPMulticast>false</tt:RTPMulticast><tt:RTP_TCP>true</tt:RTP_TCP><tt:RTP_RTSP_TCP>true</tt:RTP_RTSP_TCP></tt:StreamingCapabilities></tt:Media>${facts.ptz ? `<tt:PTZ><tt:XAddr>${baseUri}/onvif/ptz</tt:XAddr></tt:PTZ>` : ""}</tds:Capabilities>`,
      );
    case "GetServices":
      return response(
        "tds",
        name,
        [
          ["http://www.onvif.org/ver10/device/wsdl", "device_service"],
          ["http://www.onvif.org/ver10/media/wsdl", "media"],
          ["http://www.onvif.org/ver10/events/wsdl", "events"],
          ...(facts.ptz ? [["http://www.onvif.org/ver20/ptz/wsdl", "ptz"]] : []),
        ]
          .map(
            ([space, path]) =>
              `<tds:Service><tds:Namespace>${space}</tds:Namespace><tds:XAddr>${baseUri}/onvif/${path}</tds:XAddr><tds:Version><tt:Major>2</tt:Major><tt:Minor>60</tt:Minor></tds:Version></tds:Service>`,
          )
          .join(""),
      );
    case "GetServiceCapabilities":
      return response("tds", name, "<tds:Capabilities/>");
    case "GetScopes":
      return response(
        "tds",
        name,
        scopesOf(facts)
          .map(
            (item) => `<tds:Scopes><tt:ScopeDef>Fixed</tt:ScopeDef><tt:ScopeItem>${item}</tt:ScopeItem></tds:Scopes>`,
          )
          .join(""),
      );
    case "GetHostname":
      return response(
        "tds",
        name,
        `<tds:HostnameInformation><tt:FromDHCP>false</tt:FromDHCP><tt:Name>${escapeXml(facts.serial)}</tt:Name></tds:HostnameInformation>`,
      );
    case "GetProfiles":
      return response("trt", name, profiles.map((profile) => profileXml(facts, profile, "trt:Profiles")).join(""));
    case "GetProfile":
      return response("trt", name, profileXml(facts, asked, "trt:Profile"));
    case "GetVideoSources":
      return response(
        "trt",
        name,
        `<trt:VideoSources token="video-source"><tt:Framerate>${main.shape.framesPerSecond}</tt:Framerate><tt:Resolution><tt:Width>${main.shape.widthPx}</tt:Width><tt:Height>${main.shape.heightPx}</tt:Height></tt:Resolution></trt:VideoSources>`,
      );
    case "GetAudioSources":
      return response(
        "trt",
        name,
        main.audio === "none"
          ? ""
          : `<trt:AudioSources token="audio-source"><tt:Channels>1</tt:Channels></trt:AudioSources>`,
      );
    case "GetVideoEncoderConfigurations":
      return response(
        "trt",
        name,
        profiles
          .map(
            (profile) =>
              `<trt:Configurations token="${profile.encoderToken}">${encoderBody(profile)}</trt:Configurations>`,
          )
          .join(""),
      );
    case "GetVideoEncoderConfiguration":
      return response(
        "trt",
        name,
        `<trt:Configuration token="${asked.encoderToken}">${encoderBody(asked)}</trt:Configuration>`,
      );
    case "GetVideoEncoderConfigurationOptions":
      return response("trt", name, encoderOptions(asked));
    case "GetAudioEncoderConfigurations":
      return response("trt", name, facts.audio ? audioEncoderXml("trt:Configurations", facts.audio) : "");
    case "GetAudioEncoderConfigurationOptions":
      return response("trt", name, facts.audio ? audioOptions(facts.audio) : "<trt:Options/>");
    default:
      return null;
  }
}

export const scopesOf = (facts: OnvifFacts): string[] => [
  "onvif://www.onvif.org/Profile/Streaming",
  "onvif://www.onvif.org/type/video_encoder",
  ...(facts.ptz ? ["onvif://www.onvif.org/type/ptz"] : []),
  `onvif://www.onvif.org/hardware/${encodeURIComponent(facts.model)}`,
  `onvif://www.onvif.org/name/${encodeURIComponent(facts.name)}`,
];

const space = (element: string, path: string, x: readonly [number, number], y?: readonly [number, number]): string =>
  `<tt:${element}><tt:URI>${SPACES}/${path}</tt:URI>${range("XRange", x[0], x[1])}${y ? range("YRange", y[0], y[1]) : ""}</tt:${element}>`;

const SPACES_XML = [
  space("AbsolutePanTiltPositionSpace", "PanTiltSpaces/PositionGenericSpace", [-1, 1], [-1, 1]),
  space("AbsoluteZoomPositionSpace", "ZoomSpaces/PositionGenericSpace", [0, 1]),
  space("RelativePanTiltTranslationSpace", "PanTiltSpaces/TranslationGenericSpace", [-1, 1], [-1, 1]),
  space("RelativePanTiltTranslationSpace", "PanTiltSpaces/TranslationSpaceFov", [-1, 1], [-1, 1]),
  space("RelativeZoomTranslationSpace", "ZoomSpaces/TranslationGenericSpace", [-1, 1]),
  space("ContinuousPanTiltVelocitySpace", "PanTiltSpaces/VelocityGenericSpace", [-1, 1], [-1, 1]),
  space("ContinuousZoomVelocitySpace", "ZoomSpaces/VelocityGenericSpace", [-1, 1]),
].join("");

export function ptzConfiguration(name: string, maxPresets: number): string {
  const node = (element: string): string =>
    `<${element} token="ptz-node"><tt:Name>PTZ</tt:Name><tt:SupportedPTZSpaces>${SPACES_XML}</tt:SupportedPTZSpaces><tt:MaximumNumberOfPresets>${maxPresets}</tt:MaximumNumberOfPresets><tt:HomeSupported>true</tt:HomeSupported></${element}>`;
  const body: Record<string, string> = {
    GetNodes: node("tptz:PTZNode"),
    GetNode: node("tptz:PTZNode"),
    GetConfigurations: `<tptz:PTZConfiguration token="ptz-config">${ptzConfigurationBody}</tptz:PTZConfiguration>`,
    GetConfiguration: `<tptz:PTZConfiguration token="ptz-config">${ptzConfigurationBody}</tptz:PTZConfiguration>`,
    GetConfigurationOptions: `<tptz:PTZConfigurationOptions><tt:Spaces>${SPACES_XML}</tt:Spaces><tt:PTZTimeout><tt:Min>PT0.1S</tt:Min><tt:Max>PT1M</tt:Max></tt:PTZTimeout></tptz:PTZConfigurationOptions>`,
  };
  return response("tptz", name, body[name] ?? "");
}

export function ptzStatus({ pan, tilt, zoom }: PtzPosition, moving: boolean): string {
  const state = moving ? "MOVING" : "IDLE";
  return response(
    "tptz",
    "GetStatus",
    `<tptz:PTZStatus><tt:Position><tt:PanTilt x="${pan.toFixed(4)}" y="${tilt.toFixed(4)}" space="${SPACES}/PanTiltSpaces/PositionGenericSpace"/><tt:Zoom x="${zoom.toFixed(4)}" space="${SPACES}/ZoomSpaces/PositionGenericSpace"/></tt:Position><tt:MoveStatus><tt:PanTilt>${state}</tt:PanTilt><tt:Zoom>${state}</tt:Zoom></tt:MoveStatus><tt:UtcTime>${new Date().toISOString()}</tt:UtcTime></tptz:PTZStatus>`,
  );
}
