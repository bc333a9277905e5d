import { createSocket, type Socket } from "node:dgram";
import type { Page } from "@playwright/test";

export interface Network {
  /** the share of the media packets to the viewer that are lost, 0..1 */
  share: number;
  /** the delay of every packet, in each direction */
  delayMs: number;
}

/** The first candidate of an answer that a UDP socket can reach: whole line, address, port. */
const CANDIDATE = /^a=candidate:\S+ 1 udp \d+ (\d+\.\d+\.\d+\.\d+) (\d+) typ host.*$/im;
const OTHER_CANDIDATES = /^a=candidate:.*\r\n/gm;
/** RFC 7983: the first byte identifies RTP and RTCP, not STUN or DTLS */
const isMedia = (packet: Buffer): boolean => packet.readUInt8(0) >= 128 && packet.readUInt8(0) <= 191;

/**
 * Routes the WebRTC connections that a page opens from now on through UDP relays that lose and delay packets as
 * `network` currently demands. `seed` determines which packets are lost. `opened` counts the connections.
 */
export class LossyRelay {
  opened = 0;
  readonly #network: Readonly<Network>;
  readonly #sockets: Socket[] = [];
  #random: number;

  constructor(network: Readonly<Network>, seed = 1) {
    this.#network = network;
    this.#random = seed;
  }

  async standIn(page: Page): Promise<void> {
    await page.route(/\/whep(\?|$)/, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      const offer = route.request().postData() ?? "";
      const response = await route.fetch({ postData: offer.replaceAll(OTHER_CANDIDATES, "") });
      const sdp = await response.text();
      const [line, address, port] = CANDIDATE.exec(sdp) ?? [];
      if (line === undefined || address === undefined) return route.fulfill({ response });
      const relayed = line.replace(`${address} ${port}`, `${address} ${await this.#relay(address, Number(port))}`);
      const body = sdp.replaceAll(OTHER_CANDIDATES, "").replace("a=ice-ufrag", `${relayed.trim()}\r\na=ice-ufrag`);
      this.opened += 1;
      await route.fulfill({ response, body });
    });
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }

  /** The port that replaces this one. */
  async #relay(address: string, port: number): Promise<number> {
    const outer = await this.#bound(address);
    const inner = await this.#bound(address);
    let viewerPort = 0;
    outer.on("message", (packet, from) => {
      viewerPort = from.port;
      this.#later(inner, packet, port, address);
    });
    inner.on("message", (packet) => {
      if (viewerPort !== 0 && !(isMedia(packet) && this.#draw() < this.#network.share))
        this.#later(outer, packet, viewerPort, address);
    });
    return outer.address().port;
  }

  #later(socket: Socket, packet: Buffer, port: number, address: string): void {
    setTimeout(() => {
      try {
        socket.send(packet, port, address);
      } catch {
        // the relay was closed meanwhile
      }
    }, this.#network.delayMs);
  }

  #bound(address: string): Promise<Socket> {
    const socket = createSocket("udp4");
    this.#sockets.push(socket);
    return new Promise((resolve, reject) => {
      socket.once("error", reject);
      socket.bind(0, address, () => resolve(socket));
    });
  }

  /** 0..1, the same for the same seed: Numerical Recipes' generator. */
  #draw(): number {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#random / 2 ** 32;
  }
}
