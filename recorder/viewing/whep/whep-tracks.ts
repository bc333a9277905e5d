/**
 * Tracks of a WebRTC connection that sends: what the offer's sections become. Beside whep-peer.ts the only file that
 * imports node-datachannel.
 */
import {
  Audio,
  type PeerConnection,
  RtcpNackResponder,
  RtcpSrReporter,
  RtpPacketizationConfig,
  RtpPacketizer,
  Video,
} from "node-datachannel";
import { asksForKeyFrame } from "./key-frame-request.ts";
import { PacketPacer } from "./packet-pacer.ts";
import { VideoPackets } from "./video-packets.ts";
import type { OfferedCodec, WhepOffer } from "./whep-offer.ts";

export interface PeerTrack {
  /** `rtpTime`: 32-bit RTP timestamp. Dropped while the track is not open. */
  send(data: Buffer, rtpTime: number): void;
  /** What was sent and has not left yet belongs to another play: it does not leave any more. */
  forget?(): void;
}

export type AudioKind = "opus" | "pcmu" | "pcma";

export type WhepVideo = NonNullable<WhepOffer["video"]> & { readonly h264: OfferedCodec };
type Connection = PeerConnection;
export type Track = ReturnType<Connection["addTrack"]>;

const NACK_PACKETS = 512;

/**
 * The library's tracks that have not said yet that they are closed. It keeps their addresses until then, so they must not
 * be collected before: at the end of the process it would close what is no longer there.
 */
const openTracks = new Set<Track>();

let nextSsrc = Math.floor(Math.random() * 0x3fff_ffff) + 1;

function addTrack(pc: Connection, description: Video | Audio): Track {
  const track = pc.addTrack(description);
  openTracks.add(track);
  // The library lets go of it right after this call, not before.
  track.onClosed(() => setImmediate(() => openTracks.delete(track)));
  return track;
}

/** H.264 as it comes, paced. `onLost`: the viewer asks for a key frame. */
export function videoTrack(
  pc: Connection,
  { mid, h264: codec, playoutDelayId }: WhepVideo,
  paceBitsPerSecond: number,
  onLost: () => void,
): { track: Track; port: PeerTrack; pacer: PacketPacer } {
  const description = new Video(mid, "SendOnly");
  description.addH264Codec(codec.payloadType, codec.parameters);
  const ssrc = nextSsrc++;
  description.addSSRC(ssrc, "proscenium", "proscenium", "video");
  const track = addTrack(pc, description);
  const config = new RtpPacketizationConfig(ssrc, "proscenium", codec.payloadType, 90_000);
  const chain = new RtcpSrReporter(config);
  chain.addToChain(new RtcpNackResponder(NACK_PACKETS));
  track.setMediaHandler(chain);
  track.onMessage((message) => {
    if (asksForKeyFrame(message)) onLost();
  });
  const packets = new VideoPackets(codec.payloadType, ssrc, playoutDelayId);
  const pacer = new PacketPacer(paceBitsPerSecond, (packet) => sendQuietly(track, packet));
  const port: PeerTrack = {
    send: (data, rtpTime) => {
      if (track.isOpen()) pacer.push(() => packets.of(data, rtpTime));
    },
    forget: () => pacer.forget(),
  };
  return { track, port, pacer };
}

const AUDIO_CLOCK: Record<AudioKind, number> = { opus: 48_000, pcmu: 8000, pcma: 8000 };

/** Null: the offer has no such codec. */
export function audioTrack(
  pc: Connection,
  mid: string,
  kind: AudioKind,
  codec: OfferedCodec | null,
): { track: Track; port: PeerTrack } | null {
  if (!codec) return null;
  const description = new Audio(mid, "SendOnly");
  if (kind === "opus") description.addOpusCodec(codec.payloadType, codec.parameters || undefined);
  else description.addAudioCodec(codec.payloadType, kind.toUpperCase());
  const ssrc = nextSsrc++;
  description.addSSRC(ssrc, "proscenium", "proscenium", "audio");
  const track = addTrack(pc, description);
  const config = new RtpPacketizationConfig(ssrc, "proscenium", codec.payloadType, AUDIO_CLOCK[kind]);
  const chain = new RtpPacketizer(config);
  chain.addToChain(new RtcpSrReporter(config));
  chain.addToChain(new RtcpNackResponder(NACK_PACKETS));
  track.setMediaHandler(chain);
  return { track, port: portOf(track, config) };
}

/** A section of the offer that is not used. */
export function refuseTrack(pc: Connection, kind: "video" | "audio", mid: string): void {
  addTrack(pc, kind === "video" ? new Video(mid, "Inactive") : new Audio(mid, "Inactive"));
}

/**
 * An audio section that carries nothing. It still names a codec of the offer: a section without one is invalid SDP, and
 * Chromium refuses the whole answer.
 */
export function silentTrack(pc: Connection, offered: NonNullable<WhepOffer["audio"]>): void {
  const description = new Audio(offered.mid, "Inactive");
  const { opus, pcmu, pcma } = offered;
  if (opus) description.addOpusCodec(opus.payloadType, opus.parameters || undefined);
  else if (pcmu) description.addAudioCodec(pcmu.payloadType, "PCMU");
  else if (pcma) description.addAudioCodec(pcma.payloadType, "PCMA");
  addTrack(pc, description);
}

function portOf(track: Track, config: { timestamp: number }): PeerTrack {
  return {
    send: (data, rtpTime) => {
      if (!track.isOpen()) return;
      config.timestamp = rtpTime >>> 0;
      sendQuietly(track, data);
    },
  };
}

/** False where the track has closed: the connection's state reports its end. */
function sendQuietly(track: Track, data: Buffer): boolean {
  try {
    if (!track.isOpen()) return false;
    track.sendMessageBinary(data);
    return true;
  } catch {
    // The track has closed between the check and the call.
    return false;
  }
}
