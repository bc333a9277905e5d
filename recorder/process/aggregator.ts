/** The whole aggregator: opens the store, watches its servers, listens; and closes everything again. */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { events } from "#domain/texts/en.ts";
import { aggregatorRoutes } from "#recorder/http/aggregator-routes.ts";
import { buildApp, type DeclaredRoute } from "#recorder/http/server/app.ts";
import { originOf } from "#recorder/http/server/origins.ts";
import { proxySockets } from "#recorder/http/routes/aggregator/proxy.ts";
import { serveSockets } from "#recorder/http/server/sockets.ts";
import { readBuildInfo } from "#recorder/config/build-info.ts";
import { CameraGroups } from "#recorder/cameras/camera-groups.ts";
import { ClientUpdates } from "#recorder/http/files/client-update.ts";
import { databaseOf } from "#recorder/config/config.ts";
import type { Config } from "#recorder/config/config-shape.ts";
import { EventHub } from "#recorder/core/event-hub.ts";
import { GoogleSignIn } from "#recorder/accounts/google-sign-in.ts";
import { Journal } from "#recorder/core/journal.ts";
import { cookieNameOf, listen } from "#recorder/http/server/listen.ts";
import { Lockouts } from "#recorder/accounts/lockouts.ts";
import { openLog } from "#recorder/core/log.ts";
import { Metrics } from "#recorder/http/metrics.ts";
import { listenMetrics } from "#recorder/http/metrics-server.ts";
import { readiness } from "./readiness.ts";
import { Sessions } from "#recorder/accounts/sessions.ts";
import { SettingsStore } from "#recorder/core/settings-store.ts";
import { Stages } from "#recorder/site/stages.ts";
import { Tickets } from "#recorder/accounts/tickets.ts";
import { Users } from "#recorder/accounts/users.ts";
import { openStore } from "#recorder/store/store.ts";
import { Vault } from "#recorder/store/vault.ts";
import { Accounts } from "#recorder/aggregator/rights/accounts.ts";
import type { AggregatorServices } from "#recorder/http/aggregator-services.ts";
import type { Started } from "#recorder/aggregator/servers/contracts.ts";
import { makeMails } from "#recorder/aggregator/mail/mails.ts";
import { OrchidProxy } from "#recorder/aggregator/proxy/orchid-proxy.ts";
import { OrchidRegistration } from "#recorder/aggregator/servers/orchid-registration.ts";
import { OrchidRegistry } from "#recorder/aggregator/servers/orchid-registry.ts";
import { OrchidRights } from "#recorder/aggregator/servers/orchid-rights.ts";
import { OrchidRows } from "#recorder/aggregator/servers/orchid-rows.ts";
import { orchidTokens } from "#recorder/aggregator/proxy/orchid-tokens.ts";
import { StoredPermissionGroups } from "#recorder/aggregator/rights/permission-groups.ts";
import { ProxiedSockets } from "#recorder/aggregator/proxy/proxied-sockets.ts";
import { announceUserChanges } from "#recorder/aggregator/rights/announce-user-changes.ts";
import { TokenMinter } from "#recorder/aggregator/servers/token-minter.ts";
import { UserNotices } from "#recorder/aggregator/rights/user-notices.ts";
import type { OrchidPace } from "#recorder/aggregator/servers/watched-orchid.ts";

const DAY_MS = 86_400_000;

export interface AggregatorOptions {
  readonly config: Config;
  /** folder of the bundled scripts: build information lies there */
  readonly scriptDir: string;
  /** folder of the built client */
  readonly clientDir: string;
  /** how often its servers are checked; absent = the product's pace */
  readonly orchidPace?: OrchidPace;
}

export class Aggregator {
  readonly services: AggregatorServices;
  /** its routes with their access */
  readonly routes: readonly DeclaredRoute[];
  /** of the administrator, only at the very first start */
  readonly firstPassword: string | null;
  readonly app: FastifyInstance;
  readonly #closers: (() => unknown)[];
  /** background work, from `listen` on */
  readonly #started: readonly Started[];
  readonly #closeSockets: () => void;
  #url = "";

  private constructor(
    services: AggregatorServices,
    { app, declared }: Awaited<ReturnType<typeof buildApp>>,
    firstPassword: string | null,
    started: readonly Started[],
    closers: (() => unknown)[],
  ) {
    this.services = services;
    this.app = app;
    this.routes = declared;
    this.firstPassword = firstPassword;
    this.#started = started;
    this.#closers = closers;
    this.#closeSockets = serveSockets(app.server, services, [proxySockets(services)]);
  }

  /** http://host:port as it can be opened on this machine. */
  get url(): string {
    return this.#url;
  }

  static async create({ config, scriptDir, clientDir, orchidPace }: AggregatorOptions): Promise<Aggregator> {
    const closers: (() => unknown)[] = [];
    mkdirSync(config.data, { recursive: true, mode: 0o700 });
    const { log, close: closeLog } = openLog(config);
    closers.push(closeLog);
    const now = (): number => Date.now();
    // A monotonic clock, for durations: the system clock may be set.
    const elapsed = (): number => performance.now();
    const store = await openStore(databaseOf(config));
    closers.push(() => store.destroy());
    const vault = Vault.open(join(config.data, "secret.key"));

    const hub = new EventHub(null);
    const settings = new SettingsStore(store, hub);
    const journal = new Journal(store, log, now);
    const metrics = new Metrics();
    const uuid = await settings.uuid();
    const orchidRights = new OrchidRights(() => services.permissions);
    const orchidRows = new OrchidRows(store, vault);
    const minter = new TokenMinter(now);
    const orchids = new OrchidRegistry({
      rows: orchidRows,
      rights: orchidRights,
      hub,
      log,
      now,
      policy: config.servers,
      minter,
      ...(orchidPace === undefined ? {} : { pace: orchidPace }),
    });
    const orchidRegistration = new OrchidRegistration({
      registry: orchids,
      rows: orchidRows,
      minter,
      policy: config.servers,
      now,
      parent: { id: uuid, description: config.name },
    });
    await orchids.load();
    const permissions = await StoredPermissionGroups.open({ store, settings, hub, orchids, now });
    // A late look-up: rights are read from whatever is in the services at that time.
    const sessions = new Sessions(store, hub, new Lockouts(store, now), now, null, (user) =>
      services.permissions.rightsOf(user),
    );
    const whoIs = (userId: string) => sessions.byUserId(userId);
    const mails = makeMails({ config, store, settings, orchids, log, now, journal, vault, hub });
    const tickets = new Tickets(elapsed);
    const proxied = new ProxiedSockets();
    const userNews = new UserNotices(orchids, whoIs);
    closers.push(announceUserChanges(userNews, { sessions, permissions, orchids, log, now }));
    sessions.onEnd((hash) => {
      tickets.endSession(hash);
      proxied.endSession(hash);
    });
    sessions.onUserEnd((userId) => {
      tickets.endUsers((id) => id === userId);
      proxied.endUser(userId);
    });
    const users = new Users({ store, sessions, hub, settings, config, now });
    const build = readBuildInfo(scriptDir);
    const client = new ClientUpdates({
      folder: join(config.data, "uploaded-client"),
      ownDir: clientDir,
      settings,
      log,
    });
    await client.start();

    const services: AggregatorServices = {
      config,
      log,
      build,
      now,
      bootId: randomBytes(8).toString("hex"),
      uuid,
      client,
      gate: {
        sessions,
        tickets,
        issuers: orchidTokens(orchids, whoIs, (hash) => sessions.byHash(hash)),
        cookieName: cookieNameOf(config),
      },
      store,
      vault,
      hub,
      users,
      accounts: new Accounts(users, () => services.permissions),
      sessions,
      tickets,
      stages: new Stages(store, hub, now, "everybody"),
      groups: new CameraGroups(store, hub, now, async () =>
        services.orchids.list().flatMap(({ id: orchidId, cameras }) => cameras.map(({ id }) => ({ id, orchidId }))),
      ),
      settings,
      journal,
      cameras: {
        get: (id) => services.orchids.cameraOwner(id) ?? undefined,
        stream(id) {
          const owner = services.orchids.streamOwner(id);
          return owner ? { camera_id: owner.cameraId } : undefined;
        },
      },
      metrics,
      parents: {
        asked: () => orchids.watched().flatMap(({ record }) => originOf(record.directUri) ?? []),
        asking: () => Promise.resolve(null),
      },
      google: new GoogleSignIn(config.login.issuer, log, now),
      readiness: () => readiness(services, config.data),
      mayUseApp: (who, appId) => services.permissions.mayUseApp(who, appId),
      // Rights on all cameras name each of them: without this only administrators would be told of a new camera.
      asNow: (who) => ({ ...who, ...services.permissions.rightsOf({ id: who.userId, role: who.role }) }),
      orchids,
      orchidRights,
      orchidRegistration,
      permissions,
      proxy: new OrchidProxy(orchids),
      proxied,
      userNews,
      smtpServers: mails.smtpServers,
      notifications: mails.notifications,
    };
    metrics.gauge("event_sockets", "open event sockets", () => hub.size);
    metrics.gauge("orchids", "registered servers", () => services.orchids.list().length);
    metrics.gauge(
      "orchids_available",
      "registered servers that answer",
      () => services.orchids.list().filter(({ isAvailable }) => isAvailable).length,
    );

    const firstPassword = await users.createFirst();
    await journal.forgetOld();
    const cleaner = setInterval(() => void journal.forgetOld(), DAY_MS);
    closers.push(() => clearInterval(cleaner));
    // It subscribes before the first event can happen.
    const started: readonly Started[] = [mails.notifier, orchids];
    return new Aggregator(services, await buildApp(services, aggregatorRoutes), firstPassword, started, closers);
  }

  /** Starts to answer and to watch its servers; afterwards `url` says where. Throws when it cannot listen. */
  async listen(): Promise<void> {
    const { config, journal } = this.services;
    this.#url = await listen(this.app, config);
    if (config.metrics.port > 0) this.#closers.push(await listenMetrics(this.services));
    for (const part of this.#started) {
      await part.start();
      this.#closers.push(() => part.stop());
    }
    await journal.event("Server Started", events["event.aggregatorStarted"]);
  }

  async close(): Promise<void> {
    await this.services.journal.event("Server Stopped", events["event.aggregatorStopped"]);
    // Open sockets would keep the server waiting.
    this.#closeSockets();
    await this.app.close();
    for (const close of this.#closers.reverse()) await close();
  }
}
