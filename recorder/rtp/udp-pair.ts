import { failure } from "#domain/failures/failure.ts";
import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { isIPv6 } from "node:net";
import { TroubleError } from "#recorder/net/trouble.ts";

const FIRST_PORT = 20_000;
const LAST_PORT = 59_998;
const ATTEMPTS = 40;
/** A key frame comes as a burst of packets: the kernel's default of some 200 kB is too small for 4K. */
const RECEIVE_BUFFER_BYTES = 1024 * 1024;

/** Two neighbouring UDP ports, RTP on the even one, RTCP on the odd (RFC 3550 section 11). The owner closes it. */
export class UdpPair {
  readonly rtp: Socket;
  readonly rtcp: Socket;
  readonly port: number;
  #closed = false;

  private constructor(rtp: Socket, rtcp: Socket, port: number) {
    this.rtp = rtp;
    this.rtcp = rtcp;
    this.port = port;
    for (const socket of [rtp, rtcp]) {
      socket.removeAllListeners("error");
      // When nobody listens at the camera, some systems report ECONNREFUSED: only the stall timer counts.
      socket.on("error", () => {});
    }
    try {
      rtp.setRecvBufferSize(RECEIVE_BUFFER_BYTES);
    } catch {
      // A system that allows less gives less.
    }
  }

  /** Binds at `address`: the local end of the control connection. */
  static async open(address: string): Promise<UdpPair> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const port = FIRST_PORT + 2 * Math.floor(Math.random() * ((LAST_PORT - FIRST_PORT) / 2));
      const rtp = await bind(address, port);
      if (!rtp) continue;
      const rtcp = await bind(address, port + 1);
      if (rtcp) return new UdpPair(rtp, rtcp, port);
      rtp.close();
    }
    throw new TroubleError(failure("camera/protocol", { cause: failure("camera/no-ports") }));
  }

  /** Only packets from these addresses are passed on. */
  listen(from: readonly string[], onRtp: (packet: Buffer) => void, onRtcp: (packet: Buffer) => void): void {
    const ours = (info: RemoteInfo): boolean => from.includes(info.address);
    this.rtp.on("message", (packet, info) => ours(info) && onRtp(packet));
    this.rtcp.on("message", (packet, info) => ours(info) && onRtcp(packet));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const socket of [this.rtp, this.rtcp]) {
      socket.removeAllListeners("message");
      socket.close();
    }
  }
}

function bind(address: string, port: number): Promise<Socket | null> {
  const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
  return new Promise((resolve) => {
    socket.once("error", () => {
      socket.close();
      resolve(null);
    });
    socket.bind({ address, port, exclusive: true }, () => resolve(socket));
  });
}
