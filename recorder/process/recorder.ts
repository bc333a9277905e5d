/** The whole recorder: opens the store, forks the processes, listens; and closes everything again. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { events } from "#domain/texts/en.ts";
import { filled } from "#domain/texts/filled.ts";
import { buildApp, type DeclaredRoute } from "#recorder/http/server/app.ts";
import { originOf } from "#recorder/http/server/origins.ts";
import { recorderRoutes } from "#recorder/http/recorder-routes.ts";
import { mayOnStream } from "#recorder/http/route.ts";
import { serveSockets } from "#recorder/http/server/sockets.ts";
import { viewerSockets } from "#recorder/http/server/viewer-sockets.ts";
import { isIndexLost, openOrReplaceIndex, type ReplacedIndex } from "#recorder/recording/index/replaced-index.ts";
import { openStore } from "#recorder/store/store.ts";
import { Vault } from "#recorder/store/vault.ts";
import { ActivationService } from "#recorder/licensing/activation-service.ts";
import { readBuildInfo } from "#recorder/config/build-info.ts";
import { CameraEvents } from "#recorder/cameras/camera-events.ts";
import { CameraDiscovery } from "#recorder/cameras/camera-discovery.ts";
import { CameraRegistry } from "#recorder/cameras/camera-registry.ts";
import { Cameras } from "#recorder/cameras/cameras.ts";
import { ClientUpdates } from "#recorder/http/files/client-update.ts";
import { databaseOf } from "#recorder/config/config.ts";
import type { Config } from "#recorder/config/config-shape.ts";
import { EventHub } from "#recorder/core/event-hub.ts";
import { Exports } from "#recorder/site/exports.ts";
import { GoogleSignIn } from "#recorder/accounts/google-sign-in.ts";
import { Journal } from "#recorder/core/journal.ts";
import { readPublicKeys } from "#recorder/licensing/license-key.ts";
import { Licensing } from "#recorder/licensing/licensing.ts";
import { cookieNameOf, listen } from "#recorder/http/server/listen.ts";
import { LiveSessions } from "#recorder/site/live-sessions.ts";
import { Lockouts } from "#recorder/accounts/lockouts.ts";
import { openLog } from "#recorder/core/log.ts";
import { machineId } from "#recorder/core/machine-id.ts";
import { MediaLink } from "#recorder/cameras/media-link.ts";
import { listenToMedia } from "./media-listener.ts";
import { Metrics } from "#recorder/http/metrics.ts";
import { listenMetrics } from "#recorder/http/metrics-server.ts";
import { type ProcessOptions, socketPath, startProcesses } from "./processes.ts";
import { Ptz } from "#recorder/cameras/ptz.ts";
import { recorderReadiness } from "./readiness.ts";
import { keepRetention } from "#recorder/site/retention.ts";
import type { Services } from "#recorder/http/services.ts";
import { Sessions } from "#recorder/accounts/sessions.ts";
import { SettingsStore } from "#recorder/core/settings-store.ts";
import { CameraGroups } from "#recorder/cameras/camera-groups.ts";
import { Stages } from "#recorder/site/stages.ts";
import { StorageTag } from "#recorder/core/storage-tag.ts";
import { StreamEditor } from "#recorder/cameras/stream-editor.ts";
import { Tickets } from "#recorder/accounts/tickets.ts";
import { isIssuerUser, TrustedIssuers } from "#recorder/accounts/trusted-issuer.ts";
import { Users } from "#recorder/accounts/users.ts";

const DAY_MS = 86_400_000;

export interface RecorderOptions extends ProcessOptions {
  readonly config: Config;
  /** folder of the built client */
  readonly clientDir: string;
}

export class Recorder {
  readonly services: Services;
  /** its routes with their access */
  readonly routes: readonly DeclaredRoute[];
  readonly #app: FastifyInstance;
  readonly #closers: (() => unknown)[];
  /** of the administrator, only at the very first start */
  readonly firstPassword: string | null;
  #url = "";
  #closeSockets: () => void = () => undefined;
  #start: () => void = () => undefined;

  private constructor(
    services: Services,
    app: FastifyInstance,
    routes: readonly DeclaredRoute[],
    closers: (() => unknown)[],
    firstPassword: string | null,
  ) {
    this.services = services;
    this.#app = app;
    this.routes = routes;
    this.#closers = closers;
    this.firstPassword = firstPassword;
  }

  /** http://host:port as it can be opened on this machine. */
  get url(): string {
    return this.#url;
  }

  get app(): FastifyInstance {
    return this.#app;
  }

  static async create(options: RecorderOptions): Promise<Recorder> {
    const { config, scriptDir } = options;
    const closers: (() => unknown)[] = [];
    for (const folder of [config.data, config.recordings]) mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { log, close: closeLog } = openLog(config);
    closers.push(closeLog);
    const now = (): number => Date.now();
    // A monotonic clock, for durations: the system clock may be set.
    const elapsed = (): number => performance.now();
    const store = await openStore(databaseOf(config));
    closers.push(() => store.destroy());
    const place = { recordingsDir: config.recordings, databaseUrl: config.database.url };
    const damaged: ReplacedIndex[] = [];
    // Here and not in `media`, because this process opens it first.
    const index = await openOrReplaceIndex(place, now(), (replaced) => {
      damaged.push(replaced);
      log.error(replaced, "the index of recordings was damaged and is made anew from the files");
    });
    closers.push(() => index.close());
    const isLost = damaged.length === 0 && (await isIndexLost(index, config.recordings));
    if (isLost) log.error("the index of recordings was missing or empty and is made anew from the files");

    const hub = new EventHub();
    const settings = new SettingsStore(store, hub);
    const lockouts = new Lockouts(store, now);
    const vault = Vault.open(join(config.data, "secret.key"));
    const issuers = new TrustedIssuers(settings, vault, hub, now, () => cameras.ids());
    const sessions = new Sessions(store, hub, lockouts, now, issuers);
    const tickets = new Tickets(elapsed);
    const users = new Users({ store, sessions, hub, settings, config, now });
    const journal = new Journal(store, log, now);
    for (const { aside: file, locks, bookmarks, whole } of damaged) {
      const text = events[whole ? "event.indexReplaced" : "event.indexReplacedPartly"];
      await journal.event("Index Replaced", filled(text, { file, locks, bookmarks }));
    }
    if (isLost) await journal.event("Index Replaced", events["event.indexMissing"]);
    const media = new MediaLink(log);
    const cameras = new Cameras({ store, vault, media, hub, now, policy: config.cameras });
    const live = new LiveSessions(media, now, elapsed, (userId) => sessions.isSignedIn(userId));
    closers.push(() => live.stop());
    const discovery = new CameraDiscovery(cameras);
    const exports = new Exports({
      script: join(scriptDir, "export.js"),
      dataDir: config.data,
      index: place,
      recorderName: config.name,
      log,
    });
    closers.push(() => exports.stop());
    const metrics = new Metrics();
    metrics.watch({ cameras, media, hub, live });
    sessions.onEnd((hash) => {
      tickets.endSession(hash);
      live.endSession(hash);
    });
    sessions.onUserEnd((userId) => {
      tickets.endUsers((id) => id === userId);
      live.endUser(userId);
      exports.end((job) => job.userId === userId);
    });
    issuers.onRescoped((before, after) => {
      live.rescope(before, after);
      const isDenied = (streamId: string): boolean => mayOnStream({ cameras }, after, streamId, "export") !== null;
      exports.end(
        ({ userId, ask }) => userId === after.userId && ask.streams.some(({ streamId }) => isDenied(streamId)),
      );
    });
    issuers.onEnd(() => {
      tickets.endUsers(isIssuerUser);
      live.endUsers(isIssuerUser);
      exports.end((job) => isIssuerUser(job.userId));
    });
    const sockets = mkdtempSync(join(tmpdir(), "proscenium-"));
    closers.push(() => rmSync(sockets, { recursive: true, force: true }));

    const uuid = await settings.uuid();
    const build = readBuildInfo(scriptDir);
    const activation = new ActivationService(config.activation.url);
    const licensing = new Licensing({
      settings,
      cameras,
      hub,
      journal,
      log,
      storage: new StorageTag(settings, config.recordings),
      service: activation,
      keys: readPublicKeys([...build.licenseKeys, ...config.activation.keys]),
      machineId: machineId(uuid),
      version: build.version,
      now,
    });
    closers.push(() => licensing.stop());
    const ptz = new Ptz(store, cameras);
    closers.push(() => ptz.close());
    const cameraEvents = new CameraEvents({ cameras, journal, log });
    closers.push(() => cameraEvents.stop());
    const client = new ClientUpdates({
      folder: join(config.data, "uploaded-client"),
      ownDir: options.clientDir,
      settings,
      log,
    });
    await client.start();
    const services: Services = {
      config,
      log,
      build,
      now,
      bootId: randomBytes(8).toString("hex"),
      uuid,
      client,
      viewerSocket: socketPath(sockets, "viewer"),
      gate: {
        sessions,
        tickets,
        issuers,
        cookieName: cookieNameOf(config),
      },
      store,
      index,
      hub,
      users,
      sessions,
      tickets,
      stages: new Stages(store, hub, now),
      groups: new CameraGroups(store, hub, now),
      settings,
      journal,
      cameras,
      registry: new CameraRegistry(cameras, media, config.cameras),
      streamEditor: new StreamEditor(cameras, media, config.cameras),
      discovery,
      media,
      live,
      exports,
      ptz,
      licensing,
      activation,
      metrics,
      issuers,
      parents: { asked: () => [], asking: async () => originOf((await issuers.get())?.uri ?? "") },
      google: new GoogleSignIn(config.login.issuer, log, now),
      readiness: () => recorderReadiness(services),
      mayUseApp: () => true,
      asNow: (who) => who,
    };
    listenToMedia(services);
    const firstPassword = await users.createFirst();
    await cameras.load();
    // Before any stream runs, because in a degraded state none may.
    await licensing.start();
    closers.push(keepRetention(services));
    await journal.forgetOld();
    const cleaner = setInterval(() => void journal.forgetOld(), DAY_MS);
    closers.push(() => clearInterval(cleaner));

    const { app, declared } = await buildApp(services, recorderRoutes);
    const recorder = new Recorder(services, app, declared, closers, firstPassword);
    recorder.#start = () => {
      closers.push(startProcesses(services, options, sockets));
      cameraEvents.start();
    };
    recorder.#closeSockets = serveSockets(app.server, services, [viewerSockets(services)]);
    return recorder;
  }

  /**
   * Starts to answer, then starts its processes; afterwards `url` says where. Throws when it cannot listen; no process
   * was started
   * then, and nothing is left behind.
   */
  async listen(): Promise<void> {
    const { config, journal } = this.services;
    this.#url = await listen(this.#app, config);
    if (config.metrics.port > 0) this.#closers.push(await listenMetrics(this.services));
    this.#start();
    await journal.event("Server Started", events["event.recorderStarted"]);
  }

  async close(): Promise<void> {
    await this.services.journal.event("Server Stopped", events["event.recorderStopped"]);
    // Open sockets would keep the server waiting.
    this.#closeSockets();
    await this.#app.close();
    for (const close of this.#closers.reverse()) await close();
  }
}

/** The client lies beside the recorder in a build. */
export const clientDirOf = (scriptDir: string): string => {
  const beside = join(scriptDir, "..", "client");
  return existsSync(beside) ? beside : join(scriptDir, "client");
};
