import { createServer, type Server, type Socket } from "node:net";
import type { Disposer } from "#base/disposer.ts";
import { header, type RtspMessage, RtspWireParser } from "#recorder/ingest/rtsp-wire.ts";
import { UdpPair } from "#recorder/ingest/udp-pair.ts";
import { DigestGate, type Login } from "./digest-gate.ts";
import type { MediaSource } from "./media-source.ts";
import { AUDIO_PAYLOAD_TYPE, RtspSender, type SenderLink, VIDEO_PAYLOAD_TYPE } from "./rtsp-sender.ts";

export interface Mount {
  readonly source: MediaSource;
  readonly login: Login;
}

const MAX_CLIENTS = 512;
/** Beyond so much unsent the client gets no more pictures until the next key frame. */
const CONGESTED_BYTES = 1024 * 1024;
const IDLE_TIMEOUT_MS = 90_000;
const SESSION_TIMEOUT_S = 60;

/** An RTSP server for the demo cameras: interleaved TCP and UDP, one mount per path. */
export class RtspServer {
  readonly #mounts = new Map<string, Mount>();
  readonly #server: Server;
  readonly #clients = new Set<RtspServerClient>();

  constructor() {
    this.#server = createServer({ noDelay: true }, (socket) => {
      if (this.#clients.size >= MAX_CLIENTS) return socket.destroy();
      const client = new RtspServerClient(socket, (path) => this.#mounts.get(path) ?? null);
      this.#clients.add(client);
      socket.on("close", () => this.#clients.delete(client));
      return undefined;
    });
  }

  /** `path` with leading slash. */
  mount(path: string, mount: Mount): void {
    this.#mounts.set(path, mount);
  }

  /** Resolves with the port it listens on. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, host, () => {
        const address = this.#server.address();
        resolve(typeof address === "object" && address ? address.port : port);
      });
    });
  }

  /** How many connections are open. */
  get clients(): number {
    return this.#clients.size;
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

interface ServerTrack {
  readonly sender: RtspSender;
  readonly kind: "video" | "audio";
  readonly udp: UdpPair | null;
}

class RtspServerClient {
  readonly #socket: Socket;
  readonly #find: (path: string) => Mount | null;
  readonly #gates = new Map<Mount, DigestGate>();
  readonly #tracks: ServerTrack[] = [];
  readonly #session = Math.floor(Math.random() * 2 ** 40).toString(36);
  #stopPlaying: Disposer | null = null;
  #busy: Promise<void> = Promise.resolve();

  constructor(socket: Socket, find: (path: string) => Mount | null) {
    this.#socket = socket;
    this.#find = find;
    const parser = new RtspWireParser({
      message: (message) => {
        // One request after another: SETUP waits for its ports.
        this.#busy = this.#busy.then(() => this.#serve(message)).catch(() => this.destroy());
      },
      packet: () => {},
    });
    socket.setTimeout(IDLE_TIMEOUT_MS, () => {
      if (!this.#stopPlaying) this.destroy();
    });
    socket.on("data", (chunk) => {
      try {
        parser.feed(chunk);
      } catch {
        this.destroy();
      }
    });
    socket.on("error", () => {});
    socket.on("close", () => this.#free());
  }

  destroy(): void {
    this.#socket.destroy();
    this.#free();
  }

  #free(): void {
    this.#stopPlaying?.();
    this.#stopPlaying = null;
    for (const { udp } of this.#tracks.splice(0)) udp?.close();
  }

  async #serve(message: RtspMessage): Promise<void> {
    const [method = "", url = ""] = message.startLine.split(" ");
    if (message.startLine.startsWith("RTSP/")) return;
    if (method === "OPTIONS")
      return this.#answer(message, 200, "OK", {
        Public: "OPTIONS, DESCRIBE, SETUP, PLAY, PAUSE, TEARDOWN, GET_PARAMETER",
      });
    const path = pathOf(url);
    const track = /\/track(\d)$/.exec(path);
    const mount = this.#find(path.replace(/\/track\d$/, "").replace(/\/$/, ""));
    if (!mount) return this.#answer(message, 404, "Not Found");
    let gate = this.#gates.get(mount);
    if (!gate) this.#gates.set(mount, (gate = new DigestGate(mount.login)));
    if (!gate.admits(method, header(message, "authorization")))
      return this.#answer(message, 401, "Unauthorized", { "WWW-Authenticate": gate.challenge });
    switch (method) {
      case "DESCRIBE":
        return this.#answer(
          message,
          200,
          "OK",
          { "Content-Base": url.replace(/\/?$/, "/"), "Content-Type": "application/sdp" },
          describe(mount.source),
        );
      case "SETUP":
        return this.#setUp(message, mount.source, track?.[1] === "1" ? "audio" : "video");
      case "PLAY":
        return this.#play(message, mount.source);
      case "PAUSE":
        this.#stopPlaying?.();
        this.#stopPlaying = null;
        return this.#answer(message, 200, "OK", { Session: this.#session });
      case "GET_PARAMETER":
      case "SET_PARAMETER":
        return this.#answer(message, 200, "OK", { Session: this.#session });
      case "TEARDOWN":
        this.#free();
        this.#answer(message, 200, "OK");
        this.#socket.end();
        return;
      default:
        return this.#answer(message, 501, "Not Implemented");
    }
  }

  async #setUp(message: RtspMessage, source: MediaSource, kind: "video" | "audio"): Promise<void> {
    const asked = header(message, "transport") ?? "";
    const clockRate = kind === "video" ? 90_000 : (source.audio?.info.sampleRate ?? 0);
    if (clockRate === 0) return this.#answer(message, 404, "Not Found");
    if (this.#tracks.some((track) => track.kind === kind) || this.#stopPlaying)
      return this.#answer(message, 455, "Method Not Valid in This State");
    const channels = /RTP\/AVP\/TCP.*interleaved=(\d{1,3})-(\d{1,3})/.exec(asked);
    const ports = /RTP\/AVP(?:\/UDP)?;unicast.*client_port=(\d{1,5})-(\d{1,5})/.exec(asked);
    const payloadType = kind === "video" ? VIDEO_PAYLOAD_TYPE : AUDIO_PAYLOAD_TYPE;
    const session = `${this.#session};timeout=${SESSION_TIMEOUT_S}`;
    if (channels) {
      const [rtp, rtcp] = [Number(channels[1]) & 0xff, Number(channels[2]) & 0xff];
      this.#tracks.push({ sender: new RtspSender(this.#tcpLink(rtp, rtcp), payloadType, clockRate), kind, udp: null });
      const transport = `RTP/AVP/TCP;unicast;interleaved=${rtp}-${rtcp}`;
      return this.#answer(message, 200, "OK", { Transport: transport, Session: session });
    }
    if (!ports) return this.#answer(message, 461, "Unsupported Transport");
    const udp = await UdpPair.open(this.#socket.localAddress ?? "127.0.0.1");
    if (this.#socket.destroyed) return udp.close();
    const link = udpLink(udp, this.#socket.remoteAddress ?? "", Number(ports[1]), Number(ports[2]));
    this.#tracks.push({ sender: new RtspSender(link, payloadType, clockRate), kind, udp });
    const transport = `RTP/AVP;unicast;client_port=${ports[1]}-${ports[2]};server_port=${udp.port}-${udp.port + 1}`;
    return this.#answer(message, 200, "OK", { Transport: transport, Session: session });
  }

  #play(message: RtspMessage, source: MediaSource): void {
    if (this.#tracks.length === 0) return this.#answer(message, 455, "Method Not Valid in This State");
    this.#answer(message, 200, "OK", { Session: this.#session, Range: "npt=0.000-" });
    this.#stopPlaying ??= source.subscribe((unit) => {
      for (const { kind, sender } of this.#tracks) if (kind === unit.kind) sender.send(unit, source);
    });
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

  #answer(message: RtspMessage, status: number, reason: string, headers: Record<string, string> = {}, body = ""): void {
    const sequence = /^\d{1,10}$/.exec(header(message, "cseq") ?? "")?.[0] ?? "0";
    const all: Record<string, string> = { CSeq: sequence, Server: "Proscenium demo", ...headers };
    if (body !== "") all["Content-Length"] = String(Buffer.byteLength(body));
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#socket.write(`RTSP/1.0 ${status} ${reason}\r\n${lines.join("")}\r\n${body}`);
  }
}

function udpLink(udp: UdpPair, host: string, rtpPort: number, rtcpPort: number): SenderLink {
  const valid = (port: number): boolean => port > 0 && port < 65_536;
  return {
    rtp: (packet) => valid(rtpPort) && udp.rtp.send(packet, rtpPort, host),
    rtcp: (packet) => valid(rtcpPort) && udp.rtcp.send(packet, rtcpPort, host),
    congested: false,
  };
}

function pathOf(url: string): string {
  const match = /^rtsps?:\/\/[^/]*(\/[^?]*)/i.exec(url);
  return (match?.[1] ?? "").replace(/\/$/, "");
}

function describe(source: MediaSource): string {
  const [sps, pps] = source.parameterSets;
  const profile = sps?.subarray(1, 4).toString("hex") ?? "42e01f";
  const sprop = [sps, pps].map((nal) => nal?.toString("base64") ?? "").join(",");
  const lines = [
    "v=0",
    "o=- 0 0 IN IP4 127.0.0.1",
    "s=Proscenium demo",
    "c=IN IP4 0.0.0.0",
    "t=0 0",
    "a=control:*",
    `m=video 0 RTP/AVP ${VIDEO_PAYLOAD_TYPE}`,
    `a=rtpmap:${VIDEO_PAYLOAD_TYPE} H264/90000`,
    `a=fmtp:${VIDEO_PAYLOAD_TYPE} packetization-mode=1;profile-level-id=${profile};sprop-parameter-sets=${sprop}`,
    `a=framerate:${source.framesPerSecond}`,
    "a=control:track0",
  ];
  if (source.audio) {
    const { info, config } = source.audio;
    const type = AUDIO_PAYLOAD_TYPE;
    lines.push(`m=audio 0 RTP/AVP ${type}`);
    if (info.codec === "aac")
      lines.push(
        `a=rtpmap:${type} MPEG4-GENERIC/${info.sampleRate}/${info.channels}`,
        `a=fmtp:${type} streamtype=5;profile-level-id=1;mode=AAC-hbr;sizelength=13;indexlength=3;indexdeltalength=3;config=${config.toString("hex")}`,
      );
    else lines.push(`a=rtpmap:${type} ${info.codec.toUpperCase()}/${info.sampleRate}/${info.channels}`);
    lines.push("a=control:track1");
  }
  return `${lines.join("\r\n")}\r\n`;
}
