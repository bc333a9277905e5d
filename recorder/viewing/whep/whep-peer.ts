/** One WebRTC connection that sends, behind an interface. Beside whep-tracks.ts the only file that imports node-datachannel. */
import { type Failure, failure, inWords } from "#domain/failures/failure.ts";
import { cleanup, PeerConnection } from "node-datachannel";
import { type Result, ok, fail } from "#base/result.ts";
import { WHEP_CONTROL_LABEL } from "#protocol/whep.ts";
import { isOwnAddress, onlyAddresses, withPlayoutDelay } from "./whep-answer.ts";
import { type WhepOffer, withoutHostNames } from "./whep-offer.ts";
import type { PacketPacer } from "./packet-pacer.ts";
import {
  type AudioKind,
  audioTrack,
  type PeerTrack,
  refuseTrack,
  silentTrack,
  type Track,
  videoTrack,
  type WhepVideo,
} from "./whep-tracks.ts";

/** Where WebRTC listens. */
export interface RtcNetwork {
  /** UDP ports; equal ends: all viewers share one; null = any */
  readonly ports: { readonly first: number; readonly last: number } | null;
  /** addresses that viewers shall use; empty = all of this machine */
  readonly addresses: readonly string[];
}

export interface Peer {
  readonly video: PeerTrack;
  readonly audio: PeerTrack | null;
  /** Dropped while the channel is not open. */
  sendControl(text: string): void;
  /** Ends it; the viewer is told at once. */
  close(): void;
}

interface PeerHandlers {
  /** media can be sent now */
  opened(): void;
  /** the viewer lost frames and asks for a key frame */
  pictureLost(): void;
  control(text: string): void;
  /** failed, closed or gone; once */
  ended(why: Failure): void;
}

/** Candidates of the machine's own addresses come in milliseconds; no STUN server is asked. */
const GATHER_TIMEOUT_MS = 1500;
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
    for (const { kind, mid } of offer.others) refuseTrack(pc, kind, mid);
    if (offer.audio && !audioOut) silentTrack(pc, offer.audio);
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
    pc.setRemoteDescription(withoutHostNames(sdp), "offer");
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

function closeQuietly(what: { close(): void }): void {
  try {
    what.close();
  } catch {
    // it closed meanwhile
  }
}
