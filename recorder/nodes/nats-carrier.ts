/**
 * Messages by NATS JetStream: one stream for each database, which keeps messages as long as the table keeps its rows. NATS is only the
 * quicker way: what it does not bring, or brings late, is read from the table, and while it is away the database wakes the servers.
 * A broken connection therefore needs no repair in a certain order: another one is made, and it hears what comes from then on.
 */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import {
  type ConsumerMessages,
  DeliverPolicy,
  type JetStreamClient,
  jetstream,
  jetstreamManager,
  StorageType,
} from "@nats-io/jetstream";
import { connect, type NatsConnection, nanos } from "@nats-io/transport-node";
import type { Carrier } from "./carrier.ts";
import { authenticatorOf } from "./nats-credentials.ts";
import { type Message, readMessage } from "./outbox.ts";

/** The pause before a broken connection is made again. */
const AGAIN_MS = 1000;
/** NATS counts as away when an answer takes longer. */
const ANSWER_MS = 2000;
/** Two pings without an answer end the connection: a NATS server that is cut off is noticed within 3 s. */
const PING_MS = 1000;
/** How often a consumer says that it lives. When it has been silent for two of these, its NATS server may have died: connection and consumer are made anew. */
const HEARTBEAT_MS = 2000;
/** The stream keeps messages for servers whose connection is slow. A server that had no connection reads the table. */
const KEPT_MS = 10 * 60_000;
/** By default NATS takes messages of up to 1 MiB. */
const MOST_CHARACTERS = 512 * 1024;

export interface NatsSettings {
  /** nats://HOST:PORT or tls://HOST:PORT */
  readonly servers: readonly string[];
  /** file; empty = none */
  readonly credentials: string;
  /** PEM file of authorities; empty = those of the system */
  readonly ca: string;
  /** NATS servers that keep the stream */
  readonly replicas: number;
}

interface CarrierParts {
  readonly settings: NatsSettings;
  /** id of the database: servers of another one get none of its messages */
  readonly id: string;
  /** Other users of the same NATS can neither read nor forge messages. */
  readonly seal: (text: string) => string;
  /** null = it was not sealed by a server of this database */
  readonly open: (sealed: string) => string | null;
  readonly onMessage: (message: Message) => void;
  /** messages come from now on; earlier ones may be missing */
  readonly onOpen: () => void;
  readonly log: { error: (what: object, text: string) => void; info: (text: string) => void };
}

export class NatsCarrier implements Carrier {
  readonly #parts: CarrierParts;
  readonly #name: string;
  readonly #subject: string;
  readonly #ending = new AbortController();
  readonly #following: Promise<void>;
  #connection: NatsConnection | null = null;
  #client: JetStreamClient | null = null;
  #isTold = false;

  /** Returns at once: the way is open when NATS answers. */
  constructor(parts: CarrierParts) {
    this.#parts = parts;
    this.#name = `proscenium-${parts.id}`;
    this.#subject = `proscenium.${parts.id}`;
    this.#following = this.#follow();
  }

  get isOpen(): boolean {
    return this.#client !== null;
  }

  async carry(messages: readonly Message[]): Promise<boolean> {
    const client = this.#client;
    if (client === null) return false;
    const texts = messages.map((message) => this.#parts.seal(JSON.stringify(message)));
    if (texts.some((text) => text.length > MOST_CHARACTERS)) return false;
    try {
      await Promise.all(
        texts.map((text, index) => {
          const { node, seq } = messages[index] as Message;
          const options = { msgID: `${node}/${seq}`, timeout: ANSWER_MS, retries: 2 };
          return client.publish(this.#subject, text, options);
        }),
      );
      return true;
    } catch (error) {
      if (client === this.#client) await this.#away(error);
      return false;
    }
  }

  async close(): Promise<void> {
    this.#ending.abort();
    this.#client = null;
    await this.#connection?.close();
    await this.#following;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await this.#serve().catch((error: unknown) => this.#away(error));
      await pause(AGAIN_MS, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  /** Resolves or rejects when the connection is of no use any more. */
  async #serve(): Promise<void> {
    const connection = await this.#connect();
    this.#connection = connection;
    try {
      if (this.#ending.signal.aborted) return;
      await this.#makeStream(connection);
      const client = jetstream(connection, { timeout: ANSWER_MS });
      const consumer = await client.consumers.get(this.#name, { deliver_policy: DeliverPolicy.New });
      const messages = await consumer.consume({ abort_on_missing_resource: true, idle_heartbeat: HEARTBEAT_MS });
      this.#client = client;
      if (this.#isTold) this.#parts.log.info("NATS is back: it brings the messages of the servers");
      this.#isTold = false;
      this.#parts.onOpen();
      const closed = connection.closed();
      void closed.then(() => messages.stop());
      void endWhenSilent(messages, connection);
      for await (const one of messages) this.#take(one.string());
      const why = connection.isClosed() ? await closed : new Error("the stream is gone");
      throw why instanceof Error ? why : new Error("the connection ended");
    } finally {
      this.#client = null;
      this.#connection = null;
      await connection.close();
    }
  }

  #connect(): Promise<NatsConnection> {
    const { servers, credentials, ca } = this.#parts.settings;
    // The files are read at each attempt, because an administrator may have exchanged them.
    const isSecure = ca !== "" || servers.some((one) => one.startsWith("tls://"));
    return connect({
      servers: servers.map((one) => one.replace(/^\w+:\/\//, "")),
      name: "proscenium node",
      reconnect: false,
      timeout: ANSWER_MS,
      pingInterval: PING_MS,
      maxPingOut: 2,
      ...(credentials === "" ? {} : { authenticator: authenticatorOf(readFileSync(credentials, "utf8")) }),
      ...(isSecure ? { tls: ca === "" ? {} : { ca: readFileSync(ca, "utf8") } } : {}),
    });
  }

  /** A stream that exists stays as an operator has set it. */
  async #makeStream(connection: NatsConnection): Promise<void> {
    const { streams } = await jetstreamManager(connection, { timeout: ANSWER_MS });
    const isThere = await streams.info(this.#name).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await streams.add({
      name: this.#name,
      subjects: [this.#subject],
      storage: StorageType.Memory,
      max_age: nanos(KEPT_MS),
      num_replicas: this.#parts.settings.replicas,
    });
  }

  #take(sealed: string): void {
    const text = this.#parts.open(sealed);
    const message = text === null ? null : readMessage(JSON.parse(text));
    if (message) this.#parts.onMessage(message);
  }

  /** Logs it once, until NATS is back. */
  async #away(error: unknown): Promise<void> {
    this.#client = null;
    if (!this.#isTold && !this.#ending.signal.aborted)
      this.#parts.log.error({ err: error }, "NATS is away: PostgreSQL carries the messages of the servers");
    this.#isTold = true;
    await this.#connection?.close();
  }
}

async function endWhenSilent(messages: ConsumerMessages, connection: NatsConnection): Promise<void> {
  for await (const { type } of messages.status()) if (type === "heartbeats_missed") await connection.close();
}
