/** A small HTTP server for tests of clients: it answers by `METHOD path` and records its requests. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}
export interface Answer {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** the connection breaks instead of an answer */
  readonly broken?: boolean;
}
export type Routes = Record<string, Answer | ((asked: Asked) => Answer)>;

export interface FakeServer {
  readonly origin: string;
  readonly asked: Asked[];
  readonly server: Server;
  close(): Promise<void>;
}

export async function fakeServer(routes: Routes): Promise<FakeServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://fake");
      const one: Asked = {
        method: request.method ?? "GET",
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body,
      };
      asked.push(one);
      const route = routes[`${one.method} ${one.path}`];
      const answer = (typeof route === "function" ? route(one) : route) ?? {
        status: 404,
        json: { code: "not_found", reason: "nothing here" },
      };
      if (answer.broken) return request.socket.destroy();
      response.statusCode = answer.status ?? 200;
      for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
      if (answer.json !== undefined) response.setHeader("content-type", "application/json");
      response.end(answer.json === undefined ? (answer.text ?? "") : JSON.stringify(answer.json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    server,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
