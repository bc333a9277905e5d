/** The only file that imports node-datachannel: one WebRTC connection that sends, behind an interface. */
import { type Failure, failure, inWords } from "#domain/failures/failure.ts";
import {
  Audio,
  cleanup,
  PeerConnection,
  RtcpNackResponder,
  RtcpSrReporter,
  RtpPacketizationConfig,
  RtpPacketizer,
  Video,
} from "node-datachannel";
import { type Result, ok, fail } from "#base/result.ts";
import { WHEP_CONTROL_LABEL } from "#protocol/whep.ts";
import { isOwnAddress, onlyAddresses, withPlayoutDelay } from "./whep-answer.ts";
import type { OfferedCodec, WhepOffer } from "./whep-offer.ts";
import { PacketPacer } from "./packet-pacer.ts";
import { VideoPackets } from "./video-packets.ts";

/** Where WebRTC listens. */
export interface RtcNetwork {
  /** UDP ports; equal ends: all viewers share one; null = any */
  readonly ports: { readonly first: number; readonly last: number } | null;
  /** addresses that viewers shall use; empty = all of this machine */
  readonly addresses: readonly string[];
}

export interface PeerTrack {
  /** `rtpTime`: 32-bit RTP timestamp. Dropped while the track is not open. */
  send(data: Buffer, rtpTime: number): void;
}

export interface Peer {
  readonly video: PeerTrack;
  readonly audio: PeerTrack | null;
  /** Dropped while the channel is not open. */
  sendControl(text: string): void;
  /** Ends it; the viewer is told at once. */
  close(): void;
}

export interface PeerHandlers {
  /** media can be sent now */
  opened(): void;
  /** the viewer lost frames and asks for a key frame */
  pictureLost(): void;
  control(text: string): void;
  /** failed, closed or gone; once */
  ended(why: Failure): void;
}

export type AudioKind = "opus" | "pcmu" | "pcma";

/** Candidates of the machine's own addresses come in milliseconds; no STUN server is asked. */
const GATHER_TIMEOUT_MS = 1500;
const NACK_PACKETS = 512;
/** RTCP payload-specific feedback (RFC 4585) and its formats: picture loss, full intra request */
const RTCP_PSFB = 206;
const PSFB_PLI = 1;
const PSFB_FIR = 4;

/**
 * The library's tracks that have not said yet that they are closed. It keeps their addresses until then, so they must not
 * be collected before: at the end of the process it would close what is no longer there.
 */
const openTracks = new Set<Track>();

let nextSsrc = Math.floor(Math.random() * 0x3fff_ffff) + 1;

/**
 * Answers an offer. `audio`: what will be sent, if the offer has room for it. `paceBitsPerSecond`: bursts (a group of
 * pictures at once) are sent no faster, so that they do not overflow the viewer's socket buffer. Failure: a line about
 * the offer.
 */
export async function openPeer(
  name: string,
  sdp: string,
  offer: WhepOffer & { readonly video: WhepVideo },
  audio: AudioKind | null,
  network: RtcNetwork,
  paceBitsPerSecond: number,
  handlers: PeerHandlers,
): Promise<Result<{ peer: Peer; answer: string; audio: AudioKind | null }, Failure>> {
  const { ports, addresses } = network;
  const [only] = addresses;
  const bindAddress = addresses.length === 1 && only !== undefined && isOwnAddress(only) ? only : undefined;
  const pc = new PeerConnection(name, {
    iceServers: [],
    disableAutoNegotiation: true,
    forceMediaTransport: true,
    ...(bindAddress ? { bindAddress } : {}),
    ...(ports ? { portRangeBegin: ports.first, portRangeEnd: ports.last } : {}),
    ...(ports && ports.first === ports.last ? { enableIceUdpMux: true } : {}),
  });
  let over = false;
  let control: ReturnType<typeof pc.createDataChannel> | null = null;
  const tracks: Track[] = [];
  let pacer: PacketPacer | null = null;
  /**
   * The data channel is closed too, because Chromium ignores the end of the transport and notices the lost connection
   * only after five seconds, but notices the end of the channel. Each track keeps its listeners, and what they
   * reference, until it is closed itself.
   */
  const shut = (): void => {
    pacer?.close();
    if (control) closeQuietly(control);
    closeQuietly(pc);
    for (const track of tracks.splice(0)) closeQuietly(track);
  };
  const end = (why: Failure): void => {
    if (over) return;
    over = true;
    // Closing from inside one of its own callbacks would wait for itself.
    setImmediate(shut);
    handlers.ended(why);
  };
  try {
    pc.onDataChannel((channel) => {
      if (channel.getLabel() !== WHEP_CONTROL_LABEL) return;
      control = channel;
      channel.onMessage((message) => {
        if (!over && typeof message === "string") handlers.control(message);
      });
    });
    const video = videoTrack(pc, offer.video, paceBitsPerSecond, () => {
      if (!over) handlers.pictureLost();
    });
    tracks.push(video.track);
    ({ pacer } = video);
    video.track.onOpen(() => {
      if (!over) handlers.opened();
    });
    const sent = audio && offer.audio?.[audio] ? audio : null;
    const audioOut = sent && offer.audio ? audioTrack(pc, offer.audio.mid, sent, offer.audio[sent]) : null;
    if (audioOut) tracks.push(audioOut.track);
    for (const { kind, mid } of offer.others) refuse(pc, kind, mid);
    if (offer.audio && !audioOut) silent(pc, offer.audio);
    pc.onStateChange((state) => {
      if (state === "failed" || state === "closed" || state === "disconnected") end(failure("peer/lost", { state }));
    });
    const gathered = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GATHER_TIMEOUT_MS);
      pc.onGatheringStateChange((state) => {
        if (state !== "complete") return;
        clearTimeout(timer);
        resolve();
      });
    });
    pc.setRemoteDescription(sdp, "offer");
    pc.setLocalDescription("answer");
    await gathered;
    const answer = pc.localDescription()?.sdp;
    if (!answer) throw new Error("no answer was made");
    const peer: Peer = {
      video: video.port,
      audio: audioOut?.port ?? null,
      sendControl: (text) => {
        if (over || !control?.isOpen()) return;
        try {
          control.sendMessage(text);
        } catch {
          // The viewer left between the check and the call: the connection's state reports its end.
        }
      },
      close: () => {
        if (over) return;
        over = true;
        shut();
      },
    };
    const { mid, playoutDelayId } = offer.video;
    return ok({
      peer,
      answer: withPlayoutDelay(onlyAddresses(answer, addresses), mid, playoutDelayId),
      audio: sent,
    });
  } catch (error) {
    over = true;
    shut();
    return fail(inWords(error));
  }
}

/** Ends the library's threads; nothing may be opened afterwards. */
export function endWebRtc(): void {
  cleanup();
}

type WhepVideo = NonNullable<WhepOffer["video"]> & { readonly h264: OfferedCodec };
type Connection = PeerConnection;
type Track = ReturnType<Connection["addTrack"]>;

function addTrack(pc: Connection, description: Video | Audio): Track {
  const track = pc.addTrack(description);
  openTracks.add(track);
  // The library lets go of it right after this call, not before.
  track.onClosed(() => setImmediate(() => openTracks.delete(track)));
  return track;
}

function videoTrack(
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
      if (track.isOpen()) pacer.push(packets.of(data, rtpTime));
    },
  };
  return { track, port, pacer };
}

const AUDIO_CLOCK: Record<AudioKind, number> = { opus: 48_000, pcmu: 8000, pcma: 8000 };

function audioTrack(
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

function refuse(pc: Connection, kind: "video" | "audio", mid: string): void {
  addTrack(pc, kind === "video" ? new Video(mid, "Inactive") : new Audio(mid, "Inactive"));
}

/**
 * An audio section that carries nothing. It still names a codec of the offer: a section without one is invalid SDP, and
 * Chromium refuses the whole answer.
 */
function silent(pc: Connection, offered: NonNullable<WhepOffer["audio"]>): void {
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
    // It closed between the check and the call.
    return false;
  }
}

/** RTCP packets come one after another in a message: u8 version and format, u8 type, u16 words - 1. */
export function asksForKeyFrame(rtcp: Buffer): boolean {
  for (let at = 0; at + 8 <= rtcp.length; at += (rtcp.readUInt16BE(at + 2) + 1) * 4) {
    const format = (rtcp[at] ?? 0) & 31;
    if (rtcp[at + 1] === RTCP_PSFB && (format === PSFB_PLI || format === PSFB_FIR)) return true;
  }
  return false;
}

function closeQuietly(what: { close(): void }): void {
  try {
    what.close();
  } catch {
    // it closed meanwhile
  }
}
