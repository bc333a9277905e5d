/** One registered recorder: how it is reached, what is known of it, and who looks after it. */
import type { Result } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { Camera } from "#protocol/rest/cameras/camera.ts";
import type { EventMessage } from "#protocol/rest/event-message.ts";
import { rolePermissions } from "#domain/accounts/access.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import type { RegisteredServer } from "./contracts.ts";
import { lookAt } from "./server-check.ts";
import { ServerClient } from "./asking/server-client.ts";
import { ServerSocket, SOCKET_PACE, type SocketPace } from "./asking/server-socket.ts";
import { cameraChanges, factsOfCamera, type ServerState, withStreamState } from "./server-state.ts";
import { endTrust } from "./server-trust.ts";
import { ServerWatcher, WATCH_PACE, type WatchPace } from "./server-watcher.ts";
import type { TokenMinter, TokenUser } from "./asking/token-minter.ts";

/** The stored record, decrypted. */
export interface ServerRecord {
  readonly id: string;
  readonly name: string;
  readonly uri: string;
  readonly directUri: string;
  readonly key: Uint8Array;
  /** see DialTarget */
  readonly certificate: string | null;
  readonly createdMs: number;
}

export interface ServerPace {
  readonly watch: WatchPace;
  readonly socket: SocketPace;
}
export const SERVER_PACE: ServerPace = { watch: WATCH_PACE, socket: SOCKET_PACE };

interface WatchedParts {
  readonly minter: TokenMinter;
  readonly policy: AddressPolicy;
  readonly now: () => number;
  readonly pace: ServerPace;
  /** see Look */
  readonly isOthers: (one: Camera, orchidId: string) => boolean;
  readonly onState: (server: WatchedServer, before: ServerState, after: ServerState) => void;
  /** an event to pass on; what it is about has been fetched anew where that matters */
  readonly onMessage: (server: WatchedServer, message: EventMessage) => void;
}

/** The identity of the aggregator itself, for its own calls. */
export const OWN: TokenUser = {
  id: "aggregator",
  username: "aggregator",
  role: "Administrator",
  scope: { baseScope: rolePermissions.Administrator, cameraScopes: [] },
  session: null,
};
const MAX_WAITING = 2000;
const isLast = ({ type }: EventMessage): boolean => type === "camera-removed";

type StreamState = NonNullable<EventMessage["streamState"]>;
/** Events that are passed on as they arrive. */
const PASSED_ON = /^(motion-|marks-|recordings-|(stream-status|relay-removed)$)/;
/** Events that are passed on after a check, so that a client that then asks gets the new state. */
const PASSED_ON_LATER = /^(camera-(added|modified|removed)|license-modified)$/;
/** Events about the recorder itself. */
const LOOKED_AT = /^(stream-status|config-modified|server-)/;

export class WatchedServer {
  readonly client: ServerClient;
  readonly #parts: WatchedParts;
  readonly #watcher: ServerWatcher;
  readonly #socket: ServerSocket;
  readonly #ending = new AbortController();
  #record: ServerRecord;
  #state: ServerState;
  #facts: RegisteredServer | null = null;
  #waiting = new Map<string, EventMessage>();
  /** by stream: what events told since the last check began, whose answer may be older */
  #heardStates = new Map<string, StreamState>();
  /** how often its socket opened or broke, or told more than is kept */
  #breaks = 0;
  /** the socket was open the whole time since the last check began, and all that it told is kept, so nothing was missed */
  #isCovered = false;

  constructor(record: ServerRecord, state: ServerState, parts: WatchedParts) {
    this.#record = record;
    this.#state = state;
    this.#parts = parts;
    const { uri, certificate } = record;
    this.client = new ServerClient({ uri, certificate, policy: parts.policy });
    this.#watcher = new ServerWatcher(() => this.#look(), parts.pace.watch);
    this.#socket = new ServerSocket({
      client: this.client,
      token: () => this.token(OWN),
      pace: parts.pace.socket,
      onMessage: (message) => this.#heard(message),
      // Both cases need a check: a new socket may have missed something, a broken one may mean that the recorder is
      // gone.
      onOpen: () => {
        this.#missed();
        void this.#watcher.refresh();
      },
    });
  }

  get id(): string {
    return this.#record.id;
  }
  get record(): ServerRecord {
    return this.#record;
  }
  get state(): ServerState {
    return this.#state;
  }
  get facts(): RegisteredServer {
    const { id, name } = this.#record;
    const { isAvailable, failure, cameras } = this.#state;
    this.#facts ??= { id, name, isAvailable, failure, cameras: cameras.map(factsOfCamera) };
    return this.#facts;
  }
  /** Whether the recorder sends its events to us. */
  get isHeard(): boolean {
    return this.#socket.isOpen;
  }

  /** `inMs`: delay of the first check. */
  start(inMs = 0): void {
    this.#watcher.start(inMs);
    this.#socket.start(inMs);
  }

  /** Nothing is reported after this. */
  async stop(): Promise<void> {
    this.#socket.stop();
    this.#ending.abort();
    await this.#watcher.stop();
    this.client.close();
  }

  /** Checks it now. */
  refresh(): Promise<void> {
    return this.#watcher.refresh();
  }

  /** Changes names only: another address or key makes another WatchedServer. */
  rename(names: Pick<ServerRecord, "name" | "directUri">): void {
    this.#record = { ...this.#record, ...names };
    this.#facts = null;
  }

  token(user: TokenUser, clockOffsetMs = this.#state.clockOffsetMs): Promise<string> {
    return this.#parts.minter.mint({ orchidId: this.id, key: this.#record.key, clockOffsetMs }, user);
  }

  /** Failure: orchid/detach-failed. */
  async detach(): Promise<Result<null, Failure>> {
    const token = await this.token(OWN).catch(() => null);
    return token === null
      ? refuse("orchid/detach-failed", { cause: failure("orchid/key-unreadable") })
      : endTrust(this.client, token);
  }

  async #look(): Promise<boolean> {
    const breaks = this.#breaks;
    const told = this.#waiting;
    this.#waiting = new Map();
    this.#heardStates.clear();
    const before = this.#state;
    const answered = await lookAt(
      {
        client: this.client,
        token: (clockOffsetMs) => this.token(OWN, clockOffsetMs),
        now: this.#parts.now,
        timeoutMs: this.#parts.pace.watch.timeoutMs,
        signal: this.#ending.signal,
        isOthers: (one) => this.#parts.isOthers(one, this.id),
      },
      before,
    );
    if (this.#ending.signal.aborted) return false;
    let after = answered;
    for (const [streamId, state] of this.#heardStates) after = withStreamState(after, streamId, state);
    // The server may tell of a camera that is gone only when the list without it is here, and then it is not known who saw it.
    const found = [...this.#found(before, after)].filter(([, one]) => !this.#isCovered || isLast(one));
    const messages = [...new Map([...told, ...found]).values()];
    this.#isCovered = this.isHeard && breaks === this.#breaks;
    // The removal of a camera is announced to those who could see it, before it is forgotten.
    for (const message of messages.filter(isLast)) this.#parts.onMessage(this, message);
    this.#state = after;
    this.#facts = null;
    this.#parts.onState(this, before, after);
    for (const message of messages) if (!isLast(message)) this.#parts.onMessage(this, message);
    return after.isAvailable;
  }

  /** The next check has to find what its messages do not say. */
  #missed(): void {
    this.#breaks += 1;
    this.#isCovered = false;
  }

  /** What the recorder would have sent if its socket had been open. */
  #found(before: ServerState, after: ServerState): Map<string, EventMessage> {
    const changes = cameraChanges(before.cameras, after.cameras);
    const found = (["added", "modified", "removed"] as const).flatMap((kind) =>
      changes[kind].map(
        (id): EventMessage => ({
          type: `camera-${kind}`,
          resource: "cameras",
          id,
          orchidId: this.id,
        }),
      ),
    );
    return new Map(found.map((message) => [`${message.type} ${message.id}`, message]));
  }

  #heard({ type, resource, id, streamState }: EventMessage): void {
    const says = streamState === undefined ? {} : { streamState };
    const message: EventMessage = { type, resource, id, orchidId: this.id, ...says };
    if (streamState !== undefined) this.hear(id, streamState);
    if (PASSED_ON.test(type)) this.#parts.onMessage(this, message);
    const isLater = PASSED_ON_LATER.test(type);
    if (isLater && this.#waiting.size < MAX_WAITING) this.#waiting.set(`${type} ${id}`, message);
    else if (isLater) this.#missed();
    // A state that the event says itself is known by that.
    if (isLater || (LOOKED_AT.test(type) && streamState === undefined)) this.#watcher.refreshSoon();
  }

  /** A stream of it is so now, as it says itself or whoever stands in for it. */
  hear(streamId: string, streamState: StreamState): void {
    const after = withStreamState(this.#state, streamId, streamState);
    if (after === this.#state) return;
    this.#state = after;
    this.#heardStates.set(streamId, streamState);
  }
}
