/** What both editions stand on, opened before anything that makes them differ: log, database, settings, journal, client. */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { GoogleSignIn } from "#recorder/accounts/google-sign-in.ts";
import { Lockouts } from "#recorder/accounts/lockouts.ts";
import { SessionDesk } from "#recorder/accounts/session-desk.ts";
import { Sessions } from "#recorder/accounts/sessions.ts";
import { Tickets } from "#recorder/accounts/tickets.ts";
import type { TrustedIssuers } from "#recorder/accounts/trusted-issuer.ts";
import { Users } from "#recorder/accounts/users.ts";
import { readBuildInfo } from "#recorder/config/build-info.ts";
import { databaseOf } from "#recorder/config/config.ts";
import type { Config } from "#recorder/config/config-shape.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import type { RightsOf } from "#recorder/core/identity.ts";
import { Journal } from "#recorder/core/journal.ts";
import { type Log, openLog } from "#recorder/core/log.ts";
import { SettingsStore } from "#recorder/core/settings-store.ts";
import { ClientUpdates } from "#recorder/http/files/client-update.ts";
import { Metrics } from "#recorder/http/metrics.ts";
import type { CommonServices } from "#recorder/http/services.ts";
import type { DatabaseCopies } from "#recorder/store/database-copies.ts";
import { openKeptStore } from "#recorder/store/kept-store.ts";
import { makeDataPrivate } from "#recorder/store/private-files.ts";
import { Vault } from "#recorder/store/vault.ts";
import { tellReplaced } from "./console/replaced-database.ts";

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
  | "client"
  | "config"
  | "hub"
  | "journal"
  | "log"
  | "metrics"
  | "now"
  | "settings"
  | "store"
  | "tickets"
  | "uuid"
>;

export interface Laid {
  readonly base: Foundation;
  readonly vault: Vault;
  /** ms of a clock that nobody sets, for what only lasts */
  readonly elapsed: () => number;
  readonly closers: Closers;
}

export async function layFoundation({ config, scriptDir, clientDir }: EditionOptions, hub: EventHub): Promise<Laid> {
  const closers: Closers = [];
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  makeDataPrivate(config.data);
  const { log, close: closeLog } = openLog(config);
  closers.push(closeLog);
  const now = (): number => Date.now();
  const elapsed = (): number => performance.now();
  const { store, copies, replaced } = await openKeptStore(databaseOf(config), now());
  closers.push(() => store.destroy());
  if (copies !== null) closers.push(keepCopies(copies, log, now));
  const vault = Vault.open(join(config.data, "secret.key"));
  const settings = new SettingsStore(store, hub);
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
  const base: Foundation = {
    bootId: randomBytes(8).toString("hex"),
    build: readBuildInfo(scriptDir),
    client,
    config,
    hub,
    journal,
    log,
    metrics: new Metrics(),
    now,
    settings,
    store,
    tickets: new Tickets(elapsed),
    uuid: await settings.uuid(),
  };
  if (replaced !== null) await tellReplaced(base, replaced);
  return { base, vault, elapsed, closers };
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

/** Accounts and their sign-ins. `issuers`, `rightsOf`: see Sessions. */
export function makeAccounts(
  { store, hub, now, settings, config, journal, log }: Foundation,
  issuers: TrustedIssuers | null,
  rightsOf?: RightsOf,
): Pick<CommonServices, "sessions" | "users" | "sessionDesk"> {
  const sessions = new Sessions(store, hub, new Lockouts(store, now), now, issuers, rightsOf);
  const users = new Users({ store, sessions, hub, settings, config, now });
  const google = new GoogleSignIn(config.login.issuer, log, now);
  return { sessions, users, sessionDesk: new SessionDesk({ sessions, journal, google, settings }) };
}

/** Forgets old entries of the journal, now and every day. */
export async function keepJournal({ journal }: Foundation): Promise<() => void> {
  await journal.forgetOld();
  const timer = setInterval(() => void journal.forgetOld(), DAY_MS);
  return () => clearInterval(timer);
}
