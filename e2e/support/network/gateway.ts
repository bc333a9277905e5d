import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { type Duplex, Transform, type TransformCallback } from "node:stream";

/** Makes the ports of an SDP's candidates wrong without changing its length. */
class WrongPorts extends Transform {
  readonly #parts: Buffer[] = [];

  override _transform(part: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#parts.push(part);
    done();
  }

  override _flush(done: TransformCallback): void {
    const sdp = Buffer.concat(this.#parts).toString("utf8");
    const wrong = (_whole: string, before: string, port: string): string => `${before}${"1".padEnd(port.length, "0")}`;
    this.push(sdp.replaceAll(/(a=candidate:\S+ \d+ \S+ \d+ \S+ )(\d+)/g, wrong));
    done();
  }
}

/** Lets this number of bytes through and then accepts no more. */
class HeldBack extends Transform {
  #leftBytes: number;

  constructor(bytes: number) {
    super();
    this.#leftBytes = bytes;
  }

  override _transform(part: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const given = part.subarray(0, this.#leftBytes);
    this.#leftBytes -= given.length;
    if (given.length > 0) this.push(given);
    if (this.#leftBytes > 0) done();
  }
}

const PACKET_BYTES = 1400;

/** Stands between browser and recorder and breaks the connection as a test demands. Answers pass through unchanged. */
export class Gateway {
  /**
   * answers of WebRTC name ports on which nobody listens, as behind a firewall: signalling works, media find no path
   */
  mediaCut = false;
  /** nothing gets through: existing and new connections are reset */
  down = false;
  /** requests whose path matches are reset; the others pass */
  refused: RegExp | null = null;
  /** requests whose method and path match, e.g. "DELETE /service/cameras/1", are reset; the others pass */
  refusedCalls: RegExp | null = null;
  /** answers to paths that match stop after this number of bytes, and their connection stays open */
  held: { readonly path: RegExp; readonly afterBytes: number } | null = null;
  /** upgrades are reset; requests pass */
  socketsDown = false;
  /** each request and each piece of a socket waits this long, ms */
  delayMs = 0;
  /** only requests whose path matches wait, and no socket does; null: all wait */
  delayed: RegExp | null = null;
  /** the capacity of each socket to the browser; null: unlimited */
  socketBitsPerSecond: number | null = null;
  /** the capacity of all sockets together to the browser, with their packets in turn; null: unlimited */
  lineBitsPerSecond: number | null = null;
  /** performance.now() at which the line will have sent everything that was put on it */
  #lineFreeAtMs = 0;
  /** the number of upgrades that passed */
  upgrades = 0;
  readonly #server: Server;
  readonly #target: URL;
  readonly #connections = new Set<Duplex>();
  readonly #sockets = new Set<Duplex>();

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer();
    this.#server.on("connection", (socket) => {
      if (this.down) return socket.destroy();
      this.#connections.add(socket);
      socket.once("close", () => this.#connections.delete(socket));
      socket.on("error", () => socket.destroy());
    });
    this.#server.on("request", (asked, answer) => {
      if (this.down || this.refused?.test(asked.url ?? "") || this.refusedCalls?.test(`${asked.method} ${asked.url}`))
        return asked.socket.destroy();
      const { hostname, port } = this.#target;
      const forwarded = request(
        { hostname, port, method: asked.method, path: asked.url, headers: asked.headers },
        (given) => {
          answer.writeHead(given.statusCode ?? 502, given.rawHeaders);
          if (this.mediaCut && /\/whep/.test(asked.url ?? "")) given.pipe(new WrongPorts()).pipe(answer);
          else if (this.held?.path.test(asked.url ?? "")) given.pipe(new HeldBack(this.held.afterBytes)).pipe(answer);
          else given.pipe(answer);
        },
      );
      forwarded.on("error", () => asked.socket.destroy());
      const delayMs = this.delayed?.test(asked.url ?? "") === false ? 0 : this.delayMs;
      setTimeout(() => asked.pipe(forwarded), delayMs);
    });
    this.#server.on("upgrade", (asked, socket, head) => this.#upgrade(asked, socket, head));
  }

  static async to(target: string): Promise<Gateway> {
    const gateway = new Gateway(target);
    await new Promise<void>((resolve) => gateway.#server.listen(0, "127.0.0.1", resolve));
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  get openSockets(): number {
    return this.#sockets.size;
  }

  /** Resets the open websockets, and only them. */
  cutSockets(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Resets everything and lets nothing through until `restore`. */
  cut(): void {
    this.down = true;
    for (const socket of [...this.#sockets, ...this.#connections]) socket.destroy();
  }

  restore(): void {
    this.down = false;
    this.socketsDown = false;
    this.refused = null;
    this.refusedCalls = null;
    this.mediaCut = false;
    this.held = null;
    this.delayed = null;
    this.socketBitsPerSecond = null;
    this.lineBitsPerSecond = null;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #upgrade(asked: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    if (this.down || this.socketsDown || this.refused?.test(asked.url ?? "")) {
      socket.destroy();
      return;
    }
    const upstream = connect(Number(this.#target.port), this.#target.hostname);
    this.#sockets.add(socket);
    const end = (): void => {
      this.#sockets.delete(socket);
      upstream.destroy();
      socket.destroy();
    };
    socket.once("close", end);
    upstream.once("close", end);
    upstream.on("error", end);
    upstream.once("connect", () => {
      this.upgrades += 1;
      const lines = [`${asked.method} ${asked.url} HTTP/1.1`];
      for (let at = 0; at + 1 < asked.rawHeaders.length; at += 2)
        lines.push(`${asked.rawHeaders[at]}: ${asked.rawHeaders[at + 1]}`);
      upstream.write(`${lines.join("\r\n")}\r\n\r\n`);
      upstream.write(head);
      upstream.on("data", (piece: Buffer) => this.#narrow(upstream, socket, piece));
      this.#relay(socket, upstream);
    });
  }

  #relay(from: Duplex, to: Duplex): void {
    from.on("data", (piece: Buffer) => this.#send(to, piece));
  }

  #send(to: Duplex, piece: Buffer): void {
    if (this.delayMs === 0 || this.delayed) to.write(piece);
    else setTimeout(() => to.writable && to.write(piece), this.delayMs);
  }

  /** Sends in packets, each after the one before it has had its time; nothing is read meanwhile. */
  #narrow(from: Duplex, to: Duplex, piece: Buffer): void {
    const bitsPerSecond = this.socketBitsPerSecond ?? this.lineBitsPerSecond;
    if (bitsPerSecond === null) {
      from.resume();
      return this.#send(to, piece);
    }
    from.pause();
    const packet = piece.subarray(0, PACKET_BYTES);
    this.#send(to, packet);
    const rest = piece.subarray(packet.length);
    const takesMs = (packet.length * 8 * 1000) / bitsPerSecond;
    setTimeout(
      () => (rest.length > 0 ? this.#narrow(from, to, rest) : from.resume()),
      this.socketBitsPerSecond === null ? this.#lineTime(takesMs) : takesMs,
    );
  }

  /** The ms after which the line that all sockets share will have carried this too. */
  #lineTime(takesMs: number): number {
    const nowMs = performance.now();
    this.#lineFreeAtMs = Math.max(nowMs, this.#lineFreeAtMs) + takesMs;
    return this.#lineFreeAtMs - nowMs;
  }
}
