import { isIP } from "node:net";
import { type Failure, failure } from "#domain/failures/failure.ts";
import { type Result, ok, fail } from "#base/result.ts";

export interface OfferedCodec {
  readonly payloadType: number;
  readonly parameters: string;
}

/** The parts of a WHEP client's offer that matter to us. */
export interface WhepOffer {
  readonly video: {
    readonly mid: string;
    readonly h264: OfferedCodec | null;
    /** number of the playout-delay header extension; null = not offered */
    readonly playoutDelayId: number | null;
  } | null;
  readonly audio: {
    readonly mid: string;
    readonly opus: OfferedCodec | null;
    readonly pcmu: OfferedCodec | null;
    readonly pcma: OfferedCodec | null;
  } | null;
  /** media sections that we do not use: answered as inactive */
  readonly others: readonly { readonly kind: "video" | "audio"; readonly mid: string }[];
}

export const PLAYOUT_DELAY_URI = "http://www.webrtc.org/experiments/rtp-hdrext/playout-delay";

interface MediaSection {
  readonly kind: "video" | "audio";
  readonly mid: string;
  readonly lines: readonly string[];
}

/** An offer of a browser with every codec it has is below 20 kB. */
const MAX_OFFER_BYTES = 64 * 1024;

/** Parses an offer; the failure is for whoever wrote the client. */
export function parseWhepOffer(sdp: string): Result<WhepOffer, Failure> {
  if (sdp.length > MAX_OFFER_BYTES) return fail(failure("offer/too-long"));
  const lines = sdp.split(/\r?\n/);
  if (!lines[0]?.startsWith("v=0")) return fail(failure("offer/no-description"));
  if (!lines.some((line) => line.startsWith("a=ice-ufrag:"))) return fail(failure("offer/no-ice"));
  if (!lines.some((line) => line.startsWith("a=fingerprint:"))) return fail(failure("offer/no-fingerprint"));
  const sections = sectionsOf(lines);
  if (sections.some((section) => section.mid === null)) return fail(failure("offer/no-mid"));
  const media = sections.flatMap(({ kind, mid, lines: own }): MediaSection[] =>
    (kind === "video" || kind === "audio") && mid !== null ? [{ kind, mid, lines: own }] : [],
  );
  const video = media.find((section) => section.kind === "video");
  const audio = media.find((section) => section.kind === "audio");
  if (!video) return fail(failure("offer/no-video"));
  return ok({
    video: { mid: video.mid, h264: h264Of(video.lines), playoutDelayId: extensionOf(video.lines, PLAYOUT_DELAY_URI) },
    audio: audio
      ? {
          mid: audio.mid,
          opus: codecOf(audio.lines, /^opus\/48000/i),
          pcmu: codecOf(audio.lines, /^pcmu\/8000/i),
          pcma: codecOf(audio.lines, /^pcma\/8000/i),
        }
      : null,
    others: media.filter((section) => section !== video && section !== audio).map(({ kind, mid }) => ({ kind, mid })),
  });
}

/**
 * The offer without candidates that name a host: the recorder would ask the network's name service for whatever somebody writes. A
 * browser that hides its address behind such a name is found by the packets that it sends.
 */
export const withoutHostNames = (sdp: string): string =>
  sdp
    .split("\n")
    .filter((line) => !/^a=candidate:/i.test(line) || isIP(line.trim().split(/\s+/)[ADDRESS_FIELD] ?? "") > 0)
    .join("\n");

/** Where the address stands among the words of a candidate (RFC 8839 section 5.1). */
const ADDRESS_FIELD = 4;

function sectionsOf(lines: readonly string[]): { kind: string; mid: string | null; lines: string[] }[] {
  const sections: { kind: string; mid: string | null; lines: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith("m=")) sections.push({ kind: line.slice(2).split(" ")[0] ?? "", mid: null, lines: [] });
    const section = sections.at(-1);
    if (!section) continue;
    section.lines.push(line);
    const mid = /^a=mid:([\w.~!$%&'*+^`|{}-]{1,64})\s*$/.exec(line)?.[1];
    if (mid) section.mid = mid;
  }
  return sections;
}

function codecsOf(lines: readonly string[], name: RegExp): OfferedCodec[] {
  return lines.flatMap((line) => {
    const match = /^a=rtpmap:(\d{1,3}) (\S+)/.exec(line);
    const payloadType = Number(match?.[1]);
    if (!match || payloadType > 127 || !name.test(match[2] ?? "")) return [];
    const prefix = `a=fmtp:${payloadType} `;
    const parameters =
      lines
        .find((one) => one.startsWith(prefix))
        ?.slice(prefix.length)
        .trim() ?? "";
    return [{ payloadType, parameters }];
  });
}

function codecOf(lines: readonly string[], name: RegExp): OfferedCodec | null {
  return codecsOf(lines, name)[0] ?? null;
}

/**
 * Fragmented units (packetization mode 1) are required; constrained baseline is what everybody decodes, whatever is
 * sent.
 */
function h264Of(lines: readonly string[]): OfferedCodec | null {
  const usable = codecsOf(lines, /^h264\/90000/i).filter(({ parameters }) => /packetization-mode=1/.test(parameters));
  return usable.find(({ parameters }) => /profile-level-id=42e0/i.test(parameters)) ?? usable[0] ?? null;
}

/** Number of a header extension; only those that fit into a one-byte header can be used. */
function extensionOf(lines: readonly string[], uri: string): number | null {
  for (const line of lines) {
    const match = /^a=extmap:(\d{1,2})(?:\/\S+)? (\S+)/.exec(line);
    if (match && match[2] === uri && Number(match[1]) >= 1 && Number(match[1]) <= 14) return Number(match[1]);
  }
  return null;
}
