/** One `m=` section of a session description, with what a recorder needs of it. */
export interface SdpMedia {
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
  /** the other side wants to receive here (ONVIF back channel) */
  readonly backChannel: boolean;
}

export interface Sdp {
  /** session level a=control, empty = none */
  readonly control: string;
  readonly media: readonly SdpMedia[];
}

/** Static payload types of RFC 3551 that cameras use without an rtpmap. */
const STATIC_TYPES: Record<number, { encoding: string; clockRate: number }> = {
  0: { encoding: "PCMU", clockRate: 8000 },
  8: { encoding: "PCMA", clockRate: 8000 },
  26: { encoding: "JPEG", clockRate: 90_000 },
};
const MAX_MEDIA = 32;
const MAX_LINES = 2000;

/** Reads RFC 4566 as cameras write it: unknown lines are skipped, a section without a usable payload type is left out. */
export function parseSdp(text: string): Sdp {
  const sections: string[][] = [[]];
  for (const line of text.split(/\r\n|\n|\r/, MAX_LINES)) {
    if (line.startsWith("m=")) sections.push([]);
    sections.at(-1)?.push(line);
  }
  const media: SdpMedia[] = [];
  for (const lines of sections.slice(1, 1 + MAX_MEDIA)) {
    const parsed = parseMedia(lines);
    if (parsed) media.push(parsed);
  }
  return { control: attribute(sections[0] ?? [], "control") ?? "", media };
}

function attribute(lines: readonly string[], name: string): string | undefined {
  const start = `a=${name}:`;
  return lines
    .find((line) => line.startsWith(start))
    ?.slice(start.length)
    .trim();
}

function parseMedia(lines: readonly string[]): SdpMedia | null {
  const words = (lines[0] ?? "").slice(2).trim().split(/\s+/);
  const kind = words[0] ?? "";
  const payloadType = Number(words[3]);
  if (!Number.isInteger(payloadType) || payloadType < 0 || payloadType > 127) return null;
  const known = STATIC_TYPES[payloadType];
  const map = lines.map((line) => /^a=rtpmap:(\d+)\s+([^/\s]+)\/(\d+)(?:\/(\d+))?/.exec(line));
  const own = map.find((match) => Number(match?.[1]) === payloadType);
  const clockRate = Number(own?.[3] ?? known?.clockRate ?? 0);
  if (!Number.isInteger(clockRate) || clockRate < 1000 || clockRate > 1_000_000) return null;
  const rate = Number(attribute(lines, "framerate") ?? 0);
  return {
    kind,
    payloadType,
    encoding: (own?.[2] ?? known?.encoding ?? "").toUpperCase(),
    clockRate,
    channels: Math.max(1, Number(own?.[4] ?? 1)),
    parameters: parseParameters(lines, payloadType),
    control: attribute(lines, "control") ?? "",
    framesPerSecond: rate >= 1 && rate <= 240 ? rate : 0,
    backChannel: lines.includes("a=sendonly"),
  };
}

function parseParameters(lines: readonly string[], payloadType: number): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const line of lines) {
    const match = /^a=fmtp:(\d+)\s+(.*)$/.exec(line);
    if (!match || Number(match[1]) !== payloadType) continue;
    for (const part of (match[2] ?? "").split(";", 64)) {
      const equals = part.indexOf("=");
      if (equals > 0) parameters.set(part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim());
    }
  }
  return parameters;
}

/** The parameter sets of a video section's fmtp, in the order VPS, SPS, PPS; empty when it has none. */
export function sdpParameterSets(media: SdpMedia): Buffer[] {
  const names = media.encoding === "H265" ? ["sprop-vps", "sprop-sps", "sprop-pps"] : ["sprop-parameter-sets"];
  return names
    .flatMap((name) => (media.parameters.get(name) ?? "").split(",", 16))
    .map((text) => Buffer.from(text.trim(), "base64"))
    .filter((nal) => nal.length > 3 && nal.length <= 4096);
}
