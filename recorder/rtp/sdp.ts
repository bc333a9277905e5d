import { unitsOf } from "#recorder/formats/annex-b.ts";

/** One format of an `m=` section of a session description, with what a recorder needs of it. */
export interface SdpMedia {
  /** number of its section, from 0 */
  readonly section: number;
  /** its section has no other format */
  readonly isOnlyFormat: boolean;
  readonly kind: string;
  readonly payloadType: number;
  /** upper case name of the rtpmap: H264, H265, MPEG4-GENERIC, PCMU ... */
  readonly encoding: string;
  readonly clockRate: number;
  readonly channels: number;
  /** fmtp, names in lower case */
  readonly parameters: ReadonlyMap<string, string>;
  readonly control: string;
  /** a=framerate, 0 = not said */
  readonly framesPerSecond: number;
  /** a=x-dimensions, a=framesize or a=cliprect, null = not said */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** the other side wants to receive here (ONVIF back channel) */
  readonly backChannel: boolean;
}

export interface Sdp {
  /** session level a=control, empty = none */
  readonly control: string;
  readonly media: readonly SdpMedia[];
}

/** Static payload types of RFC 3551 that cameras use without an rtpmap; those that are not understood are named by it. */
const STATIC_TYPES: Record<number, { encoding: string; clockRate: number }> = {
  0: { encoding: "PCMU", clockRate: 8000 },
  2: { encoding: "G726-32", clockRate: 8000 },
  3: { encoding: "GSM", clockRate: 8000 },
  4: { encoding: "G723", clockRate: 8000 },
  5: { encoding: "DVI4", clockRate: 8000 },
  8: { encoding: "PCMA", clockRate: 8000 },
  9: { encoding: "G722", clockRate: 8000 },
  10: { encoding: "L16", clockRate: 44_100 },
  11: { encoding: "L16", clockRate: 44_100 },
  14: { encoding: "MPA", clockRate: 90_000 },
  18: { encoding: "G729", clockRate: 8000 },
  26: { encoding: "JPEG", clockRate: 90_000 },
  31: { encoding: "H261", clockRate: 90_000 },
  32: { encoding: "MPV", clockRate: 90_000 },
  33: { encoding: "MP2T", clockRate: 90_000 },
  34: { encoding: "H263", clockRate: 90_000 },
};
/** The first payload type that a map should give a meaning to. */
const DYNAMIC = 96;
/** Static types of video (RFC 3551 table 5), the only ones that a section of video means without a map. */
const STATIC_VIDEO = [26, 31, 32, 33, 34];
/** Nothing but video has these, whatever its section is called. */
const VIDEO_ONLY = ["H264", "H265"];
const MAX_MEDIA = 32;
const MAX_FORMATS = 16;
const MAX_LINES = 2000;
/** Largest side of a JPEG file. */
const MAX_SIDE = 65_535;

/** Reads RFC 4566 as cameras write it: unknown lines are skipped, a format without a usable payload type is left out. */
export function parseSdp(text: string): Sdp {
  const sections: string[][] = [[]];
  for (const untidy of text.split(/\r\n|\n|\r/, MAX_LINES)) {
    const line = untidy.trim().replace(/^([a-z])\s*=\s*/i, (_, name: string) => `${name.toLowerCase()}=`);
    if (line.startsWith("m=")) sections.push([]);
    sections.at(-1)?.push(line);
  }
  const [session = [], ...others] = sections;
  // Some cameras write the parameters of their one video before it.
  const shared = session.filter((line) => /^a=fmtp:/i.test(line));
  const media = others.slice(0, MAX_MEDIA).flatMap((lines, at) => formatsOf([...lines, ...shared], at));
  return { control: attribute(session, "control") ?? "", media };
}

function attribute(lines: readonly string[], name: string): string | undefined {
  const start = `a=${name}:`;
  return lines
    .find((line) => line.slice(0, start.length).toLowerCase() === start)
    ?.slice(start.length)
    .trim();
}

interface RtpMap {
  readonly payloadType: number;
  readonly encoding: string;
  readonly clockRate: number;
  readonly channels: number;
}

function formatsOf(lines: readonly string[], section: number): SdpMedia[] {
  const words = (lines[0] ?? "").slice(2).trim().split(/\s+/);
  const maps = lines.map(readRtpMap).filter((map) => map !== null);
  const kind = (words[0] ?? "").toLowerCase();
  const announced = words.slice(3).map(Number).filter(isPayloadType).slice(0, MAX_FORMATS);
  const mapped = maps.map(({ payloadType }) => payloadType).filter(isPayloadType);
  // Of a video whose type cannot be read, the packets tell.
  const types =
    [announced, mapped, kind === "video" && maps.length > 0 ? [DYNAMIC] : []].find((some) => some.length > 0) ?? [];
  const rate = Number(attribute(lines, "framerate") ?? 0);
  const shared = {
    section,
    isOnlyFormat: types.length === 1,
    kind,
    control: attribute(lines, "control") ?? "",
    framesPerSecond: rate >= 1 && rate <= 240 ? rate : 0,
    size: sizeOf(lines),
    backChannel: lines.includes("a=sendonly"),
  };
  return types.flatMap((payloadType) => {
    const known = isOfKind(payloadType, kind) ? STATIC_TYPES[payloadType] : undefined;
    // The only format's map is meant, even where it names another payload type.
    const stray = types.length === 1 && maps.length === 1 && !known ? maps[0] : undefined;
    const own = maps.find((map) => map.payloadType === payloadType) ?? stray;
    const parameters = parseParameters(lines, own?.payloadType ?? payloadType, types.length === 1);
    const { encoding, clockRate: saidRate } = own ?? known ?? byParameters(parameters, kind === "video");
    const clockRate = isRate(saidRate) ? saidRate : (USUAL_RATES[encoding] ?? 0);
    if (!isRate(clockRate)) return [];
    const isVideo = VIDEO_ONLY.includes(encoding) && kind !== "audio";
    const meant = { ...shared, kind: isVideo ? "video" : kind };
    return [{ ...meant, payloadType, encoding, clockRate, channels: own?.channels ?? 1, parameters }];
  });
}

/** Some cameras leave out the map, but only one codec has such parameters; without any, H.264 is the likeliest, and packets tell. */
function byParameters(
  parameters: ReadonlyMap<string, string>,
  isUnnamedVideo: boolean,
): { encoding: string; clockRate: number } {
  if (!isUnnamedVideo) return { encoding: "", clockRate: 0 };
  return { encoding: parameters.has("sprop-sps") ? "H265" : "H264", clockRate: 90_000 };
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  HEVC: "H265",
  "X-HEVC": "H265",
  "H.264": "H264",
  "X-H264": "H264",
  AVC: "H264",
  AVC1: "H264",
  "MPEG4-AVC": "H264",
  "H.265": "H265",
  "X-H265": "H265",
  MJPEG: "JPEG",
  MJPG: "JPEG",
  G711U: "PCMU",
  G711A: "PCMA",
  "G.711U": "PCMU",
  "G.711A": "PCMA",
  ULAW: "PCMU",
  ALAW: "PCMA",
};

/** Makers put words of their own around the names. Those of the layered kinds say that one cannot do without the others. */
function likelyName(name: string): string {
  if (/H\.?264|AVC/.test(name) && !/SVC|MVC/.test(name)) return "H264";
  return /H\.?265|HEVC/.test(name) ? "H265" : name;
}

const isRate = (rate: number): boolean => Number.isInteger(rate) && rate >= 1000 && rate <= 1_000_000;

/** For maps that leave out the rate, or have one that is none. */
const USUAL_RATES: Readonly<Record<string, number>> = {
  H264: 90_000,
  H265: 90_000,
  JPEG: 90_000,
  PCMU: 8000,
  PCMA: 8000,
};

const isOfKind = (payloadType: number, kind: string): boolean =>
  (kind === "video") === STATIC_VIDEO.includes(payloadType);

const isPayloadType = (type: number): boolean => Number.isInteger(type) && type >= 0 && type <= 127;

function readRtpMap(line: string): RtpMap | null {
  const match = /^a=rtpmap:\s*(\d+)\s+([^/;\s]+)(?:\s*[/;]\s*(\d+)(?:\/(\d+))?)?/i.exec(line);
  if (!match) return null;
  const payloadType = Number(match[1]);
  const name = (match[2] ?? "").toUpperCase();
  const encoding = OTHER_NAMES[name] ?? likelyName(name);
  return {
    payloadType,
    encoding,
    clockRate: Number(match[3] ?? USUAL_RATES[encoding]),
    channels: Math.max(1, Number(match[4] ?? 1)),
  };
}

/**
 * Cameras say the size of their pictures in one of three attributes; RTP itself cannot for Motion JPEG above 2040
 * pixels. `cliprect` has top, left, bottom and right.
 */
function sizeOf(lines: readonly string[]): SdpMedia["size"] {
  const text = attribute(lines, "x-dimensions") ?? attribute(lines, "framesize");
  const clip = /^0,\s*0,\s*(\d+),\s*(\d+)$/.exec(attribute(lines, "cliprect") ?? "")?.map(Number);
  const said = /(\d{2,5})\s*[,x-]\s*(\d{2,5})\s*$/.exec(text ?? "")?.map(Number) ?? [];
  const [width = 0, height = 0] = text === undefined && clip ? [clip[2], clip[1]] : said.slice(1);
  return width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE ? { width, height } : null;
}

/** Of this format, or of the only one, whatever payload type they name. */
function parseParameters(lines: readonly string[], payloadType: number, isOnlyFormat: boolean): Map<string, string> {
  const all = lines.flatMap((line) => {
    const match = /^a=fmtp:\s*(?:(\d+)\s+)?(.*)$/i.exec(line);
    return match ? [{ type: Number(match[1] ?? payloadType), text: match[2] ?? "" }] : [];
  });
  const own = all.filter(({ type }) => type === payloadType);
  const parameters = new Map<string, string>();
  for (const { text } of own.length > 0 || !isOnlyFormat ? own : all) {
    for (const part of text.split(BETWEEN_PARAMETERS, 64)) {
      const equals = part.indexOf("=");
      const name = part.slice(0, Math.max(0, equals)).trim().toLowerCase();
      if (name !== "" && !parameters.has(name)) parameters.set(name, part.slice(equals + 1).trim());
    }
  }
  return parameters;
}

/** Some cameras put blanks or commas between parameters, which stand inside of their values, too: then the names tell. */
const BETWEEN_PARAMETERS =
  /;|[\s,]+(?=(?:packetization-mode|profile-level-id|profile-id|sprop-[\w-]+|streamtype|mode|config|sizelength|indexlength|indexdeltalength)\s*=)/i;

/** The names of H.265, then that of H.264; some cameras use those of the other one. */
const SETS = ["sprop-vps", "sprop-sps", "sprop-pps", "sprop-parameter-sets"];

/**
 * The parameter sets of a video section's fmtp, in the order VPS, SPS, PPS; empty when it has none. Cameras put start
 * codes into them, quotes around them and blanks between their letters.
 */
export function sdpParameterSets(media: SdpMedia): Buffer[] {
  return SETS.flatMap((name) => (media.parameters.get(name) ?? "").split(",", 16))
    .flatMap((text) => unitsOf(Buffer.from(text.replace(/[^A-Za-z0-9+/_-]/g, ""), "base64")))
    .filter((nal) => nal.length > 3 && nal.length <= 4096);
}
