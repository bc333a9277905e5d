import type { VideoInfo } from "#recorder/formats/media-info.ts";
import { parseSps } from "#recorder/formats/h265-sps.ts";
import { h264, h265, type NalFormat } from "#recorder/formats/nal-format.ts";
import { JpegDepacketizer } from "#recorder/rtp/payloads/jpeg-depacketizer.ts";
import { NalDepacketizer, type NalGroup } from "#recorder/rtp/payloads/nal-depacketizer.ts";
import { looksLike } from "#recorder/rtp/payloads/likely-format.ts";
import type { RtpPacket } from "#recorder/rtp/rtp-packet.ts";
import { RtpReceiver } from "#recorder/rtp/rtp-receiver.ts";
import { type SdpMedia, sdpParameterSets } from "#recorder/rtp/sdp.ts";
import type { AudioConfig } from "../audio-track.ts";
import { JpegTrack } from "../jpeg-track.ts";
import type { ReportedClock } from "../reported-clock.ts";
import { type VideoConfig, VideoTrack, type VideoTrackSink } from "../video-track.ts";

export interface VideoReceptionSink extends VideoTrackSink {
  /** frames came, whether or not they can be decoded yet */
  frame(): void;
  /** they are of this codec, which is not the one that was announced */
  otherCodec(encoding: string): void;
}

/** What a camera says and shows of its frames before the first one that can be decoded. */
export interface Outlook {
  /** by the session's description, null = it does not say */
  readonly video: VideoInfo | null;
  readonly audio: AudioConfig | null;
  readonly frames: number;
}

/** What the next connection may go on from. */
export type ReceivedTrack = VideoTrack | JpegTrack;

const NAL_CODECS = ["H264", "H265"];
/** By so many packets it is seen what they are. */
const TOLD_BY_PACKETS = 12;

interface Reader {
  readonly payloadType: number;
  readonly track: { readonly config: VideoConfig | null };
  push(packet: RtpPacket, lost: boolean): void;
  release(): void;
  readonly isSizeMissing: boolean;
}

/** The way of a camera's video from its packets to access units, in whichever of the announced formats they come. */
export class VideoReception {
  readonly receiver: RtpReceiver;
  #formats: readonly SdpMedia[];
  readonly #sink: VideoReceptionSink;
  #reader: Reader | null = null;
  /** what packets of a payload type are that was not announced */
  #meant: SdpMedia | undefined;
  /** packets of which it is not sure that they are what they were announced as; null = it is */
  #early: RtpPacket[] | null = [];
  readonly #earlier: () => ReceivedTrack | null;
  readonly #clock: ReportedClock | undefined;
  #track: ReceivedTrack | null = null;

  /** `formats`: of one section, the best first, at least one; `earlier`: of the connection before; `clock`: absent = frames are dated by arrival */
  constructor(
    formats: readonly SdpMedia[],
    sink: VideoReceptionSink,
    earlier: () => ReceivedTrack | null = () => null,
    clock?: ReportedClock,
  ) {
    this.#clock = clock;
    this.#earlier = earlier;
    this.#formats = formats;
    this.#sink = sink;
    const types = formats.map(({ payloadType }) => payloadType);
    const clockRate = formats[0]?.clockRate ?? 90_000;
    const deliver = (packet: RtpPacket, lost: boolean): void => this.#read(packet, lost);
    this.receiver = new RtpReceiver(
      types,
      clockRate,
      false,
      deliver,
      (packets) => this.#understands(packets),
      (payload) => this.#formats.some(({ encoding }) => likelyNames(encoding).some((one) => looksLike(one, [payload]))),
    );
    if (clock) this.receiver.onSenderReport = (report) => clock.heard(report);
  }

  /** As last announced, with the measured frame rate; null before the first key frame. */
  get config(): VideoConfig | null {
    return this.#reader?.track.config ?? null;
  }

  /** The frames as they have come so far. */
  get track(): ReceivedTrack | null {
    return this.#track;
  }

  /** What the session's description says of the frames; null when it does not. */
  get described(): VideoInfo | null {
    for (const media of this.#formats) {
      const info = describedBy(media);
      if (info) return info;
    }
    return null;
  }

  /** Motion JPEG came that says nowhere how large it is. */
  get isSizeMissing(): boolean {
    return this.#reader?.isSizeMissing ?? false;
  }

  /** Called now and then, so that a frame does not wait for a packet that does not come. */
  release(): void {
    this.#reader?.release();
  }

  #read(packet: RtpPacket, lost: boolean): void {
    const media = this.#formats.find(({ payloadType }) => payloadType === packet.payloadType) ?? this.#meant;
    if (!media) return;
    if (this.#reader?.payloadType !== media.payloadType) this.#reader = this.#readerOf(media);
    this.#reader.push(packet, lost);
    this.#checkCodec(media, packet);
  }

  /** A camera whose codec was changed, before or while it plays, describes the one before: after some packets it is seen. */
  #checkCodec(media: SdpMedia, packet: RtpPacket): void {
    const isNal = NAL_CODECS.includes(media.encoding);
    if (this.#early === null && isNal && !looksLike(media.encoding, [packet.payload])) this.#early = [];
    this.#early?.push(packet);
    const early = this.#early ?? [];
    if (early.length < TOLD_BY_PACKETS) return;
    this.#early = null;
    const payloads = early.map(({ payload }) => payload);
    const encoding = NAL_CODECS.find((one) => one !== media.encoding && looksLike(one, payloads));
    if (!isNal || looksLike(media.encoding, payloads) || !encoding) return;
    const meant = { ...media, encoding, parameters: new Map<string, string>() };
    this.#formats = this.#formats.map((one) => (one.payloadType === media.payloadType ? meant : one));
    this.#sink.otherCodec(encoding);
    const reader = this.#readerOf(meant);
    this.#reader = reader;
    for (const one of early) reader.push(one, false);
  }

  /** Packets of another payload type than announced are those of the only format, or of the one that they look like. */
  #understands(packets: readonly RtpPacket[]): boolean {
    const only = this.#formats.find(({ isOnlyFormat }) => isOnlyFormat);
    const payloads = packets.map(({ payload }) => payload);
    const likely = this.#formats.find(({ encoding }) => looksLike(encoding, payloads));
    // A track that had its own packets has another format only where that can be seen.
    this.#meant = likely ?? (this.#reader ? this.#meant : only);
    return likely !== undefined || (only !== undefined && this.#reader === null);
  }

  #readerOf(media: SdpMedia): Reader {
    const { payloadType, framesPerSecond } = media;
    if (media.encoding === "JPEG") {
      const earlier = this.#earlier();
      const track = new JpegTrack(
        framesPerSecond,
        this.#sink,
        earlier instanceof JpegTrack ? earlier : null,
        true,
        this.#clock,
      );
      this.#track = track;
      const depacketizer = new JpegDepacketizer((frame) => {
        this.#sink.frame();
        track.push(frame, Date.now());
      }, media.size);
      return {
        payloadType,
        track,
        push: (packet, lost) => depacketizer.push(packet, lost),
        release: () => track.release(),
        get isSizeMissing() {
          return depacketizer.isSizeMissing;
        },
      };
    }
    const format = formatOf(media);
    const sets = sdpParameterSets(media);
    const earlier = this.#earlier();
    const own = earlier instanceof VideoTrack ? earlier : null;
    const track = new VideoTrack(format, sets, framesPerSecond, this.#sink, own, this.#clock);
    this.#track = track;
    const take = (group: NalGroup): void => {
      if (hasFrame(group, format)) this.#sink.frame();
      track.push(group);
    };
    const depacketizer = new NalDepacketizer(format, take, Number(media.parameters.get("sprop-max-don-diff") ?? 0) > 0);
    return {
      payloadType,
      track,
      push: (packet, lost) => depacketizer.push(packet, lost),
      release: () => {
        depacketizer.release();
        track.release();
      },
      isSizeMissing: false,
    };
  }
}

/** Between the two a camera may have been changed. */
const likelyNames = (encoding: string): readonly string[] => (NAL_CODECS.includes(encoding) ? NAL_CODECS : [encoding]);

const formatOf = ({ encoding }: SdpMedia): NalFormat => (encoding === "H264" ? h264 : h265);

const hasFrame = ({ nals }: NalGroup, format: NalFormat): boolean =>
  nals.some((nal) => format.isSlice(format.typeOf(nal)));

function describedBy(media: SdpMedia): VideoInfo | null {
  if (media.encoding === "JPEG") return null;
  const format = formatOf(media);
  const { codec } = format;
  const sps = sdpParameterSets(media).find((nal) => format.parameterSetRank(format.typeOf(nal)) === 1);
  const sequence = sps && parseSps(codec, sps);
  if (!sequence) return null;
  const { codecString, width, height, framesPerSecond, reorders } = sequence;
  return {
    codec,
    codecString,
    width,
    height,
    framesPerSecond: framesPerSecond || media.framesPerSecond,
    hasBFrames: reorders ?? false,
  };
}
