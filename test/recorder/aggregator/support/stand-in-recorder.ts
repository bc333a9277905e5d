import { Agent, createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ServerProxy } from "#recorder/aggregator/proxy/server-proxy.ts";
import { LinkedHouses } from "./linked-houses.ts";

export const admin = { as: "admin" };

/** An HTTP server that records its requests and replaces the recorder behind an aggregator's proxy. */
export class StandInRecorder {
  readonly houses: LinkedHouses;
  readonly agent = new Agent({ keepAlive: true });
  seen: IncomingMessage[] = [];
  answer: (request: IncomingMessage, response: ServerResponse) => void = sayOk;
  readonly #server: Server;

  private constructor(houses: LinkedHouses) {
    this.houses = houses;
    this.#server = createServer((request, response) => {
      this.seen.push(request);
      this.answer(request, response);
    });
  }

  static async open(): Promise<StandInRecorder> {
    const { houses } = await LinkedHouses.open(["Gate"]);
    const recorder = new StandInRecorder(houses);
    const server = recorder.#server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const reach = () => ({ url: (path: string) => base + path, agent: recorder.agent }) as never;
    recorder.use(new ServerProxy({ answering: (id) => id, reach, tokenFor: async () => "fresh" }));
    return recorder;
  }

  /** Resets it: no requests are recorded, and every answer is "ok". */
  startAnew(): void {
    this.seen = [];
    this.answer = sayOk;
  }

  /** From now on this is the aggregator's proxy. */
  use(proxy: ServerProxy): void {
    Object.assign(this.houses.aggregator.services, { proxy });
  }

  /** The URL of a path of the recorder through the proxy. */
  url(path: string): string {
    return this.houses.aggregator.aggregator.url + this.houses.proxyPath(path);
  }

  /** The administrator's name and password, as a header. */
  basic(): { authorization: string } {
    return { authorization: this.houses.aggregator.basic("admin") };
  }

  async close(): Promise<void> {
    this.agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.houses.close();
  }
}

const sayOk = (_request: IncomingMessage, response: ServerResponse): void => void response.end("ok");
