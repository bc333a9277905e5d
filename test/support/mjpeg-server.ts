import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { jpegHeader, quantizers } from "#recorder/formats/jpeg-header.ts";

/** A JPEG file of this size with its number inside; nobody here decodes it. */
export function jpegFile(number: number, width = 640, height = 480, bytes = 500): Buffer {
  const head = jpegHeader({ width, height, subsampled: true, tables: quantizers(50), restartInterval: 0 });
  const scan = Buffer.from(Array.from({ length: bytes }, (_, i) => (i < 2 ? (number >> (7 * i)) & 0x7f : i % 251)));
  return Buffer.concat([head, scan, Buffer.from([0xff, 0xd9])]);
}

/** The number that `jpegFile` wrote. */
export const numberOfFile = (jpeg: Buffer, bytes = 500): number => {
  const at = jpeg.length - 2 - bytes;
  return jpeg.readUInt8(at) | (jpeg.readUInt8(at + 1) << 7);
};

/** A web server of a camera that answers each request with whatever the test wants. Close it. */
export class MjpegServer {
  readonly requests: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(answer: (socket: Socket, request: string) => void) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => this.#sockets.delete(socket));
      socket.once("data", (chunk: Buffer) => {
        const request = chunk.toString("latin1");
        this.requests.push(request);
        answer(socket, request);
      });
    });
  }

  static async open(answer: (socket: Socket, request: string) => void): Promise<MjpegServer> {
    const server = new MjpegServer(answer);
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    return server;
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/video.cgi?q=5`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Writes a head, and then parts every few ms until the connection ends. */
export function sendParts(socket: Socket, head: string, part: (i: number) => Buffer): void {
  socket.write(head);
  let i = 0;
  const timer = setInterval(() => socket.destroyed || socket.write(part(i++)), 5);
  socket.once("close", () => clearInterval(timer));
}
