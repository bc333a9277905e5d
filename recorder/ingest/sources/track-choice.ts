import { type Failure, failure } from "#domain/failures/failure.ts";
import { type AudioFormat, audioFormat } from "#recorder/rtp/payloads/audio-depacketizer.ts";
import type { Sdp, SdpMedia } from "#recorder/rtp/sdp.ts";

export interface TrackChoice {
  /** the formats that the recorder understands, the best first, section by section, the best one first; empty = there is none */
  readonly videos: readonly (readonly SdpMedia[])[];
  readonly audio: { readonly media: SdpMedia; readonly format: AudioFormat } | null;
  /** format of a video that is not understood; null = there is none */
  readonly unread: string | null;
  /** what is left out, and why */
  readonly left: readonly Failure[];
}

const VIDEO = ["H264", "H265", "JPEG"];

/** The videos and the first audio of a description that the recorder understands. */
export function chooseTracks({ media }: Sdp): TrackChoice {
  // From a camera that offers Motion JPEG beside a better codec the better one is taken.
  const isBetter = ({ encoding }: SdpMedia): boolean => encoding !== "JPEG";
  const understood = media.filter(isVideo);
  const best = understood.find(isBetter) ?? understood[0];
  const ordered = [...understood.filter(isBetter), ...understood.filter((format) => !isBetter(format))];
  const sections = [...new Set(ordered.map(({ section }) => section))];
  const heard = media.filter(({ kind }) => kind === "audio").map((one) => ({ media: one, ...use(one, best) }));
  const audio = heard.find(({ format, isBack }) => format && !isBack);
  const unread = media.filter((track) => track.kind === "video" && !isVideo(track));
  return {
    videos: sections.map((section) => ordered.filter((format) => format.section === section)),
    unread: unread[0] ? formatName(unread[0]) : null,
    audio: audio?.format ? { media: audio.media, format: audio.format } : null,
    left: [
      ...unread.map((track) => failure("camera/track-unread", { name: trackName(track) })),
      ...heard.flatMap(({ media: track, format, isBack }): Failure[] => {
        if (isBack) return [failure("camera/back-channel", { name: trackName(track) })];
        return format ? [] : [failure("camera/track-unread", { name: trackName(track) })];
      }),
    ],
  };
}

const isVideo = (media: SdpMedia): boolean =>
  media.kind === "video" && VIDEO.includes(media.encoding) && !isShuffled(media);

/** Interleaved packetization of H.264 (RFC 6184 section 5.6) may change the order of the units: no camera is known to do so. */
const isShuffled = ({ parameters }: SdpMedia): boolean =>
  parameters.get("packetization-mode") === "2" && Number(parameters.get("sprop-interleaving-depth") ?? 0) > 0;

function use(audio: SdpMedia, video: SdpMedia | undefined): { format: AudioFormat | null; isBack: boolean } {
  // ONVIF marks the way back to the camera by "sendonly". Cameras that mark their video by it, too, mean themselves.
  return { format: audioFormat(audio), isBack: audio.backChannel && video?.backChannel !== true };
}

const trackName = (track: SdpMedia): string => `${track.kind} ${formatName(track)}`;

const formatName = ({ encoding, payloadType }: SdpMedia): string =>
  (encoding === "" ? String(payloadType) : encoding).slice(0, 40);
