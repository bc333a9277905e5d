/** What only a signed-in visitor needs: cameras, stage, players, live events. A chunk of its own. */
import type { Administration } from "#actions/administration/administration.ts";
import { ArchiveLookup } from "#actions/recordings/archive-lookup.ts";
import { createCameraActions } from "#actions/cameras/camera-actions.ts";
import { createCameraSearch } from "#actions/cameras/camera-search.ts";
import { createCameraGroupActions } from "#actions/cameras/camera-group-actions.ts";
import { createOwnAccountActions } from "#actions/session/own-account-actions.ts";
import { loadPlugins } from "#actions/session/plugin-actions.ts";
import { createPlayerActions } from "#actions/stage/player-actions.ts";
import { createLensFinder } from "#actions/stage/lens-finder.ts";
import { createPtzTourActions } from "#actions/cameras/ptz-tour-actions.ts";
import { createPtzActions } from "#actions/cameras/ptz-actions.ts";
import { PreviewFeed } from "#actions/cameras/preview-feed.ts";
import { createServerActions } from "#actions/session/server-actions.ts";
import { createServerList } from "#actions/cameras/server-list.ts";
import { createSavedStageActions } from "#actions/stage/saved-stage-actions.ts";
import type { ServerEvents } from "#actions/session/server-events.ts";
import { createLookActions } from "#actions/stage/look-actions.ts";
import { createStageActions } from "#actions/stage/stage-actions.ts";
import { createPatrolActions } from "#actions/stage/patrol-actions.ts";
import { createViewActions } from "#actions/stage/view-actions.ts";
import { type Disposer, Disposers } from "#base/disposer.ts";
import type { Emitter } from "#base/emitter.ts";
import { loadOnce } from "#chrome/load-once.ts";
import type { Stores, Workspace } from "#chrome/product.ts";
import { routeOf } from "#domain/routes.ts";
import { limitsOf } from "#state/server-store.ts";
import type { HttpClient } from "#transport/http.ts";
import type { ServerRouter } from "#transport/http-call.ts";
import { bindLiveEvents } from "./bindings/live-events.ts";
import { bindUpdateWatch } from "./bindings/update-watch.ts";
import { bindViews } from "./bindings/views.ts";
import { createRecordingActions } from "#actions/recordings/recording-actions.ts";
import { createLinkActions } from "#actions/stage/link-actions.ts";
import { createBookmarkActions } from "#actions/timeline/bookmark-actions.ts";
import { createMarkActions } from "#actions/timeline/mark-actions.ts";
import { ThumbnailFeed } from "#actions/timeline/thumbnail-feed.ts";
import { createTimelineActions } from "#actions/timeline/timeline-actions.ts";
import { ARCHIVE_REQUESTS_MAX, IMAGE_REQUESTS_MAX } from "#domain/limits/requests.ts";
import { Throttle } from "#transport/throttle.ts";
import type { StageBinding } from "./bindings/stage/stage-binding.ts";
import type { Page } from "./page.ts";
import { findCircleInWorker } from "./circle-worker.ts";
import { idle } from "./browser/idle.ts";
import { createServerRouter } from "./server-router.ts";
import { createSpeech } from "./speech.ts";
import { isAdministrator } from "#domain/accounts/access.ts";
import { visitorOf } from "#state/session-store.ts";

export interface WorkspaceDeps extends Omit<Page, "stores" | "http" | "host" | "keepsDiary"> {
  /** closed to answers that come after the session's end */
  readonly stores: Stores;
  readonly http: HttpClient;
  readonly events: Emitter<ServerEvents>;
}

export interface OpenWorkspace extends Workspace {
  /** null until the stage was opened */
  readonly stageBinding: () => StageBinding | null;
  readonly router: ServerRouter;
  /** when the session ends: writes unsaved changes, and frees sockets, workers and pictures */
  readonly dispose: Disposer;
}

/** The page shows the stage, or the sign-in page, which goes on to it. */
const opensStage = (): boolean => ["stage", "sign-in"].includes(routeOf(location.hash) ?? "");

const STAGE_TEXTS = {
  dewarpLimitTitle: "dewarp.limitTitle",
  limitTitle: "stage.limitTitle",
  restoreTitle: "nav.stage",
  restoreFailed: "stage.restoreFailed",
} as const;

export function createWorkspace(deps: WorkspaceDeps): OpenWorkspace {
  const { stores, http, events, storage, windowStorage, log } = deps;
  const all = new Disposers();
  const speech = createSpeech(stores.preferences, navigator.languages);
  const list = createServerList({ http, ...stores, storage });
  const cameras = createCameraActions({
    http,
    servers: { list, store: stores.servers, idle },
    cameras: stores.cameras,
    session: stores.session,
    showDewarp: deps.showDewarp,
    only: stores.single.get().page,
  });
  const server = createServerActions({ http, ...stores, storage, list });
  const imageThrottle = new Throttle(IMAGE_REQUESTS_MAX);
  const previews = new PreviewFeed(http, imageThrottle);
  all.add(() => previews.clear());
  const stage = createStageActions({
    ...stores,
    storage,
    windowStorage,
    maxPlayerCount: (orchidId) => limitsOf(stores.servers.get(), stores.session.get().server, orchidId).maxPlayerCount,
    limitsPerServer: () => stores.session.get().about?.edition === "aggregator",
    dewarpMax: () => stores.preferences.get().dewarpMax,
    text: (which) => speech.say(STAGE_TEXTS[which]),
    log: (message) => log("WARN", message),
  });
  all.add(stage.flush);
  const savedStages = createSavedStageActions({
    http,
    saved: stores.savedStages,
    stageStore: stores.stage,
    stage,
    storage,
    windowStorage,
    onSkipped: (failure) => log("WARN", speech.failed(failure)),
  });
  const views = createViewActions({ ...stores, http, actions: stage });
  const patrols = createPatrolActions({ ...stores, http, actions: stage });
  bindViews({ ...stores, events, load: views.load });
  const arranging = loadOnce(async () =>
    (await import("#actions/stage/arranging.ts")).createArranging({ ...stores, actions: stage }),
  );
  const groups = createCameraGroupActions({ http, groups: stores.groups });
  let binding: StageBinding | null = null;
  /** by the server that they are valid for, "" = the page's own */
  const administrations = new Map<string, () => Promise<Administration>>();
  const exports = loadOnce(() =>
    import("./bindings/export-binding.ts").then((module) => module.openExports(http, imageThrottle)),
  );
  const players = createPlayerActions(stores.players, () => binding);
  const ptz = createPtzActions(http);
  const mayConfigure = (): boolean => isAdministrator(visitorOf(stores.session.get()));
  const ofLenses = { throttle: imageThrottle, findCircle: findCircleInWorker, mayConfigure };
  all.add(createLensFinder({ http, ...stores, storage, ...ofLenses }));
  const archiveThrottle = new Throttle(ARCHIVE_REQUESTS_MAX);
  const timeline = createTimelineActions({ ...stores, players: () => binding });
  const recordings = createRecordingActions({
    http,
    throttle: archiveThrottle,
    timeline: stores.timeline,
    actions: timeline,
  });

  const thumbnails = new ThumbnailFeed(http, imageThrottle);
  all.add(() => thumbnails.clear());
  const links = createLinkActions({ ...stores, nowMs: timeline.nowMs, players: () => binding });
  const marks = createMarkActions({
    http,
    timeline: stores.timeline,
    servers: () =>
      stores.session.get().about?.edition === "aggregator"
        ? [...new Set(stores.stage.get().grid.cells.map(({ camera }) => camera.orchidId))]
            .filter((id) => stores.servers.get().byId[id])
            .sort()
        : [""],
  });

  bindUpdateWatch({ ...stores, events });
  all.add(bindLiveEvents({ ...deps, cameras, server }));
  events.on("stages", () => {
    if (stores.savedStages.get().status !== "idle") void savedStages.load();
  });
  events.on("camera-groups", () => {
    if (stores.groups.get().status !== "idle") void groups.load();
  });
  events.on("marks", marks.refresh);
  // A server that was away when its marks were requested may be back.
  events.on("servers", () => {
    if (stores.session.get().about?.edition === "aggregator") marks.refresh();
  });
  if (stores.single.get().page === null) {
    // What the stage asks first, asked before it is mounted.
    if (opensStage()) {
      void cameras.load();
      void savedStages.load();
    }
    void loadPlugins(http, stores.plugins);
  }
  // The stage may have been opened before the server sent the number of players that it allows.
  stores.session.subscribe((facts, before) => {
    if (facts.server?.maxPlayerCount !== before.server?.maxPlayerCount) stage.enforceLimit();
  });
  stores.servers.subscribe((facts, before) => {
    if (facts.order.some((id) => facts.byId[id]?.maxPlayerCount !== before.byId[id]?.maxPlayerCount))
      stage.enforceLimit();
  });

  return {
    cameras,
    stage,
    look: createLookActions(stores.stage),
    arranging,
    savedStages,
    views,
    patrols,
    groups,
    search: createCameraSearch(http),
    players,
    ptz,
    ptzTours: createPtzTourActions(http),
    previews,
    timeline,
    recordings,
    marks,
    bookmarks: createBookmarkActions(http, marks.refresh),
    links,
    thumbnails,
    ownAccount: createOwnAccountActions(http, deps.session.passkeys.device),
    exports,
    administration: (serverId = "") => {
      const own = serverId === "" ? http : http.at(serverId);
      const load =
        administrations.get(serverId) ??
        loadOnce(() =>
          import("#actions/administration/administration.ts").then((module) => module.createAdministration(own)),
        );
      administrations.set(serverId, load);
      return load();
    },
    stageBinding: () => binding,
    dispose: all.dispose,
    router: createServerRouter(stores, () => void list.load()),
    stageHost: async () => {
      if (binding) return binding;
      const { StageBinding } = await import("./bindings/stage/stage-binding.ts");
      if (binding) return binding;
      const made = new StageBinding({
        ...deps,
        recordings,
        stage,
        cameras,
        server,
        timeline,
        marks,
        patrols,
        links,
        speech,
        throttle: archiveThrottle,
        archives: new ArchiveLookup(http, archiveThrottle),
      });
      all.add(() => made.close());
      binding = made;
      return made;
    },
  };
}
