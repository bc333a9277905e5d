import { type Failure, failure } from "#domain/failures/failure.ts";
import type { AudioConfig } from "./audio-track.ts";
import { AudioDepacketizer, audioFormat } from "#recorder/rtp/audio-depacketizer.ts";
import { AudioTrack } from "./audio-track.ts";
import type { AccessUnit, AudioUnit } from "#recorder/formats/access-unit.ts";
import { JpegDepacketizer } from "#recorder/rtp/jpeg-depacketizer.ts";
import { JpegTrack } from "./jpeg-track.ts";
import { NalDepacketizer } from "#recorder/rtp/nal-depacketizer.ts";
import { h264, h265 } from "#recorder/formats/nal-format.ts";
import { parseSenderReport } from "#recorder/rtp/rtcp.ts";
import { RtpReceiver } from "#recorder/rtp/rtp-receiver.ts";
import { RtspConnection, type RtspTarget } from "./rtsp-connection.ts";
import { header } from "#recorder/rtp/rtsp-wire.ts";
import { parseSdp, type SdpMedia, sdpParameterSets } from "#recorder/rtp/sdp.ts";
import { type Trouble, TroubleError, troubleOf } from "#recorder/net/trouble.ts";
import { UdpPair } from "#recorder/rtp/udp-pair.ts";
import { type VideoConfig, VideoTrack, type VideoTrackSink } from "./video-track.ts";

export interface RtspSink {
  /** Called before the key frame that needs it, and again whenever the parameter sets change. */
  config(video: VideoConfig, audio: AudioConfig | null): void;
  video(unit: AccessUnit): void;
  audio(unit: AudioUnit): void;
  /** the camera's time jumped: what comes next does not continue what came before */
  jumped(): void;
  /** bytes of media that were received, for the averages */
  received(bytes: number): void;
  /** Called once, when a running session has ended; not after `close`. */
  ended(trouble: Trouble): void;
}

export interface RtspOptions {
  /** no media, or no answer to a request, for this long = the camera is stuck */
  readonly stallMs: number;
}

export const defaultRtspOptions: RtspOptions = { stallMs: 8000 };

const REPORT_INTERVAL_MS = 5000;
const MIN_KEEP_ALIVE_MS = 5000;
const MAX_KEEP_ALIVE_MS = 30_000;
const DEFAULT_SESSION_TIMEOUT_S = 60;

interface Track {
  readonly receiver: RtpReceiver;
  readonly udp: UdpPair | null;
  /** interleaved channels, or the camera's UDP ports */
  readonly rtpChannel: number;
  readonly rtcpChannel: number;
}

/**
 * One running RTSP session with a camera: opened by `RtspClient.open`, ended by `close` or by trouble with the camera.
 */
export class RtspClient {
  readonly #sink: RtspSink;
  readonly #options: RtspOptions;
  #connection: RtspConnection | null = null;
  #tracks: Track[] = [];
  #video: { readonly config: VideoConfig | null } | null = null;
  #audio: AudioTrack | null = null;
  #timers: NodeJS.Timeout[] = [];
  #controlUrl = "";
  #useGetParameter = true;
  #lastMediaMs = performance.now();
  #running = false;
  #closed = false;

  private constructor(sink: RtspSink, options: RtspOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  /** Connects and starts to play. Throws TroubleError and leaves nothing open then. */
  static async open(
    target: RtspTarget,
    sink: RtspSink,
    options: RtspOptions,
    signal: AbortSignal,
  ): Promise<RtspClient> {
    const client = new RtspClient(sink, options);
    const abort = (): void => client.close();
    signal.addEventListener("abort", abort, { once: true });
    try {
      await client.#start(target, signal);
      if (client.#closed) throw new TroubleError(failure("camera/unreachable", { cause: failure("camera/closed") }));
      return client;
    } catch (error) {
      client.close();
      throw error;
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  /** The video's description with the measured frame rate; null before the first key frame. */
  get videoConfig(): VideoConfig | null {
    return this.#video?.config ?? null;
  }

  get packets(): { received: number; lost: number } {
    const sum = { received: 0, lost: 0 };
    for (const { receiver } of this.#tracks) {
      sum.received += receiver.received;
      sum.lost += receiver.lost;
    }
    return sum;
  }

  /** Ends the session at the camera and frees sockets and timers. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#free();
    this.#connection?.close(this.#controlUrl || null);
  }

  async #start(target: RtspTarget, signal: AbortSignal): Promise<void> {
    const connection = await RtspConnection.open(
      target,
      {
        packet: (channel, packet) => this.#interleaved(channel, packet),
        closed: (trouble) => this.#ended(trouble ?? failure("camera/unreachable", { cause: failure("camera/closed") })),
      },
      this.#options.stallMs,
      signal,
    );
    this.#connection = connection;
    const url = connection.requestUrl;
    const options = await connection.request("OPTIONS", url, {}, true);
    const methods = (header(options.message, "public") ?? "").toUpperCase();
    this.#useGetParameter = methods === "" || methods.includes("GET_PARAMETER");
    const described = await connection.request("DESCRIBE", url, { Accept: "application/sdp" });
    const base = cleanUrl(
      header(described.message, "content-base") ?? header(described.message, "content-location"),
      url,
    );
    const sdp = parseSdp(described.message.body);
    this.#controlUrl = resolveControl(sdp.control, base);
    // From a camera that offers Motion JPEG beside a better codec the better one is taken.
    const video = ["H264", "H265", "JPEG"]
      .map((wanted) => sdp.media.find(({ kind, encoding }) => kind === "video" && encoding === wanted))
      .find((media) => media !== undefined);
    if (!video) {
      const other = sdp.media.find(({ kind }) => kind === "video");
      const cause = other
        ? failure("camera/format", { name: other.encoding.slice(0, 20) })
        : failure("camera/no-video");
      throw new TroubleError(failure("camera/codec", { cause }));
    }
    await this.#setUp(connection, target, video, base, this.#videoReceiver(video, target.transport === "udp"));
    const sound = sdp.media.find(({ kind, backChannel }) => kind === "audio" && !backChannel);
    const format = sound ? audioFormat(sound) : null;
    if (sound && format) {
      const track = new AudioTrack(format, sound.clockRate, (unit) => this.#sink.audio(unit));
      this.#audio = track;
      const depacketizer = new AudioDepacketizer(format, (piece) => track.push(piece, Date.now()));
      const receiver = new RtpReceiver(sound.payloadType, sound.clockRate, target.transport === "udp", (packet, lost) =>
        depacketizer.push(packet, lost),
      );
      await this.#setUp(connection, target, sound, base, receiver);
    }
    await connection.request("PLAY", this.#controlUrl, { Range: "npt=0.000-" });
    this.#running = true;
    this.#lastMediaMs = performance.now();
    this.#timers.push(
      setInterval(() => this.#report(), REPORT_INTERVAL_MS),
      setInterval(() => this.#watch(), this.#options.stallMs / 8),
    );
  }

  #videoReceiver(media: SdpMedia, reorder: boolean): RtpReceiver {
    const { payloadType, clockRate } = media;
    const sink: VideoTrackSink = {
      config: (config) => this.#sink.config(config, this.#audio?.config ?? null),
      jumped: () => this.#sink.jumped(),
      unit: (unit) => this.#sink.video(unit),
    };
    if (media.encoding === "JPEG") {
      const track = new JpegTrack(media.framesPerSecond, sink);
      this.#video = track;
      const depacketizer = new JpegDepacketizer((picture) => track.push(picture, Date.now()));
      return new RtpReceiver(payloadType, clockRate, reorder, (packet, lost) => depacketizer.push(packet, lost));
    }
    const format = media.encoding === "H264" ? h264 : h265;
    const track = new VideoTrack(format, sdpParameterSets(media), media.framesPerSecond, sink);
    this.#video = track;
    const depacketizer = new NalDepacketizer(format, (group) => track.push(group, Date.now()));
    return new RtpReceiver(payloadType, clockRate, reorder, (packet, lost) => depacketizer.push(packet, lost));
  }

  async #setUp(
    connection: RtspConnection,
    target: RtspTarget,
    media: SdpMedia,
    base: string,
    receiver: RtpReceiver,
  ): Promise<void> {
    const url = resolveControl(media.control, base);
    if (target.transport === "tcp") {
      const channel = this.#tracks.length * 2;
      const asked = `RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1}`;
      const transport = await this.#setUpRequest(connection, url, asked);
      const given = /interleaved=(\d+)-(\d+)/.exec(transport);
      const [rtpChannel, rtcpChannel] = given ? [Number(given[1]), Number(given[2])] : [channel, channel + 1];
      this.#tracks.push({ receiver, udp: null, rtpChannel, rtcpChannel });
      return;
    }
    const udp = await UdpPair.open(connection.localAddress);
    let transport: string;
    try {
      transport = await this.#setUpRequest(connection, url, `RTP/AVP;unicast;client_port=${udp.port}-${udp.port + 1}`);
    } catch (error) {
      udp.close();
      throw error;
    }
    const given = /server_port=(\d+)(?:-(\d+))?/.exec(transport);
    const rtpChannel = Number(given?.[1] ?? 0);
    const rtcpChannel = Number(given?.[2] ?? (rtpChannel ? rtpChannel + 1 : 0));
    this.#tracks.push({ receiver, udp, rtpChannel, rtcpChannel });
    udp.listen(
      connection.remoteAddress,
      (packet) => this.#rtp(receiver, packet),
      (packet) => this.#rtcp(receiver, packet),
    );
    // Opens a path through a NAT or firewall between us and the camera.
    if (validPort(rtpChannel)) udp.rtp.send(Buffer.from([0x80, 0, 0, 0]), rtpChannel, connection.remoteAddress);
  }

  async #setUpRequest(connection: RtspConnection, url: string, transport: string): Promise<string> {
    const { status, message } = await connection.request("SETUP", url, { Transport: transport }, true);
    if (status === 461) throw new TroubleError(failure("camera/protocol", { cause: failure("camera/no-transport") }));
    if (status === 401 || status === 403)
      throw new TroubleError(failure("camera/auth", { cause: setupSaid(message.startLine) }));
    if (status < 200 || status >= 300)
      throw new TroubleError(failure("camera/protocol", { cause: setupSaid(message.startLine) }));
    const session = header(message, "session") ?? "";
    const id = session.split(";")[0]?.trim() ?? "";
    if (!/^[\x21-\x7e]{1,256}$/.test(id))
      throw new TroubleError(failure("camera/protocol", { cause: failure("camera/no-session") }));
    connection.session = id;
    if (this.#timers.length === 0)
      this.#keepAlive(Number(/timeout=(\d+)/.exec(session)?.[1] ?? DEFAULT_SESSION_TIMEOUT_S));
    return header(message, "transport") ?? "";
  }

  #keepAlive(timeoutS: number): void {
    const interval = Math.min(MAX_KEEP_ALIVE_MS, Math.max(MIN_KEEP_ALIVE_MS, (timeoutS * 1000) / 2));
    this.#timers.push(
      setInterval(() => {
        const connection = this.#connection;
        if (!connection || !this.#running) return;
        connection.request(this.#useGetParameter ? "GET_PARAMETER" : "OPTIONS", this.#controlUrl, {}, true).then(
          ({ status }) => {
            if (status >= 400) this.#useGetParameter = false;
          },
          // A failed request has already ended the connection, which tells the sink.
          () => {},
        );
      }, interval),
    );
  }

  #interleaved(channel: number, packet: Buffer): void {
    for (const { receiver, udp, rtpChannel, rtcpChannel } of this.#tracks) {
      if (udp) continue;
      if (channel === rtpChannel) return this.#rtp(receiver, packet);
      if (channel === rtcpChannel) return this.#rtcp(receiver, packet);
    }
  }

  #rtp(receiver: RtpReceiver, packet: Buffer): void {
    if (this.#closed) return;
    const nowMs = performance.now();
    const before = receiver.received;
    try {
      receiver.push(packet, nowMs);
    } catch (error) {
      // Whatever this camera's bytes caused here ends this camera's connection and nothing else.
      this.#connection?.fail(troubleOf(error));
      return;
    }
    if (receiver.received === before) return;
    this.#lastMediaMs = nowMs;
    this.#sink.received(packet.length);
  }

  #rtcp(receiver: RtpReceiver, packet: Buffer): void {
    const report = parseSenderReport(packet);
    if (report) receiver.takeSenderReport(report, performance.now());
  }

  #report(): void {
    const connection = this.#connection;
    if (!connection) return;
    for (const { receiver, udp, rtcpChannel } of this.#tracks) {
      const report = receiver.receiverReport(performance.now());
      if (!report) continue;
      if (!udp) connection.sendPacket(rtcpChannel, report);
      else if (validPort(rtcpChannel)) udp.rtcp.send(report, rtcpChannel, connection.remoteAddress);
    }
  }

  #watch(): void {
    if (performance.now() - this.#lastMediaMs < this.#options.stallMs) return;
    const seconds = Math.round(this.#options.stallMs / 1000);
    this.#connection?.fail(failure("camera/stalled", { cause: failure("camera/no-data", { count: seconds }) }));
  }

  #ended(trouble: Trouble): void {
    this.#free();
    if (this.#closed) return;
    this.#closed = true;
    if (this.#running) this.#sink.ended(trouble);
  }

  #free(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    for (const { udp } of this.#tracks) udp?.close();
  }
}

const validPort = (port: number): boolean => Number.isInteger(port) && port > 0 && port < 65_536;

/** A URL from the camera is sent back in a request line: it must not contain anything that could end the line. */
function cleanUrl(text: string | undefined, fallback: string): string {
  return text && text.length <= 2048 && /^rtsps?:\/\/[\x21-\x7e]+$/i.test(text) ? text : fallback;
}

/** A control attribute relative to the base (RFC 2326 appendix C.1.1): appended, which is what all cameras mean. */
function resolveControl(control: string, base: string): string {
  if (control === "" || control === "*") return base;
  if (/^rtsps?:\/\//i.test(control)) return cleanUrl(control, base);
  if (control.length > 1024 || !/^[\x21-\x7e]+$/.test(control)) return base;
  return base.endsWith("/") || control.startsWith("?") ? base + control : `${base}/${control}`;
}

const setupSaid = (startLine: string): Failure =>
  failure("other/message", { message: `SETUP: ${startLine.slice(0, 120)}` });
