import { type Failure, foreignFailure } from "#domain/failures/failure.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KyselyPlugin } from "kysely";
import { pino } from "pino";
import type { Language } from "#domain/texts/languages.ts";
import { notificationCreate } from "#protocol/rest/server/notification.ts";
import { smtpServerCreate } from "#protocol/rest/server/smtp-server.ts";
import type {
  ServerChange,
  RegisteredServer,
  RegisteredServers,
  ServerTrouble,
} from "#recorder/aggregator/servers/contracts.ts";
import { Deliveries } from "#recorder/aggregator/mail/deliveries.ts";
import { type MailSpeech, mailSpeech } from "#recorder/aggregator/mail/mail-speech.ts";
import { Mailer } from "#recorder/aggregator/mail/mailer.ts";
import { Notifications } from "#recorder/aggregator/mail/notifications.ts";
import { Notifier } from "#recorder/aggregator/mail/notifier.ts";
import { SmtpServers } from "#recorder/aggregator/mail/smtp-servers.ts";
import { EventHub } from "#recorder/core/event-hub.ts";
import { Journal } from "#recorder/core/journal.ts";
import { openStore, type Store } from "#recorder/store/store.ts";
import { Vault } from "#recorder/store/vault.ts";
import { MailListener } from "#test/support/machine/mail-listener.ts";

const cameraNames = { c1: "Gate", c2: "Yard", c3: "Roof" };
/** 08:00 in Berlin */
const MORNING_MS = Date.parse("2026-11-22T07:00:00Z");
const HOUR_MS = 3_600_000;
const log = pino({ level: "silent" });

/** The registry's side of the contract: the test determines the state of the servers. */
class Watched implements RegisteredServers {
  readonly servers = new Map<string, RegisteredServer>();
  readonly #changes = new Set<(change: ServerChange) => void>();
  readonly #troubles = new Set<(trouble: ServerTrouble) => void>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(id: string, name: string, cameras: readonly (keyof typeof cameraNames)[]): void {
    const known = cameras.map((camera) => ({ id: camera, name: cameraNames[camera], streamIds: [] }));
    this.servers.set(id, { id, name, isAvailable: true, failure: null, cameras: known });
  }
  remove(id: string): void {
    this.servers.delete(id);
    for (const listener of this.#changes) listener({ kind: "removed", orchidId: id });
  }
  tell(
    kind: ServerTrouble["kind"],
    orchidId: string,
    cameraId: string | null = null,
    said: Failure | string = "no answer",
  ): void {
    const told = typeof said === "string" ? this.#said(orchidId, cameraId, said) : said;
    for (const listener of this.#troubles) listener({ kind, orchidId, cameraId, told, whenMs: this.#now() });
  }
  /** Texts that are not failures of the table, with the names that they are about. */
  #said(orchidId: string, cameraId: string | null, words: string): Failure {
    const server = this.servers.get(orchidId);
    const camera = server?.cameras.find(({ id }) => id === cameraId)?.name;
    const name = server?.name ?? orchidId;
    return foreignFailure("", `${camera === undefined ? name : `${camera} (${name})`}: ${words}`);
  }
  list = () => [...this.servers.values()];
  get = (id: string) => this.servers.get(id);
  cameraOwner = () => null;
  streamOwner = () => null;
  onChange(listener: (change: ServerChange) => void): () => void {
    this.#changes.add(listener);
    return () => this.#changes.delete(listener);
  }
  onTrouble(listener: (trouble: ServerTrouble) => void): () => void {
    this.#troubles.add(listener);
    return () => this.#troubles.delete(listener);
  }
}

/**
 * The notification service at 09:00 in Berlin with a clock of its own, a real SMTP server ("Relay") and two servers
 * that the test controls: North (o1) with Gate (c1) and Yard (c2), South (o2) with Roof (c3).
 */
export class NotifyingHouse {
  nowMs = MORNING_MS + HOUR_MS;
  /** the time of a clock that nobody sets */
  #elapsedMs = 0;
  /** the events that the hub published */
  readonly told: string[] = [];
  readonly #now = (): number => this.nowMs;
  readonly servers = new Watched(this.#now);
  readonly listener: MailListener;
  readonly smtpServers: SmtpServers;
  readonly notifications: Notifications;
  /** the database answers nothing to who sends, as soon as so many mails have arrived */
  awayFromMails = Number.POSITIVE_INFINITY;
  refusedQueries = 0;
  readonly #folder: string;
  readonly #speech: MailSpeech;
  readonly #store: Store;
  readonly #hub = new EventHub();
  #relay = "";
  #running: { readonly journal: Journal; readonly deliveries: Deliveries; readonly notifier: Notifier } | null = null;

  private constructor(folder: string, store: Store, listener: MailListener, language: Language) {
    this.#folder = folder;
    this.#speech = mailSpeech(language);
    this.#store = store;
    this.listener = listener;
    this.servers.add("o1", "North", ["c1", "c2"]);
    this.servers.add("o2", "South", ["c3"]);
    const hub = this.#hub;
    hub.publish = (type, _resource, id) => void this.told.push(`${type} ${id}`);
    const vault = Vault.open(join(folder, "key"));
    const head = { name: "Wall", speech: this.#speech };
    this.smtpServers = new SmtpServers({ store, hub, mailer: mailer(), now: this.#now, vault, ...head });
    this.notifications = new Notifications({ store, hub, servers: this.servers, now: this.#now });
  }

  /** `language`: the language of its mails */
  static async open(language: Language = "en"): Promise<NotifyingHouse> {
    const folder = mkdtempSync(join(tmpdir(), "proscenium-notifications-"));
    const store = await openStore({ file: ":memory:", url: "" });
    const listener = await MailListener.open({ refuse: ["full@example.org"] });
    const house = new NotifyingHouse(folder, store, listener, language);
    const made = await house.smtpServers.create(
      smtpServerCreate.parse({
        name: "Relay",
        host: "127.0.0.1",
        port: listener.port,
        security: "none",
        from: "wall@example.org",
      }),
    );
    if (!made.ok) throw new Error(made.error.code);
    house.#relay = made.value.id;
    await house.begin();
    return house;
  }

  /** The SMTP server's id. */
  get relay(): string {
    return this.#relay;
  }
  get journal(): Journal {
    return this.#parts.journal;
  }
  get notifier(): Notifier {
    return this.#parts.notifier;
  }

  /** Starts the watch as the program does at its start: with the state in the store. */
  async begin(): Promise<void> {
    const [store, now] = [this.#store.withPlugin(this.#breaking), this.#now];
    const { smtpServers, notifications, servers } = this;
    const journal = new Journal(store, log, now);
    const head = { sender: "Wall", zone: "Europe/Berlin", speech: this.#speech };
    const deliveries = new Deliveries({ store, smtpServers, mailer: mailer(), journal, log, now, head });
    const elapsed = (): number => this.#elapsedMs;
    const notifier = new Notifier({ store, servers, notifications, deliveries, log, now, elapsed });
    this.#running = { journal, deliveries, notifier };
    await notifier.start();
  }

  readonly #breaking: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (this.listener.taken.length < this.awayFromMails) return node;
      this.refusedQueries += 1;
      throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };

  /** One check after this much time; all mails that it causes have been sent when this resolves. */
  async after(seconds: number): Promise<void> {
    this.nowMs += seconds * 1000;
    this.#elapsedMs += Math.max(0, seconds) * 1000;
    await this.notifier.tick();
    await this.#parts.deliveries.idle();
  }

  /** One check at 08:00 of the next day. */
  toMorning(): Promise<void> {
    return this.after((MORNING_MS + 24 * HOUR_MS - this.nowMs) / 1000);
  }

  /** The subjects of the mails that arrived. */
  subjects(): string[] {
    return this.listener.taken.map(({ subject }) => subject);
  }

  bodyOf(index: number): string {
    const [, ...body] = this.listener.taken[index]?.raw.split("\r\n\r\n") ?? [];
    return body.join("\n\n").replaceAll(/=\r\n/g, "");
  }

  /** The number of mails that contain this. */
  bodies(words: RegExp): number {
    return this.listener.taken.filter((_mail, index) => words.test(this.bodyOf(index))).length;
  }

  /** A notification about everything, sent at once, to a@example.org; returns its id. */
  async add(more: object = {}): Promise<string> {
    const made = await this.notifications.create(
      notificationCreate.parse({
        name: "Night watch",
        triggers: ["camera-unreachable", "server-unreachable", "server-error"],
        smtpServer: this.#relay,
        recipients: ["a@example.org"],
        ...more,
      }),
    );
    if (!made.ok) throw new Error(made.error.code);
    return made.value.id;
  }

  async close(): Promise<void> {
    await this.notifier.stop();
    await this.#store.destroy();
    await this.listener.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #parts() {
    if (!this.#running) throw new Error("nothing watches yet");
    return this.#running;
  }
}

const mailer = (): Mailer => new Mailer({ allowed: [], allowLoopback: true });
