/** The whole recorder: opens the store, forks the processes, listens; and puts everything away again. */
import { mkdirSync, rmSync } from "node:fs";
import { failure } from "#domain/failures/failure.ts";
import { TrustedIssuers } from "#recorder/accounts/trusted-issuer.ts";
import { inBackground } from "#recorder/core/background.ts";
import { giveAllBack } from "#recorder/standby/borrowed-cameras.ts";
import { Standby } from "#recorder/standby/standby.ts";
import { foldersOf, type VolumeFolders } from "#recorder/recording/segments/segment-places.ts";
import { CameraDiscovery } from "#recorder/cameras/camera-discovery.ts";
import { CameraEvents } from "#recorder/cameras/camera-events.ts";
import { CameraGroups } from "#recorder/cameras/camera-groups.ts";
import { CameraRegistry } from "#recorder/cameras/camera-registry.ts";
import { Cameras } from "#recorder/cameras/cameras.ts";
import { keepLoads } from "#recorder/cameras/media/load-memory.ts";
import { MediaLink } from "#recorder/cameras/media/media-link.ts";
import { Ptz } from "#recorder/cameras/ptz/ptz.ts";
import { PtzControl } from "#recorder/cameras/ptz/ptz-control.ts";
import { StreamEditor } from "#recorder/cameras/stream-editor.ts";
import type { WatchTiming } from "#recorder/core/folder-watch.ts";
import { warnOfReadableLogins } from "#recorder/onvif/soap/sign-in.ts";
import { StorageTag } from "#recorder/core/storage-tag.ts";
import { nameAt } from "#recorder/ipc/process-environment.ts";
import { recorderRoutes } from "#recorder/http/recorder-routes.ts";
import { cookieNameOf } from "#recorder/http/server/listen.ts";
import { originOf } from "#recorder/http/server/origins.ts";
import { viewerSockets } from "#recorder/http/server/viewer-sockets.ts";
import { relayLink } from "#recorder/http/relay/relay-link.ts";
import type { Services } from "#recorder/http/services.ts";
import { failingVolumes } from "#recorder/site/volumes/away-volumes.ts";
import { LiveSessions } from "#recorder/site/live-sessions.ts";
import { Marks } from "#recorder/site/marks.ts";
import { Relays } from "#recorder/site/relays/relays.ts";
import { keepRetention } from "#recorder/site/retention.ts";
import { Stages } from "#recorder/site/stages.ts";
import { FisheyePatrols } from "#recorder/site/fisheye-patrols.ts";
import { FisheyeViews } from "#recorder/site/fisheye-views.ts";
import { BucketDesk } from "#recorder/site/volumes/bucket-desk.ts";
import { ForgottenVolumes } from "#recorder/site/volumes/forgotten-volumes.ts";
import { ThinningDesk } from "#recorder/site/volumes/thinning-desk.ts";
import { configInForce, VolumeList } from "#recorder/site/volumes/volume-list.ts";
import { lockOrNull } from "#recorder/store/server-lock.ts";
import { SparePages } from "#recorder/store/spare-pages.ts";
import { socketFolder } from "./console/start-troubles.ts";
import { Edition } from "./edition.ts";
import { endWithSignIns } from "./ended-sign-ins.ts";
import { type EditionOptions, type Foundation, keepJournal, layFoundation } from "./foundation.ts";
import { makeAccounts } from "./make-accounts.ts";
import { makeExports } from "./make-exports.ts";
import { makeLicensing } from "./make-licensing.ts";
import { listenToMedia } from "./media-listener.ts";
import { openRecordings, takeRecordings } from "./open-recordings.ts";
import { type ProcessOptions, type Processes, socketPath, startProcesses } from "./processes.ts";
import { ControlGroups } from "./watch/control-groups.ts";
import { watchClock } from "./watch/clock-news.ts";
import { tellOfData } from "./watch/process-news.ts";
import { recorderReadiness } from "./readiness.ts";
import { StorageWatch } from "./watch/storage-watch.ts";

export interface RecorderOptions extends ProcessOptions, EditionOptions {
  /** absent = as a recorder in service has it */
  readonly watchTiming?: WatchTiming;
}
export type Recorder = Edition<Services>;

export async function createRecorder(options: RecorderOptions): Promise<Recorder> {
  const { base: laid, vault, elapsed, closers, setDataGone } = await layFoundation(options, "1");
  const config = await configInForce(options.config, laid.settings);
  mkdirSync(config.recordings, { recursive: true, mode: 0o700 });
  const base: Foundation = { ...laid, config };
  const { log, now, store, hub, settings, journal, tickets, metrics } = base;
  const { place, index, replace, locks } = await takeRecordings(base, closers);
  closers.push(warnOfReadableLogins(log));

  const issuers = new TrustedIssuers(
    settings,
    vault,
    hub,
    now,
    () => cameras.ids(),
    { own: base.uuid, required: config.login.tokenAudience },
    (cameraId, looks) => inBackground(log, "telling of granted views", cameras.grantLooks(cameraId, looks)),
  );
  const accounts = makeAccounts(base, vault, issuers);
  const { sessions, users } = accounts;
  const media = new MediaLink(log, config.media.workers);
  const volumes = new VolumeList({
    given: options.config,
    config,
    settings,
    media,
    index,
    journal,
    hub,
    locks,
    lock: (folder) => lockOrNull(folder, now()),
  });
  const cameras = new Cameras({ store, vault, media, hub, now, policy: config.cameras });
  const forgotten = new ForgottenVolumes({ settings, media, index, cameras, volumes, journal, hub });
  closers.push(() => forgotten.close());
  const bucket = new BucketDesk({ settings, vault, media, index, hub, now });
  const thinning = new ThinningDesk({ settings, media, index, hub, now });
  const relays = new Relays({ media, isSecure: config.tls.cert !== "", log });
  closers.push(() => relays.close());
  const live = new LiveSessions(relays, now, elapsed, (userId) => sessions.open.isSignedIn(userId));
  closers.push(() => live.stop());
  const groups = ControlGroups.open(log);
  const exports = makeExports({ base, options, place, media, volumes, bucket, groups });
  closers.push(() => exports.stop());
  metrics.watch({ cameras, media, hub, live });
  metrics.watchStorage({ media, index, folder: config.recordings });
  endWithSignIns({ log, sessions, tickets, issuers, live, exports, cameras });
  const sockets = socketFolder("proscenium-");
  closers.push(() => rmSync(sockets, { recursive: true, force: true }));
  const tag = new StorageTag(settings, config.recordings);
  const licences = makeLicensing(base, cameras, tag);
  closers.push(() => licences.licensing.stop());
  const ptz = new Ptz(store, cameras);
  closers.push(() => ptz.close());
  const ptzControl = new PtzControl({ store, cameras, ptz, hub, log, holdMs: config.ptz.holdMs });
  closers.push(() => Promise.resolve(ptzControl.close()));
  await ptzControl.load();
  const cameraEvents = new CameraEvents({ cameras, journal, log });
  closers.push(() => cameraEvents.stop());

  // A disk that does not answer is left alone.
  const seenFolders: VolumeFolders = (name) =>
    failingVolumes(media).includes(name) ? null : foldersOf({ ...place, volumes: volumes.specs })(name);

  const services: Services = {
    ...base,
    ...accounts,
    ...licences,
    viewerSockets: Array.from({ length: media.workers }, (_, at) => socketPath(sockets, nameAt("viewer", at))),
    gate: { sessions, tickets, issuers, cookieName: cookieNameOf(config), heard: () => base.nodes.bus.heard() },
    index,
    volumes,
    forgotten,
    bucket,
    thinning,
    marks: new Marks({ cameras, index, hub, users, now }),
    stages: new Stages(store, hub, now),
    patrols: new FisheyePatrols(store, hub, now),
    views: new FisheyeViews(
      store,
      hub,
      now,
      (id, server) => server === "1" && cameras.get(id) !== undefined,
      async (write) => {
        await write(store);
        await cameras.viewsChanged();
      },
    ),
    groups: new CameraGroups(store, hub, now),
    cameras,
    registry: new CameraRegistry(cameras, media, config.cameras),
    streamEditor: new StreamEditor(cameras, media, config.cameras),
    discovery: new CameraDiscovery(cameras),
    media,
    live,
    relays,
    exports,
    ptz,
    ptzControl,
    issuers,
    parents: {
      asked: () => [],
      ...(config.relay.token === "" ? {} : { sockets: () => relays.origins }),
      asking: async () => originOf((await issuers.get())?.uri ?? ""),
    },
    readiness: () => recorderReadiness(services, { data: storage.data.state, processes: processes?.health() ?? {} }),
    mayUseApp: () => true,
    asNow: (who) => who,
    standby:
      config.standby.role === ""
        ? null
        : new Standby({
            ...base,
            vault,
            cameras,
            media,
            index,
            folders: seenFolders,
            mayOwn: (count) => licences.licensing.mayAddCameras(count),
          }),
  };
  listenToMedia(services);
  let processes: Processes | null = null;
  const storage = new StorageWatch({
    data: config.data,
    spare: config.database.url === "" ? new SparePages(store) : null,
    onData: (state) => {
      setDataGone(state.state === "gone");
      tellOfData(services, state);
    },
    // Of several volumes the process takes care that writes there: what one does not take goes to another.
    recordings:
      config.volumes.length > 0
        ? null
        : {
            folder: config.recordings,
            onState: (state) => media.noteFolder(state),
            onOther: async () => {
              if (!(await tag.isSame())) return false;
              log.warn("the recordings are there again in another folder, and are opened anew");
              await replace(() => openRecordings(base, place));
              processes?.restartMedia();
              return true;
            },
          },
    ...(options.watchTiming ? { timing: options.watchTiming } : {}),
  });
  const firstPassword = await users.createFirst();
  closers.push(await keepLoads({ media, settings, log }));
  await cameras.load();
  if (["", "owner"].includes(config.standby.role)) await giveAllBack({ store, cameras, vault, hub, now });
  // Before any stream runs: in a degraded state none does.
  await services.licensing.start();
  closers.push(keepRetention(services));
  closers.push(await keepJournal(base));
  return Edition.build({
    services,
    routes: recorderRoutes,
    sockets: [viewerSockets(services), relayLink(services)],
    firstPassword,
    closers,
    start: async () => {
      await storage.start();
      closers.push(() => storage.stop());
      processes = startProcesses(services, options, sockets, () => storage.isWaiting, groups);
      closers.push(processes.stop);
      closers.push(media.watch(), watchClock(services));
      await bucket.load();
      await thinning.load();
      await forgotten.load();
      cameraEvents.start();
      const { standby } = services;
      if (!standby) return;
      metrics.watchStandby(standby);
      standby.start();
      closers.push(() => standby.stop());
    },
    events: { started: failure("event/recorder-started"), stopped: failure("event/recorder-stopped") },
  });
}
