import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Another web site, friendly or foreign: its pages by path, and the player tokens that its server gives. */
export class Site {
  /** the answer to /player-token */
  credentials: unknown = {};
  /** how often it was requested */
  tokensGiven = 0;
  readonly #pages: Map<string, string>;
  readonly #server: Server;
  readonly #host: string;

  private constructor(host: string, pages: Readonly<Record<string, string>>) {
    this.#host = host;
    this.#pages = new Map(Object.entries(pages));
    this.#server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://site");
      if (pathname === "/player-token") {
        this.tokensGiven += 1;
        response.setHeader("content-type", "application/json");
        return response.end(JSON.stringify(this.credentials));
      }
      const page = this.#pages.get(pathname);
      response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html" });
      return response.end(page ?? "");
    });
  }

  /** `host`: the name that browsers use for it; port 0 = any. */
  static async open(host: string, pages: Readonly<Record<string, string>>, port = 0): Promise<Site> {
    const site = new Site(host, pages);
    await new Promise<void>((resolve, reject) => {
      site.#server.once("error", reject);
      site.#server.listen(port, resolve);
    });
    return site;
  }

  get origin(): string {
    return `http://${this.#host}:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
