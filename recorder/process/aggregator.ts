/** The whole aggregator: opens the store, watches its servers, listens; and puts everything away again. */
import { failure } from "#domain/failures/failure.ts";
import { aggregatorRoutes } from "#recorder/http/aggregator-routes.ts";
import { originOf } from "#recorder/http/server/origins.ts";
import { proxySockets } from "#recorder/http/routes/aggregator/proxy.ts";
import { inBackground } from "#recorder/core/background.ts";
import { CameraGroups } from "#recorder/cameras/camera-groups.ts";
import { cookieNameOf } from "#recorder/http/server/listen.ts";
import { Edition } from "./edition.ts";
import { type EditionOptions, keepJournal, layFoundation } from "./foundation.ts";
import { makeAccounts } from "./make-accounts.ts";
import { aggregatorReadiness } from "./readiness.ts";
import { tellOfData } from "./watch/process-news.ts";
import { StorageWatch } from "./watch/storage-watch.ts";
import type { WatchTiming } from "#recorder/core/folder-watch.ts";
import { SparePages } from "#recorder/store/spare-pages.ts";
import { groupGranting } from "#recorder/accounts/company/granting.ts";
import { Stages } from "#recorder/site/stages.ts";
import { FisheyePatrols } from "#recorder/site/fisheye-patrols.ts";
import { FisheyeViews } from "#recorder/site/fisheye-views.ts";
import { Accounts } from "#recorder/aggregator/rights/accounts.ts";
import type { AggregatorServices } from "#recorder/http/aggregator-services.ts";
import type { Started } from "#recorder/aggregator/servers/contracts.ts";
import { FleetKeeper } from "#recorder/aggregator/fleet/fleet-keeper.ts";
import { FleetRows } from "#recorder/aggregator/fleet/fleet-rows.ts";
import { makeMails } from "#recorder/aggregator/mail/mails.ts";
import { ServerProxy } from "#recorder/aggregator/proxy/server-proxy.ts";
import { ServerRegistration } from "#recorder/aggregator/servers/server-registration.ts";
import { ServerRegistry } from "#recorder/aggregator/servers/server-registry.ts";
import { RightsOnServers } from "#recorder/aggregator/servers/server-rights.ts";
import { ServerRows } from "#recorder/aggregator/servers/server-rows.ts";
import { serverTokens } from "#recorder/aggregator/proxy/server-tokens.ts";
import { StoredPermissionGroups } from "#recorder/aggregator/rights/permission-groups.ts";
import { ProxiedSockets } from "#recorder/aggregator/proxy/proxied-sockets.ts";
import { announceUserChanges } from "#recorder/aggregator/rights/announce-user-changes.ts";
import { TokenMinter } from "#recorder/aggregator/servers/asking/token-minter.ts";
import { UserNotices } from "#recorder/aggregator/rights/user-notices.ts";
import type { ServerPace } from "#recorder/aggregator/servers/watched-server.ts";

interface AggregatorOptions extends EditionOptions {
  /** when its servers are looked at; absent = as the product does */
  readonly serverPace?: ServerPace;
  /** absent = as an aggregator in service has it */
  readonly watchTiming?: WatchTiming;
}

export type Aggregator = Edition<AggregatorServices>;

export async function createAggregator({
  serverPace,
  watchTiming,
  ...options
}: AggregatorOptions): Promise<Aggregator> {
  const { base, vault, closers, setDataGone } = await layFoundation(options, null);
  const { config, log, now, store, hub, settings, journal, metrics, nodes, tickets, uuid } = base;
  const serverRights = new RightsOnServers(() => services.permissions);
  const fleet = await FleetRows.open(store, { mayWrite: () => nodes.holds("fleet"), isAlone: nodes.count === 1 });
  const serverRows = new ServerRows(store, vault, fleet);
  const minter = new TokenMinter(now);
  const servers = new ServerRegistry({
    rows: serverRows,
    rights: serverRights,
    hub,
    bus: nodes.bus,
    log,
    now,
    policy: config.servers,
    minter,
    ...(serverPace === undefined ? {} : { pace: serverPace }),
  });
  const serverRegistration = new ServerRegistration({
    registry: servers,
    rows: serverRows,
    renames: nodes.mutex("servers"),
    minter,
    policy: config.servers,
    now,
    parent: { id: uuid, description: config.name },
  });
  await servers.load();
  const permissions = await StoredPermissionGroups.open({ store, settings, nodes, hub, servers, now });
  // Late: rights are asked of whatever is in the services.
  const accounts = makeAccounts(
    base,
    vault,
    null,
    (user) => services.permissions.rightsOf(user),
    groupGranting(() => services.permissions),
  );
  const { sessions, users } = accounts;
  const whoIs = (userId: string) => sessions.byUserId(userId);
  const mails = makeMails({ config, nodes, store, servers, log, now, journal, vault, hub });
  const proxied = new ProxiedSockets();
  sessions.ends.holds(() => proxied.sessionHashes());
  const userNews = new UserNotices({ store, access: servers, whoIs, log, now });
  closers.push(announceUserChanges(userNews, { sessions, permissions, servers, log, now }));
  const ended = (work: Promise<void>): void => inBackground(log, "ending tickets", work);
  sessions.ends.onEnd((hash) => {
    ended(tickets.endSession(hash));
    proxied.endSession(hash);
  });
  sessions.ends.onUserEnd((userId) => {
    ended(tickets.endUsers((id) => id === userId));
    proxied.endUser(userId);
  });
  sessions.ends.onBasicEnd((userId) => {
    ended(tickets.endBasic(userId));
    proxied.endBasic(userId);
  });

  const services: AggregatorServices = {
    ...base,
    ...accounts,
    gate: {
      sessions,
      tickets,
      issuers: serverTokens(servers, whoIs, (hash) => sessions.open.byHash(hash)),
      cookieName: cookieNameOf(config),
      heard: () => nodes.bus.heard(),
    },
    vault,
    accounts: new Accounts(users, sessions, () => services.permissions),
    stages: new Stages(store, hub, now, "everybody", nodes.mutex("stages")),
    patrols: new FisheyePatrols(store, hub, now, nodes.mutex("views")),
    views: new FisheyeViews(
      store,
      hub,
      now,
      (id, server) => services.servers.cameraOwner(id) === server,
      (write) => permissions.changeViews(write),
      nodes.mutex("views"),
    ),
    groups: new CameraGroups(
      store,
      hub,
      now,
      async () =>
        services.servers.list().flatMap(({ id: orchidId, cameras }) => cameras.map(({ id }) => ({ id, orchidId }))),
      nodes.mutex("groups"),
    ),
    cameras: {
      get: (id) => services.servers.cameraOwner(id) ?? undefined,
      stream(id) {
        const owner = services.servers.streamOwner(id);
        return owner ? { camera_id: owner.cameraId } : undefined;
      },
    },
    parents: {
      asked: () => servers.watched().flatMap(({ record }) => originOf(record.directUri) ?? []),
      sockets: () => servers.watched().flatMap(({ state }) => state.relays),
      asking: () => Promise.resolve(null),
    },
    readiness: () => aggregatorReadiness(services, { data: storage.data.state }),
    mayUseApp: (who, appId) => services.permissions.mayUseApp(who, appId),
    // Rights on all cameras name each of them: without this nobody but administrators would hear of a new one.
    asNow: (who) => ({ ...who, ...services.permissions.rightsOf({ id: who.userId, role: who.role }) }),
    fleet,
    servers,
    serverRights,
    serverRegistration,
    permissions,
    proxy: new ServerProxy(servers),
    proxied,
    userNews,
    smtpServers: mails.smtpServers,
    notifications: mails.notifications,
  };
  metrics.gauge("nodes", "servers that share the database, this one included", () => nodes.count);
  if (nodes.nats !== null)
    metrics.gauge(
      "nats_open",
      "1: NATS brings what the servers that share the database say; 0: the database does",
      () => Number(nodes.nats === "ok"),
    );
  metrics.gauge("mails_duty", "1: of the servers that share the database this one sends the mails", () =>
    Number(nodes.holds("mails")),
  );
  metrics.gauge("event_sockets", "open event sockets", () => hub.size);
  metrics.gauge("orchids", "registered servers", () => services.servers.list().length);
  metrics.gauge(
    "orchids_available",
    "registered servers that answer",
    () => services.servers.list().filter(({ isAvailable }) => isAvailable).length,
  );

  const storage = new StorageWatch({
    data: config.data,
    spare: config.database.url === "" ? new SparePages(store) : null,
    onData: (state) => {
      setDataGone(state.state === "gone");
      tellOfData(services, state);
    },
    recordings: null,
    ...(watchTiming ? { timing: watchTiming } : {}),
  });
  const firstPassword = await nodes.mutex("start").run(() => users.createFirst());
  closers.push(await keepJournal(base));
  return Edition.build({
    services,
    routes: aggregatorRoutes,
    sockets: [proxySockets(services)],
    firstPassword,
    closers,
    start: async () => {
      // It listens before there is anything to hear.
      const known = () => servers.watched().map(({ id, state: { cameras } }) => ({ id, cameras }));
      const parts: readonly Started[] = [storage, mails.notifier, servers, new FleetKeeper(fleet, known, log)];
      for (const part of parts) {
        await part.start();
        closers.push(() => part.stop());
      }
    },
    events: { started: failure("event/aggregator-started"), stopped: failure("event/aggregator-stopped") },
  });
}
