import { createServer, type Server, type Socket } from "node:net";
import { once } from "node:events";
import { RtspServer } from "#demo/devices/rtsp-server.ts";
import type { Login } from "#demo/devices/digest-gate.ts";
import { SPS_320X180, SPS_640X360, PPS, TestSource, type TestSourceOptions } from "./test-source.ts";

export const LOGIN: Login = { scheme: "digest", username: "admin", password: "secret word" };

/** A camera on a free port that works until it is told to fail. Close it. */
export class FaultyCamera {
  readonly source: TestSource;
  readonly server = new RtspServer();
  port = 0;

  private constructor(options: TestSourceOptions) {
    this.source = new TestSource(options);
  }

  static async open(
    options: TestSourceOptions & { readonly login?: Login; readonly port?: number } = {},
  ): Promise<FaultyCamera> {
    const camera = new FaultyCamera(options);
    camera.server.mount("/live", { source: camera.source, login: options.login ?? LOGIN });
    camera.port = await camera.server.listen(options.port ?? 0, "127.0.0.1");
    return camera;
  }

  get url(): string {
    return `rtsp://127.0.0.1:${this.port}/live`;
  }

  /** keeps the connection and sends no more media */
  stall(): void {
    this.source.stalled = true;
  }

  resume(): void {
    this.source.stalled = false;
  }

  changeResolution(small: boolean): void {
    this.source.parameterSets = [small ? SPS_320X180 : SPS_640X360, PPS];
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

/** A listener that handles a connection as the test demands: garbage, silence, endless headers. */
export class RawServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  connections = 0;

  private constructor(onConnection: (socket: Socket) => void) {
    this.#server = createServer((socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => this.#sockets.delete(socket));
      onConnection(socket);
    });
  }

  static async open(onConnection: (socket: Socket) => void): Promise<RawServer> {
    const raw = new RawServer(onConnection);
    raw.#server.listen(0, "127.0.0.1");
    await once(raw.#server, "listening");
    return raw;
  }

  get url(): string {
    const address = this.#server.address();
    return `rtsp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/live`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
