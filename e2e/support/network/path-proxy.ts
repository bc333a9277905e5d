/** A reverse proxy that shows a recorder under a path of its own, as a company's web server does. */
import { createServer, request, type IncomingMessage, type RequestOptions, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

interface ProxyRules {
  /** e.g. "/wall" */
  readonly path: string;
  /** whether the recorder gets requests without the path, or unchanged */
  readonly removesPath: boolean;
  /** many proxies do not pass websockets until they are told to */
  readonly passesSockets: boolean;
}

export class PathProxy {
  /** of requests that were not below the path */
  readonly strays: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #rules: ProxyRules;

  private constructor(target: string, rules: ProxyRules) {
    this.#rules = rules;
    const { hostname, port } = new URL(target);
    const asked = (from: IncomingMessage): RequestOptions | null => {
      const url = from.url ?? "/";
      if (!url.startsWith(`${rules.path}/`)) {
        this.strays.push(url);
        return null;
      }
      const path = rules.removesPath ? url.slice(rules.path.length) : url;
      return { hostname, port, method: from.method, path, headers: from.headers };
    };
    this.#server = createServer((from, to) => {
      const options = asked(from);
      if (!options) return void to.writeHead(404).end();
      const passed = request(options, (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(to);
      });
      passed.on("error", () => to.destroy());
      to.on("close", () => passed.destroy());
      from.pipe(passed);
    });
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
    this.#server.on("upgrade", (from, socket, head) => {
      const options = asked(from);
      if (!options || !rules.passesSockets) return void socket.end("HTTP/1.1 404 Not Found\r\n\r\n");
      const up = connect(Number(port), hostname, () => {
        const lines = Object.entries(from.headers).map(([name, value]) => `${name}: ${String(value)}`);
        up.write(`${[`GET ${options.path} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n`);
        up.write(head);
        up.pipe(socket).pipe(up);
      });
      for (const one of [up, socket])
        one.on("error", () => {
          up.destroy();
          socket.destroy();
        });
    });
  }

  static async before(target: string, rules: ProxyRules): Promise<PathProxy> {
    const proxy = new PathProxy(target, rules);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  /** Where the recorder is to be opened, without a slash at the end. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#rules.path}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
