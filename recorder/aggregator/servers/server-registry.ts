/** The servers of the aggregator, by id: watched from the start on, asked with the right tokens, and told of. */
import { refuse } from "#domain/failures/failure.ts";
import { Emitter } from "#base/emitter.ts";
import type { Camera } from "#protocol/rest/cameras/camera.ts";
import type { EventMessage } from "#protocol/rest/event-message.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import { inBackground } from "#recorder/core/background.ts";
import * as z from "zod/mini";
import type { EventHub } from "#recorder/core/event-hub.ts";
import type { Log } from "#recorder/core/log.ts";
import type { Bus } from "#recorder/nodes/bus.ts";
import type {
  Asker,
  ServerAccess,
  ServerChange,
  RegisteredServer,
  RegisteredServers,
  ServerTrouble,
  Started,
} from "./contracts.ts";
import type { ServerAnswer, ServerAsk, ServerClient } from "./asking/server-client.ts";
import { relayEvent, maySeeServer } from "./server-events.ts";
import { ServerIndex } from "./server-index.ts";
import type { RightsOnServers } from "./server-rights.ts";
import type { ServerRows } from "./server-rows.ts";
import { ServerSaver } from "./server-saver.ts";
import { isToldOfStoodIn, scopeWithStoodIn, standInOf, stoodInBy } from "./stood-in.ts";
import { cameraChanges, factsOfCamera, isModified, type ServerState } from "./server-state.ts";
import { ServerTroubles } from "./server-troubles.ts";
import type { ReadToken, TokenMinter } from "./asking/token-minter.ts";
import { SERVER_PACE, type ServerPace, type ServerRecord, WatchedServer } from "./watched-server.ts";

const BETWEEN_STARTS_MS = 10;
/** On the bus: another server of this database has registered, changed or removed this one. */
const TOPIC = "server";
const UNKNOWN = refuse("orchid/unknown");

interface RegistryParts {
  readonly rows: ServerRows;
  readonly rights: RightsOnServers;
  readonly hub: EventHub;
  readonly bus: Bus;
  readonly log: Log;
  readonly now: () => number;
  readonly policy: AddressPolicy;
  readonly minter: TokenMinter;
  readonly pace?: ServerPace;
}

interface Events {
  change: ServerChange;
  trouble: ServerTrouble;
}

export class ServerRegistry implements RegisteredServers, ServerAccess, Started {
  readonly #parts: RegistryParts;
  readonly #minter: TokenMinter;
  readonly #watched = new Map<string, WatchedServer>();
  readonly #troubles = new Map<string, ServerTroubles>();
  readonly #saver: ServerSaver;
  #isStarted = false;
  /** another server has changed something before this one began to watch */
  #isBehind = false;
  readonly #index = new ServerIndex(() => [...this.#watched.values()].map(({ facts }) => facts));
  readonly #events = new Emitter<Events>();

  constructor(parts: RegistryParts) {
    this.#parts = parts;
    this.#minter = parts.minter;
    const { rows, log } = parts;
    this.#saver = new ServerSaver({ rows, log, knownOf: (id) => this.#knownOf(id) });
    parts.bus.on(TOPIC, z.object({ id: z.string() }), ({ id }) => this.#follow(id));
    parts.bus.onMissed(() => this.#follow(null));
  }

  /** Loads what was known before the last stop; it makes no calls. */
  async load(): Promise<void> {
    for (const { record, state } of await this.#parts.rows.all()) this.#watch(record, state);
  }

  async start(): Promise<void> {
    // The first checks are spread over time.
    for (const [index, server] of this.watched().entries()) server.start(index * BETWEEN_STARTS_MS);
    this.#saver.start();
    this.#isStarted = true;
    if (this.#isBehind) await this.#follow(null);
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    this.#saver.stop();
    await Promise.all(this.watched().map((server) => server.stop()));
    for (const { id } of this.watched()) this.#saver.changed(id);
    await this.#saver.save();
    this.#events.clear();
  }

  list(): readonly RegisteredServer[] {
    return [...this.#watched.values()].map(({ facts }) => facts);
  }
  get(id: string): RegisteredServer | undefined {
    return this.#watched.get(id)?.facts;
  }
  cameraOwner(cameraId: string): string | null {
    return this.#index.cameraOwner(cameraId);
  }
  streamOwner(streamId: string): { readonly orchidId: string; readonly cameraId: string } | null {
    return this.#index.streamOwner(streamId);
  }
  onChange(listener: (change: ServerChange) => void): () => void {
    return this.#events.on("change", listener);
  }
  onTrouble(listener: (trouble: ServerTrouble) => void): () => void {
    return this.#events.on("trouble", listener);
  }

  /** All watched servers, in the order of their registration. */
  watched(): readonly WatchedServer[] {
    return [...this.#watched.values()];
  }
  watchedById(id: string): WatchedServer | undefined {
    return this.#watched.get(id);
  }

  reach(id: string): Pick<ServerClient, "url" | "agent"> | undefined {
    return this.#watched.get(id)?.client;
  }

  answering(id: string): string {
    return this.standIn(id)?.id ?? id;
  }

  /** Who answers in place of a server that is away; null = nobody does, or it is there. */
  standIn(id: string): WatchedServer | null {
    const server = this.#watched.get(id);
    return server ? standInOf(server, this.watched()) : null;
  }

  async tokenFor(id: string, who: Asker): Promise<string | null> {
    const server = this.#watched.get(id);
    if (!server) return null;
    const { userId, username, role } = who;
    const scope = scopeWithStoodIn(server, this.watched(), (orchidId) => this.#parts.rights.scopeOn(who, orchidId));
    const session = who.session?.hash ?? null;
    return server.token({ id: userId, username, role, scope, session }).catch(() => null);
  }

  readToken(id: string, token: string): Promise<ReadToken | null> {
    const server = this.#watched.get(id);
    if (!server) return Promise.resolve(null);
    const { record, state } = server;
    return this.#minter.read(token, { orchidId: id, key: record.key, clockOffsetMs: state.clockOffsetMs });
  }

  async request<T>(id: string, who: Asker, ask: ServerAsk<T>): Promise<ServerAnswer<T>> {
    const asked = this.answering(id);
    const server = this.#watched.get(asked);
    const token = await this.tokenFor(asked, who);
    if (!server || token === null) return { ...UNKNOWN, status: 404 };
    return server.client.json({ ...ask, authorization: `Bearer ${token}` });
  }

  /**
   * Adds a server that was registered, or has another address or key, and watches it from now on. Resolves after the
   * first check.
   */
  async adopt(record: ServerRecord, state: ServerState): Promise<WatchedServer> {
    this.#parts.bus.publish(TOPIC, { id: record.id });
    const kind = this.#watched.has(record.id) ? "modified" : "added";
    const server = await this.#adopt(record, state);
    await server.refresh();
    this.#tell(record.id, kind);
    return server;
  }

  async #adopt(record: ServerRecord, state: ServerState): Promise<WatchedServer> {
    this.#minter.forget(record.id);
    await this.#watched.get(record.id)?.stop();
    const server = this.#watch(record, state);
    server.start();
    return server;
  }

  rename(server: WatchedServer, names: Pick<ServerRecord, "name" | "directUri">): void {
    this.#parts.bus.publish(TOPIC, { id: server.id });
    this.#rename(server, names);
  }

  #rename(server: WatchedServer, names: Pick<ServerRecord, "name" | "directUri">): void {
    server.rename(names);
    this.#tell(server.id, "modified");
  }

  async drop(id: string): Promise<void> {
    this.#parts.bus.publish(TOPIC, { id });
    await this.#drop(id);
  }

  async #drop(id: string): Promise<void> {
    await this.#watched.get(id)?.stop();
    // The event is sent while it is still known who could see the server.
    this.#parts.hub.relay(serverMessage(id, "removed"), maySeeServer(this, id));
    this.#watched.delete(id);
    this.#index.forget();
    this.#troubles.delete(id);
    this.#minter.forget(id);
    this.#events.emit("change", { kind: "removed", orchidId: id });
  }

  /** Does here what another server has done with this one, or (null) with any. */
  async #follow(id: string | null): Promise<void> {
    this.#isBehind = !this.#isStarted;
    if (this.#isBehind) return;
    const rows = await this.#parts.rows.all();
    for (const { id: known } of this.watched())
      if ((id === null || id === known) && !rows.some(({ record }) => record.id === known)) await this.#drop(known);
    for (const { record, state } of rows) {
      if (id !== null && id !== record.id) continue;
      const server = this.#watched.get(record.id);
      if (!server || !isReachedAs(server.record, record)) {
        const first = (await this.#adopt(record, state)).refresh();
        const told = first.then(() => this.#tell(record.id, server ? "modified" : "added"));
        inBackground(this.#parts.log, "the first look at a server", told);
      } else if (server.record.name !== record.name || server.record.directUri !== record.directUri)
        this.#rename(server, record);
    }
  }

  #watch(record: ServerRecord, state: ServerState): WatchedServer {
    const { policy, now, pace = SERVER_PACE } = this.#parts;
    const server: WatchedServer = new WatchedServer(record, state, {
      minter: this.#minter,
      policy,
      now,
      pace,
      isOthers: (one, id) => this.#isOthers(one, id),
      onState: (who, before, after) => this.#changed(who, before, after),
      onMessage: (one, message) => this.#relay(one, message),
    });
    this.#watched.set(record.id, server);
    this.#index.forget();
    const { untold } = this.#troubles.get(record.id) ?? state;
    this.#troubles.set(record.id, new ServerTroubles(record.id, () => server.record.name, { ...state, untold }));
    return server;
  }

  /** What a server says of cameras that it stands in for is told as their owner's. */
  #relay(server: WatchedServer, message: EventMessage): void {
    const { hub } = this.#parts;
    relayEvent(hub, this, server.id, message);
    if (!isToldOfStoodIn(message.type)) return;
    for (const owner of stoodInBy(server, this.watched())) {
      if (message.streamState !== undefined) owner.hear(message.id, message.streamState);
      relayEvent(hub, this, owner.id, message);
    }
  }

  #isOthers(one: Camera, orchidId: string): boolean {
    const { id, streamIds } = factsOfCamera(one);
    const owners = [this.cameraOwner(id), ...streamIds.map((own) => this.streamOwner(own)?.orchidId ?? null)];
    return owners.some((owner) => owner !== null && owner !== orchidId);
  }

  #changed(server: WatchedServer, before: ServerState, after: ServerState): void {
    const { id } = server;
    const changes = cameraChanges(before.cameras, after.cameras);
    const isOther = isModified(before, after);
    if (changes.areOthers) {
      this.#index.forget();
      this.#events.emit("change", { kind: "cameras", orchidId: id });
    }
    if (isOther) this.#tell(id, "modified");
    const troubles = this.#troubles.get(id)?.next(before, after) ?? [];
    for (const trouble of troubles) this.#events.emit("trouble", trouble);
    if (isOther || changes.areOthers || changes.modified.length > 0 || troubles.length > 0) this.#saver.changed(id);
  }

  #knownOf(id: string): ServerState | undefined {
    const server = this.#watched.get(id);
    return server && { ...server.state, untold: this.#troubles.get(id)?.untold ?? [] };
  }

  #tell(orchidId: string, kind: "added" | "modified"): void {
    this.#events.emit("change", { kind, orchidId });
    this.#parts.hub.relay(serverMessage(orchidId, kind), maySeeServer(this, orchidId));
  }
}

const isReachedAs = (a: ServerRecord, b: ServerRecord): boolean =>
  a.uri === b.uri && a.certificate === b.certificate && Buffer.compare(a.key, b.key) === 0;

const serverMessage = (id: string, kind: "added" | "modified" | "removed"): EventMessage => ({
  type: `server-${kind}`,
  resource: "servers",
  id,
  orchidId: id,
});
