/**
 * An ONVIF camera that can be moved and whose answers a test determines. It is registered as a camera of ours, because
 * it runs on this machine.
 */
import { createServer, type Server } from "node:http";
import type { TestHouse } from "#test/recorder/support/test-house.ts";

export interface PtzOrder {
  /** ContinuousMove, Stop, GetSystemDateAndTime, ... */
  readonly name: string;
  /** the whole request */
  readonly body: string;
}
export interface PtzAnswer {
  readonly status: number;
  /** the content of the answer's Body */
  readonly said: string;
}

export const responseTo = ({ name }: PtzOrder, said = ""): PtzAnswer => ({
  status: 200,
  said: `<${name}Response>${said}</${name}Response>`,
});

export class PtzCamera {
  /** the camera's id in the recorder */
  readonly path: string;
  readonly #server: Server;

  private constructor(server: Server, id: string) {
    this.#server = server;
    this.path = `/service/cameras/${id}`;
  }

  static async open(house: TestHouse, answer: (order: PtzOrder) => PtzAnswer): Promise<PtzCamera> {
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        const name = /<(\w+) xmlns="http:\/\/www\.onvif\.org\/ver/.exec(body)?.[1] ?? "";
        const { status, said } = answer({ name, body });
        response.writeHead(status, { "content-type": "application/soap+xml" });
        response.end(
          `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${said}</s:Body></s:Envelope>`,
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const uri = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/onvif`;
    const { id } = await house.services.cameras.add({
      name: "Dome",
      driver: "ONVIF",
      uri,
      credentials: { username: "root", password: "x" },
      configuration: { PtzUri: uri, PtzProfile: "main" },
      capabilities: { camera: { PTZ: { pan: true, tilt: true, zoom: true, relativeFOV: false, maxPresets: 0 } } },
      features: {},
      // It counts as one of our own cameras, so it may be on this machine.
      demoKey: "dome",
      streams: [],
    });
    return new PtzCamera(server, id);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
