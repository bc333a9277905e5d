import { createSocket, type Socket } from "node:dgram";
import type { Asked } from "../scripted-camera.ts";

const FRAME_BYTES = 4;

/** The way of a scripted camera's packets by UDP, where it is asked for. Close it. */
export class UdpWay {
  readonly #socket: Socket;
  /** the recorder's port for each channel of what was set up last, and of what plays */
  #asked = new Map<number, number>();
  #playing = new Map<number, number>();

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static open(): Promise<UdpWay> {
    const socket = createSocket("udp4");
    // Nobody may listen any more at the other end.
    socket.on("error", () => undefined);
    return new Promise((resolve) => socket.bind(0, "127.0.0.1", () => resolve(new UdpWay(socket))));
  }

  /** Answers SETUP where it asks for UDP; others as usual. */
  answer({ method, headers }: Asked, usual: string): string {
    if (method === "DESCRIBE") this.#asked = new Map();
    const port = /client_port=(\d+)/.exec(headers.get("transport") ?? "")?.[1];
    if (method !== "SETUP" || port === undefined) return usual;
    this.#asked.set(this.#asked.size * 2, Number(port));
    const server = this.#socket.address().port;
    return usual.replace(
      /Transport: .*/,
      `Transport: RTP/AVP;unicast;client_port=${port}-${Number(port) + 1};server_port=${server}-${server + 1}\r`,
    );
  }

  /** A session begins with what was set up. */
  play(): void {
    this.#playing = this.#asked;
  }

  /** `packet`: framed, as on one connection. False: it goes there. */
  send(packet: Buffer): boolean {
    const port = this.#playing.get(packet.readUInt8(1));
    if (port === undefined) return false;
    this.#socket.send(packet.subarray(FRAME_BYTES), port, "127.0.0.1");
    return true;
  }

  close(): void {
    this.#socket.close();
  }
}
