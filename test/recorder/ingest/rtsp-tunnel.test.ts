/** Cameras behind a web server that speak RTSP inside of HTTP only. */
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { TroubleError } from "#recorder/net/trouble.ts";
import { eventually } from "#test/support/eventually.ts";
import { closing, keyNals, ScriptedCamera, slice } from "#test/support/scripted-camera.ts";

const { view, later } = closing(afterEach);

interface Habits {
  /** a question that is no HTTP gets no answer */
  readonly hangsUp?: boolean;
  readonly wantsLogin?: boolean;
  readonly answersPost?: boolean;
}

/** Hands what comes by POST on to a camera, decoded, and what that says to the GET of the same cookie. */
class TunnelServer {
  posts = 0;
  readonly #camera: ScriptedCamera;
  readonly #habits: Habits;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #behind = new Map<string, Socket>();

  private constructor(camera: ScriptedCamera, habits: Habits) {
    this.#camera = camera;
    this.#habits = habits;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async open(camera: ScriptedCamera, habits: Habits = {}): Promise<TunnelServer> {
    const tunnel = new TunnelServer(camera, habits);
    tunnel.#server.listen(0, "127.0.0.1");
    await once(tunnel.#server, "listening");
    return tunnel;
  }

  get url(): string {
    const address = this.#server.address();
    return `rtsp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/live`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", (chunk: Buffer) => {
      const [head = "", rest = ""] = chunk.toString("latin1").split("\r\n\r\n");
      const cookie = /^x-sessioncookie: (\S+)/im.exec(head)?.[1];
      if (cookie === undefined) return this.#refuse(socket);
      if (head.startsWith("GET")) return this.#get(socket, head, cookie);
      this.posts += 1;
      if (this.#habits.answersPost) socket.write("HTTP/1.0 200 OK\r\n\r\n");
      const told = (text: string): void => void this.#behind.get(cookie)?.write(Buffer.from(text, "base64"));
      if (rest !== "") told(rest);
      socket.on("data", (more: Buffer) => told(more.toString("latin1")));
    });
  }

  #refuse(socket: Socket): void {
    if (this.#habits.hangsUp) socket.destroy();
    else socket.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
  }

  #get(socket: Socket, head: string, cookie: string): void {
    if (this.#habits.wantsLogin && !/^Authorization: Basic YTpi\r?$/im.test(head))
      return void socket.end('HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="x"\r\n\r\n');
    socket.write("HTTP/1.0 200 OK\r\nContent-Type: application/x-rtsp-tunnelled\r\n\r\n");
    const behind = connect(Number(new URL(this.#camera.url).port), "127.0.0.1");
    this.#sockets.add(behind);
    behind.on("error", () => undefined);
    behind.on("data", (chunk: Buffer) => socket.write(chunk));
    behind.on("close", () => socket.destroy());
    socket.on("close", () => behind.destroy());
    this.#behind.set(cookie, behind);
  }
}

const playing = async (): Promise<ScriptedCamera> => {
  const camera = await ScriptedCamera.open({
    play: (line) => line.every(5, (i) => line.write(line.picture(i % 10 === 0 ? keyNals() : [slice(false)], i * 9000))),
  });
  later(camera);
  return camera;
};

describe("RTSP inside of HTTP", () => {
  test.each<[string, Habits]>([
    ["answers RTSP by 400", {}],
    ["hangs up at RTSP", { hangsUp: true }],
    ["answers the POST", { answersPost: true }],
    ["wants a login", { wantsLogin: true }],
  ])("a camera that %s is shown", async (_, habits) => {
    const camera = await playing();
    const tunnel = await TunnelServer.open(camera, habits);
    later(tunnel);
    const { units } = await view(tunnel.url, { username: "a", password: "b" });
    await eventually(() => units.length > 10, "pictures");
    expect(camera.asked.map(({ method }) => method).slice(0, 4)).toEqual(["OPTIONS", "DESCRIBE", "SETUP", "PLAY"]);
    expect(tunnel.posts).toBe(1);
  });

  test("a tunnel that begins with anything but RTSP ends its own connection", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", (chunk: Buffer) =>
        chunk.toString("latin1").startsWith("GET")
          ? socket.write(`HTTP/1.0 200 OK\r\nContent-Type: application/x-rtsp-tunnelled\r\n\r\n${"?".repeat(5000)}`)
          : chunk.toString("latin1").startsWith("POST") || socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"),
      );
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const trouble = await view(`rtsp://127.0.0.1:${port}/`).catch((error: unknown) =>
      error instanceof TroubleError ? error.trouble : error,
    );
    server.close();
    expect(trouble).toMatchObject({ code: "camera/protocol" });
  });

  test("a web server without a tunnel is called one", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>hello</p>"));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    later({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) });
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const trouble = await view(`rtsp://127.0.0.1:${port}/`).catch((error: unknown) =>
      error instanceof TroubleError ? error.trouble : null,
    );
    expect(trouble).toMatchObject({ code: "camera/protocol", cause: { code: "camera/no-rtsp" } });
  });
});
