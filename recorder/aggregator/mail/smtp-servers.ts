/** The mail servers that administrators have entered. Their passwords are sealed and never given out. */
import { writeFailure } from "#protocol/rest/error.ts";
import { englishText } from "#domain/failures/english.ts";
import { type Result, ok } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { Mutex, type AnyMutex } from "#base/mutex.ts";
import type {
  SmtpServer,
  smtpServerCreate,
  smtpServerPatch,
  smtpTest,
  SmtpTestAnswer,
} from "#protocol/rest/server/smtp-server.ts";
import { administrators } from "#recorder/core/audience.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import { type Bus, QUIET_BUS } from "#recorder/nodes/bus.ts";
import { newId } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import type { SmtpServerRow } from "#recorder/store/tables/aggregator-rows.ts";
import type { Vault } from "#recorder/store/vault.ts";
import * as z from "zod/mini";
import type { MailSpeech } from "./mail-speech.ts";
import type { Mailer, MailServer } from "./mailer.ts";

const MAX_SERVERS = 100;
const UNKNOWN = refuse("smtp-server/unknown");
/** On the bus: a test mail has gone by this mail server. */
const TOPIC = "mail-server-tested";

export interface SmtpServerDeps {
  readonly store: Store;
  readonly vault: Vault;
  readonly hub: EventHub;
  readonly mailer: Mailer;
  readonly now: () => number;
  /** its name stands in the test mail */
  readonly name: string;
  /** the language of the test mail */
  readonly speech: MailSpeech;
}

export class SmtpServers {
  readonly #deps: SmtpServerDeps;
  /** Changes run one after the other, so that a row is as it was read. */
  readonly #mutex: AnyMutex;
  readonly #bus: Bus;
  /** successful test mails, by server */
  readonly #tested = new Map<string, number>();

  constructor(deps: SmtpServerDeps, mutex: AnyMutex = new Mutex(), bus: Bus = QUIET_BUS) {
    this.#mutex = mutex;
    this.#deps = deps;
    this.#bus = bus;
    // The one that sends mails may be another one than the one that was asked for a test.
    bus.on(TOPIC, z.object({ id: z.string() }), ({ id }) => this.#works(id));
  }

  async list(): Promise<SmtpServer[]> {
    const rows = await this.#deps.store.selectFrom("smtp_servers").selectAll().orderBy("name").orderBy("id").execute();
    return rows.map(shown);
  }

  async get(id: string): Promise<Result<SmtpServer, Failure>> {
    const row = await this.#row(id);
    return row ? ok(shown(row)) : UNKNOWN;
  }

  /** Failure: smtp-server/too-many. */
  create(ask: z.output<typeof smtpServerCreate>): Promise<Result<SmtpServer, Failure>> {
    return this.#mutex.run(() => this.#create(ask));
  }

  /** Failures: smtp-server/unknown, smtp-server/password-required. */
  patch(id: string, ask: z.output<typeof smtpServerPatch>): Promise<Result<SmtpServer, Failure>> {
    return this.#mutex.run(() => this.#patch(id, ask));
  }

  /** Notifications that were sent through it have none afterwards; they are told as modified. Failure: smtp-server/unknown. */
  remove(id: string): Promise<Result<null, Failure>> {
    return this.#mutex.run(() => this.#remove(id));
  }

  async #create(ask: z.output<typeof smtpServerCreate>): Promise<Result<SmtpServer, Failure>> {
    const { store, hub, now } = this.#deps;
    const { count } = await store
      .selectFrom("smtp_servers")
      .select(({ fn }) => fn.countAll<number | string>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_SERVERS) return refuse("smtp-server/too-many");
    const id = newId();
    const row: SmtpServerRow = {
      id,
      name: ask.name,
      host: ask.host,
      port: ask.port,
      security: ask.security,
      username: ask.username,
      password: this.#seal(ask.password ?? "", id),
      from_address: ask.from,
      created_ms: now(),
    };
    await store.insertInto("smtp_servers").values(row).execute();
    hub.publish("smtp-server-added", "smtp-servers", id, administrators);
    return ok(shown(row));
  }

  async #patch(id: string, ask: z.output<typeof smtpServerPatch>): Promise<Result<SmtpServer, Failure>> {
    const row = await this.#row(id);
    if (!row) return UNKNOWN;
    const change = {
      name: ask.name ?? row.name,
      host: ask.host ?? row.host,
      port: ask.port ?? row.port,
      security: ask.security ?? row.security,
      username: ask.username ?? row.username,
      from_address: ask.from ?? row.from_address,
    };
    const keeps = (ask.password ?? null) === null;
    if (keeps && row.password !== "" && !leadsToTheSame(row, change)) return PASSWORD_NEEDED;
    const next = { ...row, ...change, password: keeps ? row.password : this.#seal(ask.password ?? "", id) };
    await this.#deps.store.updateTable("smtp_servers").set(next).where("id", "=", id).execute();
    this.#deps.hub.publish("smtp-server-modified", "smtp-servers", id, administrators);
    return ok(shown(next));
  }

  async #remove(id: string): Promise<Result<null, Failure>> {
    const { store, hub } = this.#deps;
    if (!(await this.#row(id))) return UNKNOWN;
    const users = await store.selectFrom("notifications").select("id").where("smtp_server_id", "=", id).execute();
    await store.updateTable("notifications").set({ smtp_server_id: null }).where("smtp_server_id", "=", id).execute();
    await store.deleteFrom("smtp_servers").where("id", "=", id).execute();
    hub.publish("smtp-server-removed", "smtp-servers", id, administrators);
    for (const user of users) hub.publish("notification-modified", "notifications", user.id, administrators);
    return ok(null);
  }

  /** Sends a mail with these settings, saved or not. That the mail server refuses is no failure of the call. */
  async test(ask: z.output<typeof smtpTest>): Promise<Result<SmtpTestAnswer, Failure>> {
    const row = ask.id === undefined ? undefined : await this.#row(ask.id);
    if (ask.id !== undefined && !row) return UNKNOWN;
    const takesStored = row !== undefined && row.password !== "" && ask.password === null;
    if (takesStored && !leadsToTheSame(row, ask)) return PASSWORD_NEEDED;
    const server = { ...ask, password: takesStored ? this.#open(row) : (ask.password ?? "") };
    const { mailer, name, speech } = this.#deps;
    const mail = {
      to: [ask.to],
      subject: speech.say("mails.testSubject", { name }),
      text: `${speech.say("mails.testText", { name })}\n`,
    };
    const sent = await mailer.send(server, mail);
    if (sent.ok && row && leadsToTheSame(row, ask)) {
      this.#works(row.id);
      this.#bus.publish(TOPIC, { id: row.id });
    }
    if (sent.ok) return ok({ success: true, message: sent.value.words });
    const { error } = sent;
    return ok({ success: false, message: englishText(error), told: writeFailure(error, englishText) });
  }

  /** The settings to send mails with; null = this server is gone. */
  async connection(id: string): Promise<MailServer | null> {
    const row = await this.#row(id);
    if (!row) return null;
    const { host, port, username } = row;
    return { host, port, username, security: shown(row).security, password: this.#open(row), from: row.from_address };
  }

  /** This text changes when a server was changed or a test mail succeeded: mails that failed before may succeed now. */
  async standing(id: string): Promise<string> {
    return JSON.stringify([await this.#row(id), this.#tested.get(id) ?? 0]);
  }

  #works(id: string): void {
    this.#tested.set(id, (this.#tested.get(id) ?? 0) + 1);
  }

  #row(id: string): Promise<SmtpServerRow | undefined> {
    return this.#deps.store.selectFrom("smtp_servers").selectAll().where("id", "=", id).executeTakeFirst();
  }

  #seal(password: string, id: string): string {
    return password === "" ? "" : this.#deps.vault.seal(password, ownerOf(id));
  }

  #open(row: SmtpServerRow): string {
    return row.password === "" ? "" : (this.#deps.vault.open(row.password, ownerOf(row.id)) ?? "");
  }
}

const PASSWORD_NEEDED = refuse("smtp-server/password-required");

/** Otherwise somebody could read a stored password by having it sent to another host, or in clear text. */
const leadsToTheSame = (
  row: SmtpServerRow,
  next: { readonly host: string; readonly port: number; readonly security: string; readonly username: string },
): boolean =>
  row.host === next.host && row.port === next.port && row.security === next.security && row.username === next.username;

const ownerOf = (id: string): string => `smtp-server:${id}`;

const shown = (row: SmtpServerRow): SmtpServer => ({
  id: row.id,
  href: `/service/smtp-servers/${row.id}`,
  name: row.name,
  host: row.host,
  port: row.port,
  security: row.security === "tls" || row.security === "starttls" ? row.security : "none",
  username: row.username,
  hasPassword: row.password !== "",
  from: row.from_address,
});
