/** Makes the stores and what signing in needs, and joins them. The rest comes in chunks of its own. */
import { readAdvancedSettings, writeAdvancedSettings } from "#actions/session/advanced-settings.ts";
import { createSessionActions } from "#actions/session/session-actions.ts";
import { loadOnce } from "#chrome/load-once.ts";
import type { Product } from "#chrome/product.ts";
import {
  browserOf,
  defaultsToLowBandwidth,
  dewarpPlayersMax,
  readLogLevel,
  signInGate,
} from "#domain/browser-support.ts";
import { modeOrder, type PlayerMode, prefersWebrtc, readDefaultMode, readOverride } from "#domain/player/mode.ts";
import { readSinglePlayer } from "#domain/stage/single-player-arguments.ts";
import { cameraKey, createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createHealthStore } from "#state/health-store.ts";
import { createPluginStore } from "#state/plugin-store.ts";
import { createPlayerStore } from "#state/stage/player-store.ts";
import { createCameraGroupStore } from "#state/camera-group-store.ts";
import { createSavedStageStore } from "#state/stage/saved-stage-store.ts";
import { createServerStore } from "#state/server-store.ts";
import { createSessionStore } from "#state/session-store.ts";
import { createSinglePlayerStore } from "#state/stage/single-player-store.ts";
import { createStageStore } from "#state/stage/stage-store.ts";
import { createUnlinkedStore } from "#state/stage/unlinked-store.ts";
import { createTimelineStore } from "#state/timeline-store.ts";
import { HttpClient } from "#transport/http.ts";
import { ping } from "#transport/reachability.ts";
import type { StageBinding } from "./bindings/stage/stage-binding.ts";
import { browserAbilities } from "./browser/browser-abilities.ts";
import { browserStorage, windowStorage } from "./browser/browser-storage.ts";
import { startGoogleSignIn } from "./google-sign-in.ts";
import { forgetGreeted } from "./greeting.ts";
import { createLog } from "./browser/log.ts";
import { openPreferences } from "./browser/preferences.ts";
import type { SinglePlayer } from "./single-player.ts";
import { readUrlFlags } from "./browser/url-flags.ts";
import type { OpenWorkspace } from "./workspace.ts";

export interface Application {
  readonly product: Product;
  /** null until the stage was opened */
  readonly stageBinding: () => StageBinding | null;
}

export function compose(): Application {
  const flags = readUrlFlags(location.search);
  const query = new URLSearchParams(location.search);
  const page = readSinglePlayer((name) => query.get(name));
  const browser = browserOf(navigator.userAgent, navigator.maxTouchPoints);
  const abilities = browserAbilities();
  const storage = browserStorage(abilities.localStorage);
  const log = createLog(readLogLevel(storage.read("logLevel")));

  const stores = {
    session: createSessionStore(page !== null),
    cameras: createCameraStore(),
    servers: createServerStore(),
    health: createHealthStore(),
    dialogs: createDialogStore(),
    preferences: openPreferences(storage, flags.statsOverlay, dewarpPlayersMax(browser.mobile)),
    stage: createStageStore(page !== null),
    groups: createCameraGroupStore(),
    savedStages: createSavedStageStore(),
    players: createPlayerStore(),
    single: createSinglePlayerStore(page),
    plugins: createPluginStore(),
    unlinked: createUnlinkedStore(),
    timeline: createTimelineStore(
      Date.now(),
      performance.timeOrigin + performance.now(),
      Intl.DateTimeFormat().resolvedOptions().timeZone,
    ),
  };
  stores.session.change((facts) => {
    facts.lowBandwidth = defaultsToLowBandwidth(browser, abilities) || flags.disableWebrtc;
    facts.lowBandwidthForced = !abilities.webrtc || flags.disableWebrtc;
    facts.managePtzPresets = flags.managePtzPresets;
  });
  const reload = (): void => location.reload();
  const http = new HttpClient({
    origin: location.origin,
    token: () => stores.session.get().token,
    edition: () => stores.session.get().about?.edition ?? "standalone",
    router: () => opened?.router ?? null,
    forceProxy: flags.forceProxy,
    // Document 2, section 7: a 401 on a standalone server reloads the page; sign-in then greets.
    onUnauthorized: () => {
      if (stores.session.get().phase !== "signed-in") return;
      if (framed) askHost();
      else reload();
    },
  });
  // In somebody else's page only what the host posts signs in, never a cookie that happens to be there.
  const framed = page !== null && window.parent !== window;
  const session = createSessionActions({ http, store: stores.session, storage, ignoresCookie: framed });
  // The player goes on with the host's next credentials.
  const askHost = (): void => void single().then((player) => player.askAgain());

  const webrtcAllowed = (): boolean =>
    abilities.webrtc && !flags.disableWebrtc && (stores.session.get().about?.webrtcOffered ?? true);
  const modes = (forceLowBandwidth: boolean): readonly PlayerMode[] =>
    modeOrder({
      stored: readDefaultMode(storage.read("defaultPlayerMode")),
      prefersWebrtc: prefersWebrtc(
        {
          chrome: browser.name === "chrome" || browser.name === "edge" ? browser.version : null,
          mobile: browser.mobile,
          webrtc: abilities.webrtc,
        },
        readOverride(storage.read("webrtcSupportOverride")),
      ),
      webrtcAllowed: webrtcAllowed(),
      forceLowBandwidth: forceLowBandwidth || stores.session.get().lowBandwidth,
    });

  // A frame in another site's page gets no cookie: there the bearer goes along.
  const socketUrl = (path: string): string => {
    const url = new URL(path, location.origin.replace(/^http/, "ws"));
    const { token } = stores.session.get();
    if (page !== null && token !== null) url.searchParams.set(token.includes(".") ? "jwt" : "sid", token);
    return url.href;
  };

  const single = loadOnce(
    async (): Promise<SinglePlayer> =>
      (await import("./single-player.ts")).createSinglePlayer({ stores, http, session }),
  );
  if (page !== null) void single();
  if (flags.webrtcPlayerDiary)
    void import("./bindings/stage/player-diary.ts").then(({ bindPlayerDiary }) =>
      bindPlayerDiary(stores.players, (tileId) => {
        const cell = stores.stage.get().grid.cells.find(({ id }) => id === tileId);
        return (cell ? stores.cameras.get().byKey[cameraKey(cell.camera)]?.name : undefined) ?? tileId;
      }),
    );

  let opened: OpenWorkspace | null = null;
  const workspace = loadOnce(async () => {
    const { createWorkspace } = await import("./workspace.ts");
    opened = createWorkspace({
      stores,
      http,
      session,
      storage,
      windowStorage: windowStorage(),
      log,
      reload,
      modes,
      webrtcAllowed,
      socketUrl,
      onRefused: framed ? askHost : () => void session.recheck(),
      showDewarp: flags.showDewarp,
    });
    return opened;
  });
  stores.session.subscribe(({ phase }) => {
    if (phase === "signed-in") void workspace();
  });
  // A frame in a sandbox has no storage, and nobody is greeted there.
  if (page === null) forgetGreeted(stores.session);

  return {
    stageBinding: () => opened?.stageBinding() ?? null,
    product: {
      stores,
      session,
      workspace,
      gate: signInGate(browser, abilities),
      browserName: browser.name,
      hidden: {
        timeline: flags.hideTimeline,
        controls: flags.hideControls,
        header: page !== null && !page.showHeader,
      },
      single,
      advanced: {
        read: () => readAdvancedSettings(storage),
        save(changed) {
          if (!writeAdvancedSettings(storage, changed)) return false;
          history.replaceState(null, "", location.pathname);
          reload();
          return true;
        },
      },
      startGoogleSignIn,
      reload,
      serverAnswers: () => ping(http),
      loadVersion: async (all) => (await import("#actions/session/version-actions.ts")).loadVersion(http, all),
    },
  };
}
