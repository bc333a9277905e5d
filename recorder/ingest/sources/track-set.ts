import type { Failure } from "#domain/failures/failure.ts";
import { isGoodbye, isReport, parseSenderReport } from "#recorder/rtp/rtcp.ts";
import type { RtpReceiver } from "#recorder/rtp/rtp-receiver.ts";
import { TroubleError, troubleOf } from "#recorder/net/trouble.ts";
import { PacketNumbers } from "../packet-numbers.ts";
import type { RequestWeight, RtspConnection } from "./line/rtsp-connection.ts";
import { DEFAULT_TIMEOUT_S, isNotOffered, setUpTransport, type Transport } from "./rtsp-transport.ts";

interface Track extends Transport {
  readonly receiver: RtpReceiver;
}

interface TrackSetSink {
  /** a packet that belongs to a track */
  received(bytes: number, nowMs: number): void;
  /** the camera says that a track ends */
  goodbye(): void;
  /** the camera does not offer the transport that it was asked for: another one is tried */
  otherTransport(why: Failure): void;
}

const REPORT_INTERVAL_MS = 5000;

/** The tracks of a session that are set up, and the ways of their packets. Close it. */
export class TrackSet {
  #kind: "tcp" | "udp";
  readonly #hasReports: boolean;
  readonly #sink: TrackSetSink;
  readonly #tracks: Track[] = [];
  readonly #numbers = new PacketNumbers();
  /** tracks whose packets come on channels that nobody spoke of */
  readonly #astray = new Map<number, Track>();
  #connection: RtspConnection | null = null;
  #reports: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** after this long without a request the camera ends the session */
  timeoutS = DEFAULT_TIMEOUT_S;
  /** when the camera got the last report on what came, by a clock that does not jump */
  reportedMs = Number.NEGATIVE_INFINITY;

  /** `hasReports`: the camera gets reports on what came */
  constructor(kind: "tcp" | "udp", sink: TrackSetSink, hasReports: boolean) {
    this.#hasReports = hasReports;
    this.#kind = kind;
    this.#sink = sink;
  }

  get packets(): { received: number; lost: number } {
    const sum = { received: 0, lost: 0 };
    for (const { receiver } of this.#tracks) {
      sum.received += receiver.received;
      sum.lost += receiver.lost;
    }
    return sum;
  }

  /** The addresses of the tracks. */
  get urls(): readonly string[] {
    return this.#tracks.map(({ url }) => url);
  }

  /** Sets a track up at the first of the addresses that the camera knows. Throws TroubleError. */
  async add(
    connection: RtspConnection,
    urls: readonly string[],
    receiver: RtpReceiver,
    weight: RequestWeight,
  ): Promise<void> {
    const transport = await this.#setUp(connection, urls, weight);
    const { udp, rtpChannel, session } = transport;
    receiver.isReordered = udp !== null;
    receiver.isElsewhere = (sequence) => this.#numbers.isElsewhere(receiver, sequence);
    if (this.#isClosed) return udp?.close();
    if (this.#tracks.length === 0) connection.session = session?.id ?? null;
    this.timeoutS = session?.timeoutS ?? this.timeoutS;
    this.#connection = connection;
    this.#tracks.push({ ...transport, receiver });
    if (this.#hasReports) this.#reports ??= setInterval(() => this.#report(), REPORT_INTERVAL_MS);
    if (!udp) return;
    udp.listen(
      [connection.remoteAddress, transport.from ?? connection.remoteAddress],
      (packet) => this.#rtp(receiver, packet),
      (packet) => this.#rtcp(receiver, packet),
    );
    // Opens a path through a NAT or firewall between us and the camera.
    if (validPort(rtpChannel)) udp.rtp.send(Buffer.from([0x80, 0, 0, 0]), rtpChannel, connection.remoteAddress);
  }

  /** A camera of one transport only is not asked for it twice: the first track tells. */
  async #setUp(connection: RtspConnection, urls: readonly string[], weight: RequestWeight): Promise<Transport> {
    const channel = this.#tracks.length * 2;
    try {
      return await setUpTransport(connection, this.#kind, urls, channel, weight);
    } catch (error) {
      if (!(error instanceof TroubleError) || channel > 0 || !isNotOffered(error) || connection.isSecure) throw error;
      this.#kind = this.#kind === "tcp" ? "udp" : "tcp";
      this.#sink.otherTransport(error.trouble);
      return await setUpTransport(connection, this.#kind, urls, channel, weight);
    }
  }

  /**
   * A packet that came on the control connection. Some cameras give all tracks one channel, or use others than they have agreed to:
   * then the payload type tells.
   */
  interleaved(channel: number, packet: Buffer): void {
    const tracks = this.#tracks.filter(({ udp }) => udp === null);
    const type = packet.length > 1 ? packet.readUInt8(1) & 0x7f : -1;
    // Some cameras number their video as reports are numbered.
    const isVideo = tracks.some(({ rtpChannel, receiver }) => rtpChannel === channel && receiver.expects(type));
    if (isReport(packet) && !isVideo) {
      const own = tracks.find(({ rtcpChannel, rtpChannel }) => channel === rtcpChannel || channel === rtpChannel);
      return own && this.#rtcp(own.receiver, packet);
    }
    const agreed = tracks.filter(({ rtpChannel }) => rtpChannel === channel);
    const expected = agreed.find(({ receiver }) => receiver.expects(type));
    const track = expected ?? this.#onOtherChannel(channel, type) ?? agreed[0];
    if (track) this.#rtp(track.receiver, packet);
  }

  /** A track that got nothing on its own channel, and whose packets these can be. */
  #onOtherChannel(channel: number, type: number): Track | undefined {
    const known = this.#astray.get(channel);
    if (known?.receiver.expects(type)) return known;
    const track = this.#tracks.find(({ udp, receiver }) => !udp && receiver.received === 0 && receiver.expects(type));
    if (track) this.#astray.set(channel, track);
    return track;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#reports);
    for (const { udp } of this.#tracks) udp?.close();
  }

  #rtp(receiver: RtpReceiver, packet: Buffer): void {
    if (this.#isClosed) return;
    const nowMs = performance.now();
    const before = receiver.received;
    if (this.#tracks.length > 1 && packet.length >= 4) this.#numbers.came(receiver, packet.readUInt16BE(2));
    try {
      receiver.push(packet, nowMs);
    } catch (error) {
      // Whatever this camera's bytes caused here ends this camera's connection and nothing else.
      this.#connection?.fail(troubleOf(error));
      return;
    }
    if (receiver.received > before) this.#sink.received(packet.length, nowMs);
  }

  #rtcp(receiver: RtpReceiver, packet: Buffer): void {
    const report = parseSenderReport(packet);
    if (report) receiver.takeSenderReport(report, performance.now());
    if (isGoodbye(packet)) this.#sink.goodbye();
  }

  #report(): void {
    const connection = this.#connection;
    if (!connection) return;
    this.reportedMs = performance.now();
    for (const { receiver, udp, rtcpChannel } of this.#tracks) {
      const report = receiver.receiverReport(performance.now());
      if (!report) continue;
      if (!udp) connection.sendPacket(rtcpChannel, report);
      else if (validPort(rtcpChannel)) udp.rtcp.send(report, rtcpChannel, connection.remoteAddress);
    }
  }
}

const validPort = (port: number): boolean => Number.isInteger(port) && port > 0 && port < 65_536;
