/** A server of either edition that was put together: it answers from `listen` to `close`. */
import type { FastifyInstance } from "fastify";
import type { Failure } from "#domain/failures/failure.ts";
import { listenMetrics } from "#recorder/http/metrics-server.ts";
import { buildApp, type DeclaredRoute, type RouteModule } from "#recorder/http/server/app.ts";
import { listen } from "#recorder/http/server/listen.ts";
import { type SocketKind, serveSockets } from "#recorder/http/server/sockets.ts";
import type { CommonServices } from "#recorder/http/services.ts";
import type { Closers } from "./foundation.ts";
import { keepWatchdog } from "./watch/watchdog.ts";

interface EditionParts<S extends CommonServices> {
  readonly services: S;
  readonly routes: readonly RouteModule<S>[];
  readonly sockets: readonly SocketKind[];
  /** of the administrator, at the very first start only */
  readonly firstPassword: string | null;
  readonly closers: Closers;
  /** begins what works by itself from `listen` on, and adds what ends it to the closers */
  readonly start: () => Promise<void>;
  /** for the journal */
  readonly events: { readonly started: Failure; readonly stopped: Failure };
}

export class Edition<S extends CommonServices> {
  readonly services: S;
  readonly app: FastifyInstance;
  /** what it serves, with who may call it */
  readonly routes: readonly DeclaredRoute[];
  readonly #parts: EditionParts<S>;
  readonly #closeSockets: () => void;
  #url = "";

  private constructor(parts: EditionParts<S>, { app, declared }: Awaited<ReturnType<typeof buildApp>>) {
    this.services = parts.services;
    this.app = app;
    this.routes = declared;
    this.#parts = parts;
    this.#closeSockets = serveSockets(app.server, parts.services, parts.sockets);
  }

  static async build<S extends CommonServices>(parts: EditionParts<S>): Promise<Edition<S>> {
    return new Edition(parts, await buildApp(parts.services, parts.routes));
  }

  get firstPassword(): string | null {
    return this.#parts.firstPassword;
  }

  /** http://host:port as it can be opened on this machine. */
  get url(): string {
    return this.#url;
  }

  /**
   * Starts to answer, then what works by itself; afterwards `url` says where. Throws when it cannot listen, before anything
   * else was started: nothing is left behind.
   */
  async listen(): Promise<void> {
    const { config, journal } = this.services;
    const { closers, start, events } = this.#parts;
    this.#url = await listen(this.app, config);
    if (config.metrics.port > 0) closers.push(await listenMetrics(this.services));
    await start();
    closers.push(keepWatchdog(process.env, this.services.log));
    await journal.event("Server Started", events.started);
    this.services.certificate?.look();
  }

  async close(): Promise<void> {
    const { closers, events } = this.#parts;
    await this.services.journal.event("Server Stopped", events.stopped);
    // Open sockets would keep the server waiting.
    this.#closeSockets();
    await this.app.close();
    for (const close of closers.reverse()) await close();
  }
}
