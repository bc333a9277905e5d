import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import type { Disposer } from "#base/disposer.ts";
import type { Peer } from "./handover/handed-player.ts";
import { header, type RtspMessage, RtspWireParser } from "./rtsp-wire.ts";
import { UdpPair } from "./udp-pair.ts";
import type { Admission, MountPoint, RtspAccess } from "./mount-point.ts";
import { RtpSender, type SenderLink } from "./rtp-sender.ts";
import { describe, tracksOf } from "./sdp-writer.ts";

/** Above this much unsent data the client gets no more frames until the next key frame. */
const CONGESTED_BYTES = 1024 * 1024;
/** A connection that has not begun to play is dropped after this long a silence. */
const IDLE_TIMEOUT_MS = 90_000;
const SESSION_TIMEOUT_S = 60;
/** Requests that may wait for the one before; no real client sends more at once. */
const MAX_WAITING_REQUESTS = 16;

const REASONS: Readonly<Record<number, string>> = {
  200: "OK",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  453: "Not Enough Bandwidth",
  455: "Method Not Valid in This State",
  461: "Unsupported Transport",
  501: "Not Implemented",
  503: "Service Unavailable",
};

interface ServedTrack {
  readonly index: number;
  readonly sender: RtpSender;
  readonly udp: UdpPair | null;
}

/** One client of an RTSP server (RFC 2326), over interleaved TCP or UDP. */
export class RtspServing {
  readonly #socket: Socket;
  readonly #access: RtspAccess;
  readonly #name: string;
  readonly #peer: Peer;
  readonly #tracks: ServedTrack[] = [];
  readonly #session = randomBytes(8).toString("hex");
  readonly #startMs = Date.now();
  #stopPlaying: Disposer | null = null;
  #busy: Promise<void> = Promise.resolve();
  #waiting = 0;
  #heardMs = performance.now();
  #watch: NodeJS.Timeout | null = null;
  /** runs until the first request */
  readonly #first: NodeJS.Timeout;
  /** bytes that had been sent at the last check */
  #leftBytes = 0;
  #isClosed = false;

  constructor(
    socket: Socket,
    access: RtspAccess,
    { name, firstMs, peer }: { readonly name: string; readonly firstMs: number; readonly peer: Peer },
  ) {
    this.#socket = socket;
    this.#access = access;
    this.#name = name;
    this.#peer = peer;
    const parser = new RtspWireParser({
      message: (message) => this.#queue(message),
      // Receiver reports: here they only mean that the client is still there.
      packet: () => this.#hear(),
    });
    socket.setTimeout(IDLE_TIMEOUT_MS, () => {
      if (!this.#stopPlaying) this.destroy();
    });
    this.#first = setTimeout(() => this.destroy(), firstMs).unref();
    socket.on("data", (chunk) => {
      try {
        parser.feed(chunk);
      } catch {
        this.destroy();
      }
    });
    socket.on("error", () => {});
    socket.on("close", () => this.#close());
  }

  destroy(): void {
    this.#socket.destroy();
    this.#close();
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#first);
    this.#free();
    this.#access.closed();
  }

  #free(): void {
    this.#stopPlaying?.();
    this.#stopPlaying = null;
    if (this.#watch) clearInterval(this.#watch);
    this.#watch = null;
    for (const { udp } of this.#tracks.splice(0)) udp?.close();
  }

  #hear(): void {
    this.#heardMs = performance.now();
  }

  /** Requests run one after another: SETUP waits for its ports, the access check for the users' data. */
  #queue(message: RtspMessage): void {
    clearTimeout(this.#first);
    this.#hear();
    if (++this.#waiting > MAX_WAITING_REQUESTS) return this.destroy();
    this.#busy = this.#busy
      .then(() => this.#serve(message))
      .catch(() => this.destroy())
      .finally(() => (this.#waiting -= 1));
    return undefined;
  }

  async #serve(message: RtspMessage): Promise<void> {
    const [method = "", url = ""] = message.startLine.split(" ");
    if (this.#isClosed || message.startLine.startsWith("RTSP/")) return;
    if (method === "OPTIONS")
      return this.#answer(message, 200, { Public: "OPTIONS, DESCRIBE, SETUP, PLAY, PAUSE, TEARDOWN, GET_PARAMETER" });
    const { path, query, track } = partsOf(url);
    const authorization = header(message, "authorization");
    const admission: Admission = await this.#access.admit({
      method,
      path,
      query,
      authorization,
      address: this.#peer.address,
    });
    if (this.#isClosed) return;
    if (!admission.ok) return this.#answer(message, admission.status, { ...admission.headers });
    const { mountPoint, isDated = false } = admission;
    switch (method) {
      case "DESCRIBE":
        return this.#answer(
          message,
          200,
          { "Content-Base": url.replace(/\/?$/, "/"), "Content-Type": "application/sdp" },
          describe(mountPoint, this.#name),
        );
      case "SETUP":
        return this.#setUp(message, mountPoint, track, isDated);
      case "PLAY":
        return this.#play(message, mountPoint);
      case "PAUSE":
        this.#stopPlaying?.();
        this.#stopPlaying = null;
        return this.#answer(message, 200, { Session: this.#session });
      case "GET_PARAMETER":
      case "SET_PARAMETER":
        return this.#answer(message, 200, { Session: this.#session });
      case "TEARDOWN":
        this.#free();
        this.#answer(message, 200);
        this.#socket.end();
        return;
      default:
        return this.#answer(message, 501);
    }
  }

  async #setUp(message: RtspMessage, mountPoint: MountPoint, index: number, isDated: boolean): Promise<void> {
    const asked = header(message, "transport") ?? "";
    const track = tracksOf(mountPoint)[index];
    if (!track) return this.#answer(message, 404);
    if (this.#tracks.some((served) => served.index === index) || this.#stopPlaying) return this.#answer(message, 455);
    const channels = /RTP\/AVP\/TCP.*interleaved=(\d{1,3})-(\d{1,3})/.exec(asked);
    const ports = /RTP\/AVP(?:\/UDP)?;unicast.*client_port=(\d{1,5})-(\d{1,5})/.exec(asked);
    const session = `${this.#session};timeout=${SESSION_TIMEOUT_S}`;
    if (channels) {
      const [rtp, rtcp] = [Number(channels[1]) & 0xff, Number(channels[2]) & 0xff];
      this.#tracks.push({
        index,
        sender: new RtpSender(this.#tcpLink(rtp, rtcp), track, this.#startMs, isDated),
        udp: null,
      });
      const transport = `RTP/AVP/TCP;unicast;interleaved=${rtp}-${rtcp}`;
      return this.#answer(message, 200, { Transport: transport, Session: session });
    }
    // Video is not sent in the clear where the player asked for an encrypted connection.
    if (!ports || !isPort(ports[1]) || !isPort(ports[2]) || this.#peer.isPrivate) return this.#answer(message, 461);
    const udp = await UdpPair.open(this.#peer.localAddress);
    if (this.#isClosed) return udp.close();
    udp.listen(
      [this.#peer.address],
      () => {},
      () => this.#hear(),
    );
    const link = udpLink(udp, this.#peer.address, Number(ports[1]), Number(ports[2]));
    this.#tracks.push({ index, sender: new RtpSender(link, track, this.#startMs, isDated), udp });
    const transport = `RTP/AVP;unicast;client_port=${ports[1]}-${ports[2]};server_port=${udp.port}-${udp.port + 1}`;
    return this.#answer(message, 200, { Transport: transport, Session: session });
  }

  #play(message: RtspMessage, mountPoint: MountPoint): void {
    if (this.#tracks.length === 0) return this.#answer(message, 455);
    this.#answer(message, 200, { Session: this.#session, Range: "npt=0.000-" });
    if (this.#stopPlaying) return;
    this.#watch ??= setInterval(() => this.#look(), (SESSION_TIMEOUT_S * 1000) / 4);
    const video = this.#tracks.find(({ index }) => index === 0);
    const audio = this.#tracks.find(({ index }) => index === 1);
    // A burst would not fit into the buffers of a UDP socket: there the first frame is the next key frame.
    if (video && !video.udp) for (const unit of mountPoint.begun) video.sender.send(unit, true);
    this.#stopPlaying = mountPoint.subscribe({
      unit: (unit) => (unit.kind === "video" ? video : audio)?.sender.send(unit),
      jumped: () => {
        for (const { sender } of this.#tracks) sender.restart();
      },
      ended: () => this.destroy(),
    });
  }

  /** Drops a client that is gone: over UDP one that sends nothing, over TCP one that reads nothing. */
  #look(): void {
    const isSilent = performance.now() - this.#heardMs > SESSION_TIMEOUT_S * 2000;
    const isUdp = this.#tracks.some(({ udp }) => udp !== null);
    const { bytesWritten, writableLength } = this.#socket;
    const isStuck = writableLength > 0 && bytesWritten - writableLength === this.#leftBytes;
    this.#leftBytes = bytesWritten - writableLength;
    if ((isUdp && isSilent) || isStuck) this.destroy();
  }

  #tcpLink(rtpChannel: number, rtcpChannel: number): SenderLink {
    const socket = this.#socket;
    const write = (channel: number, packet: Buffer): void => {
      const framed = Buffer.allocUnsafe(4 + packet.length);
      framed.writeUInt8(0x24, 0);
      framed.writeUInt8(channel, 1);
      framed.writeUInt16BE(packet.length, 2);
      packet.copy(framed, 4);
      // One write per turn of the event loop instead of one per packet.
      if (socket.writableCorked === 0) {
        socket.cork();
        process.nextTick(() => socket.uncork());
      }
      socket.write(framed);
    };
    return {
      rtp: (packet) => write(rtpChannel, packet),
      rtcp: (packet) => write(rtcpChannel, packet),
      get congested() {
        return socket.writableLength > CONGESTED_BYTES;
      },
    };
  }

  #answer(message: RtspMessage, status: number, headers: Record<string, string> = {}, body = ""): void {
    const sequence = /^\d{1,10}$/.exec(header(message, "cseq") ?? "")?.[0] ?? "0";
    const all: Record<string, string> = { CSeq: sequence, Server: this.#name, ...headers };
    if (body !== "") all["Content-Length"] = String(Buffer.byteLength(body));
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#socket.write(`RTSP/1.0 ${status} ${REASONS[status] ?? "Refused"}\r\n${lines.join("")}\r\n${body}`);
  }
}

const isPort = (digits = ""): boolean => Number(digits) > 0 && Number(digits) < 65_536;

function udpLink(udp: UdpPair, host: string, rtpPort: number, rtcpPort: number): SenderLink {
  return {
    rtp: (packet) => udp.rtp.send(packet, rtpPort, host),
    rtcp: (packet) => udp.rtcp.send(packet, rtcpPort, host),
    congested: false,
  };
}

/** An address without its host. The track may stand behind the query, because clients append it there. */
function partsOf(url: string): { path: string; query: string; track: number } {
  const rest = /^rtsps?:\/\/[^/]*(\/.*)$/i.exec(url)?.[1] ?? "";
  const track = /\/track(\d)(?=\/?(?:\?|$))/.exec(rest);
  const [path = "", query = ""] = rest.replace(track?.[0] ?? "", "").split("?", 2);
  return { path: path.replace(/\/$/, ""), query: query.replace(/\/$/, ""), track: Number(track?.[1] ?? 0) };
}
