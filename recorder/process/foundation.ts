/** What both editions stand on, opened before anything that makes them differ: log, database, settings, journal, client. */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { TicketsInMemory, TicketsInStore } from "#recorder/accounts/kept-tickets.ts";
import { Tickets } from "#recorder/accounts/tickets.ts";
import { readBuildInfo } from "#recorder/config/build-info.ts";
import { databaseOf, isShared } from "#recorder/config/config.ts";
import type { Config } from "#recorder/config/config-shape.ts";
import { EventHub } from "#recorder/core/event-hub.ts";
import { Journal } from "#recorder/core/journal.ts";
import { type Log, openLog } from "#recorder/core/log.ts";
import { SettingsStore } from "#recorder/core/settings-store.ts";
import { ClientUpdates } from "#recorder/http/files/client-update.ts";
import { Metrics } from "#recorder/http/metrics.ts";
import type { CommonServices } from "#recorder/http/services.ts";
import type { DatabaseCopies } from "#recorder/store/database-copies.ts";
import { FolderGone } from "#recorder/store/disk-full.ts";
import { guardedWrites } from "#recorder/store/guarded-writes.ts";
import { databaseRefused, openKeptStore } from "#recorder/store/kept-store.ts";
import { ownUuid } from "#recorder/store/own-uuid.ts";
import type { Store } from "#recorder/store/store.ts";
import { NodeConnection } from "#recorder/nodes/node-connection.ts";
import { type Nodes, oneNode } from "#recorder/nodes/nodes.ts";
import { joinNodes } from "#recorder/nodes/postgres-nodes.ts";
import { makeDataPrivate } from "#recorder/store/private-files.ts";
import { lockFolder } from "#recorder/store/server-lock.ts";
import { StartRefused } from "#recorder/store/start-refused.ts";
import { secretKeyOf, Vault } from "#recorder/store/vault.ts";
import { openCertificate } from "#recorder/net/own-certificate.ts";
import { tellOtherKey } from "./console/other-key.ts";
import { tellReplaced } from "./console/replaced-database.ts";
import { tellOfCertificate } from "./watch/certificate-news.ts";

const DAY_MS = 86_400_000;
/** how often it is asked whether a copy of the database is due */
const COPY_LOOK_MS = 10 * 60_000;
/** after the start, which has other things to do */
const COPY_FIRST_MS = 5000;

export interface EditionOptions {
  readonly config: Config;
  /** folder of the bundled scripts: build information lies there */
  readonly scriptDir: string;
  /** folder of the built client */
  readonly clientDir: string;
}

/** Called from the last to the first when the server ends. */
export type Closers = (() => unknown)[];

/** These go into the services as they are. */
export type Foundation = Pick<
  CommonServices,
  | "bootId"
  | "build"
  | "certificate"
  | "client"
  | "config"
  | "hub"
  | "journal"
  | "log"
  | "metrics"
  | "nodes"
  | "now"
  | "settings"
  | "store"
  | "tickets"
  | "tracing"
  | "uuid"
>;

interface Laid {
  readonly base: Foundation;
  readonly vault: Vault;
  /** ms of a clock that nobody sets, for what only lasts */
  readonly elapsed: () => number;
  readonly closers: Closers;
  /** the folder of the database was deleted or unmounted: nothing is written into it any more */
  readonly setDataGone: (isGone: boolean) => void;
}

/** `orchidId`: see EventHub. */
export async function layFoundation(
  { config, scriptDir, clientDir }: EditionOptions,
  orchidId: string | null,
): Promise<Laid> {
  const closers: Closers = [];
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  makeDataPrivate(config.data);
  closers.push(lockFolder(config.data, Date.now()));
  const { log, close: closeLog } = openLog(config);
  closers.push(closeLog);
  const now = (): number => Date.now();
  const elapsed = (): number => performance.now();
  let isDataGone = false;
  const refusal = (): Error | null => (isDataGone && config.database.url === "" ? new FolderGone(config.data) : null);
  const joined = config.database.url === "" ? null : await joinDatabase(config, log, now);
  if (joined) closers.push(joined.close);
  const { store: opened, copies, replaced } = await openKeptStore(databaseOf(config), now());
  const store = opened.withPlugin(guardedWrites(refusal));
  closers.push(() => store.destroy());
  if (copies !== null) closers.push(keepCopies(copies, log, now));
  const vault = Vault.open(secretKeyOf(config.data));
  const nodes = (await joined?.begin(store, vault)) ?? oneNode();
  closers.push(() => nodes.close());
  const hub = new EventHub(orchidId, nodes.bus);
  const settings = new SettingsStore(store, hub, nodes.bus);
  if (joined) await nodes.mutex("start").run(() => sameKey(settings, vault, config.data));
  const journal = new Journal(store, log, now, elapsed, {
    sealer: vault,
    keptDays: async () => (await settings.get()).auditDays,
  });
  closers.push(() => journal.close());
  const client = new ClientUpdates({
    folder: join(config.data, "uploaded-client"),
    ownDir: clientDir,
    settings,
    log,
  });
  await client.start();
  const build = readBuildInfo(scriptDir);
  const uuid = await ownUuid(store);
  const tracing = await openTracing(config, build.version, uuid, log);
  if (tracing) closers.push(() => tracing.close());
  const certificate = openCertificate({ files: config.tls, now, tell: (news) => tellOfCertificate(journal, news) });
  if (certificate) closers.push(() => certificate.close());
  const base: Foundation = {
    bootId: randomBytes(8).toString("hex"),
    build,
    certificate,
    client,
    config,
    hub,
    journal,
    log,
    metrics: new Metrics({ edition: config.edition, version: build.version }),
    nodes,
    now,
    settings,
    store,
    tickets: new Tickets(isShared(config) ? new TicketsInStore(store, now) : new TicketsInMemory(elapsed)),
    tracing,
    uuid,
  };
  if (replaced !== null) await tellReplaced(base, replaced);
  if (!joined) await tellOtherKey({ settings, vault, journal, log });
  const setDataGone = (isGone: boolean): void => void (isDataGone = isGone);
  return { base, vault, elapsed, closers, setDataGone };
}

/** What traces takes memory: it is loaded only where somebody collects them. */
async function openTracing({ edition, telemetry }: Config, version: string, instance: string, log: Log) {
  if (telemetry.otlp === "") return null;
  const tracing = await import("#recorder/http/tracing/otlp-tracing.ts");
  return tracing.openTracing({ otlp: telemetry.otlp, edition, version, instance, log: log.child({ name: "traces" }) });
}

/** A server that lost its database to another one ends with the sentence that one would have been refused with. */
const endNow = (refused: StartRefused): void =>
  void setImmediate(() => {
    throw refused;
  });

interface Joined {
  readonly begin: (store: Store, vault: Vault) => Promise<Nodes>;
  readonly close: () => Promise<void>;
}

/** Aggregators share their database; a recorder has its own. */
async function joinDatabase(config: Config, log: Log, now: () => number): Promise<Joined> {
  const { url } = config.database;
  const nats = config.nats.servers.length > 0 ? config.nats : null;
  try {
    if (config.edition === "aggregator") return await joinNodes({ url, onTaken: endNow, nats, log, now });
    const connection = await NodeConnection.open({ url, mode: "alone", onTaken: endNow });
    return { begin: async () => oneNode(), close: () => connection.close() };
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw databaseRefused(error);
  }
}

const KEY_OWNER = "secret-key";

/** Servers that share a database read the same secrets in it: they need the same key. */
async function sameKey(settings: SettingsStore, vault: Vault, data: string): Promise<void> {
  const sealed = await settings.internal(KEY_OWNER);
  if (sealed === null) return settings.setInternal(KEY_OWNER, vault.seal(KEY_OWNER, KEY_OWNER));
  if (vault.open(sealed, KEY_OWNER) === null)
    throw new StartRefused(
      `${secretKeyOf(data)} is not the key with which the secrets in the database of database.url are encrypted. Copy secret.key from the data folder of another server of this database.`,
    );
}

/** A damaged database costs at most what was changed since the last of these. */
function keepCopies(copies: DatabaseCopies, log: Log, now: () => number): () => Promise<void> {
  let making: Promise<void> = Promise.resolve();
  const look = (): void => {
    if (!copies.isDue(now())) return;
    making = making
      .then(() => copies.make())
      .catch((error: unknown) => log.error({ err: error }, "the database could not be copied"));
  };
  // The first one holds the first account already.
  const soon = setTimeout(look, COPY_FIRST_MS);
  const timer = setInterval(look, COPY_LOOK_MS);
  return () => {
    clearTimeout(soon);
    clearInterval(timer);
    return making;
  };
}

/** Forgets old entries of the journal, now and every day. */
export async function keepJournal({ journal }: Foundation): Promise<() => Promise<void>> {
  await journal.forgetOld();
  const timer = setInterval(() => void journal.forgetOld(), DAY_MS);
  return async () => {
    clearInterval(timer);
    await journal.close();
  };
}
