/** A whole aggregator that listens, with a folder of its own: real store, real routes, real sockets. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import type { EventMessage } from "#protocol/rest/event-message.ts";
import { type Aggregator, createAggregator } from "#recorder/process/aggregator.ts";
import type { AggregatorServices } from "#recorder/http/aggregator-services.ts";
import type { WatchTiming } from "#recorder/core/folder-watch.ts";
import type { ServerPace } from "#recorder/aggregator/servers/watched-server.ts";
import { loadConfig } from "#recorder/config/config.ts";

export const PASSWORD = "correct horse battery";

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** the body of a JSON answer */
  readonly json: unknown;
}

export interface Asking {
  /** the account that signs in with Basic */
  readonly as?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface OpenedEvents {
  readonly messages: EventMessage[];
  /** resolves with the first message of this type, also when it has arrived already */
  readonly next: (type: string) => Promise<EventMessage>;
  /** the code with which it was closed */
  readonly closed: Promise<number>;
  readonly close: () => void;
}

export class AggregatorHouse {
  readonly aggregator: Aggregator;
  readonly folder: string;
  readonly adminPassword: string;

  private constructor(aggregator: Aggregator, folder: string, adminPassword: string) {
    this.aggregator = aggregator;
    this.folder = folder;
    this.adminPassword = adminPassword;
  }

  static async open(
    flags: Record<string, string> = {},
    folder = mkdtempSync(join(tmpdir(), "proscenium-test-")),
    adminPassword = "",
    serverPace?: ServerPace,
    watchTiming?: WatchTiming,
  ): Promise<AggregatorHouse> {
    const all = {
      edition: "aggregator",
      data: folder,
      host: "127.0.0.1",
      port: "0",
      "log.console": "none",
      "log.level": "debug",
      "http.overload-delay": "0",
      "http.requests-per-minute": "0",
      ...flags,
    };
    const config = loadConfig({ file: null, environment: {}, flags: new Map(Object.entries(all)) });
    if (!config.ok) throw new Error(config.error.join("\n"));
    const aggregator = await createAggregator({
      config: config.value,
      scriptDir: join(folder, "no-scripts"),
      clientDir: join(folder, "client"),
      ...(serverPace === undefined ? {} : { serverPace }),
      ...(watchTiming === undefined ? {} : { watchTiming }),
    });
    await aggregator.listen();
    return new AggregatorHouse(aggregator, folder, aggregator.firstPassword ?? adminPassword);
  }

  get services(): AggregatorServices {
    return this.aggregator.services;
  }

  /** The id of a new account. */
  async addUser(username: string, more: { admin?: boolean; email?: string } = {}): Promise<string> {
    const answer = await this.services.accounts.create({ username, password: PASSWORD, ...more });
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value.id;
  }

  /** Basic credentials of an account that `addUser` made, or of admin. */
  basic(username: string, password = username === "admin" ? this.adminPassword : PASSWORD): string {
    return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  }

  async ask(method: string, path: string, { as, body, headers = {} }: Asking = {}): Promise<Answered> {
    const answer = await fetch(this.aggregator.url + path, {
      method,
      redirect: "manual",
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(as === undefined ? {} : { authorization: this.basic(as) }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.startsWith("application/json") ?? false;
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      json: isJson && text !== "" ? JSON.parse(text) : undefined,
    };
  }

  /** Listens to events as one of the accounts; `headers`: of another proof than Basic. */
  async events(as: string, headers: Readonly<Record<string, string>> = {}): Promise<OpenedEvents> {
    const socket = new WebSocket(`${this.aggregator.url.replace("http", "ws")}/service/events/socket`, {
      headers: "cookie" in headers ? { origin: this.aggregator.url, ...headers } : { authorization: this.basic(as) },
    });
    const messages: EventMessage[] = [];
    const waiting = new Set<() => void>();
    socket.on("message", (data) => {
      messages.push(JSON.parse((data as Buffer).toString("utf8")) as EventMessage);
      for (const look of waiting) look();
    });
    const closed = new Promise<number>((resolve) => socket.once("close", resolve));
    const next = (type: string) =>
      new Promise<EventMessage>((resolve) => {
        const look = (): void => {
          const found = messages.find((message) => message.type === type);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      });
    await next("server-session-id");
    return { messages, next, closed, close: () => socket.close() };
  }

  /** Stops it and keeps its folder. */
  async stop(): Promise<void> {
    await this.aggregator.close();
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
