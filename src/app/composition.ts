/** Makes every store and verb once and joins them: what all of the application shares. The stage joins in its own chunk. */
import { ArchiveLookup } from "#actions/archive-lookup.ts";
import { createCameraActions } from "#actions/camera-actions.ts";
import { createPlayerActions } from "#actions/player-actions.ts";
import { PreviewFeed } from "#actions/preview-feed.ts";
import { createServerActions } from "#actions/server-actions.ts";
import { createSessionActions } from "#actions/session-actions.ts";
import { createStageActions } from "#actions/stage-actions.ts";
import { loadVersion } from "#actions/version-actions.ts";
import type { Product } from "#chrome/product.ts";
import { en } from "#chrome/texts/en.ts";
import { browserOf, defaultsToLowBandwidth, readLogLevel, signInGate } from "#domain/browser-support.ts";
import { modeOrder, type PlayerMode, prefersWebrtc, readDefaultMode, readOverride } from "#domain/player/mode.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createHealthStore } from "#state/health-store.ts";
import { createPlayerStore } from "#state/player-store.ts";
import { createSessionStore } from "#state/session-store.ts";
import { createStageStore } from "#state/stage-store.ts";
import { HttpClient } from "#transport/http.ts";
import { bindLiveEvents } from "./bindings/live-events.ts";
import type { StageBinding } from "./bindings/stage-binding.ts";
import { browserAbilities } from "./browser-abilities.ts";
import { browserStorage } from "./browser-storage.ts";
import { startGoogleSignIn } from "./google-sign-in.ts";
import { createLog } from "./log.ts";
import { openPreferences } from "./preferences.ts";
import { readUrlFlags } from "./url-flags.ts";

export interface Application {
  readonly product: Product;
  /** null until the stage was opened */
  readonly stageBinding: () => StageBinding | null;
}

export function compose(): Application {
  const flags = readUrlFlags(location.search);
  const browser = browserOf(navigator.userAgent);
  const abilities = browserAbilities();
  const storage = browserStorage(abilities.localStorage);
  const log = createLog(readLogLevel(storage.read("logLevel")));
  const forced = defaultsToLowBandwidth(browser, abilities) || flags.disableWebrtc;

  const stores = {
    session: createSessionStore(flags.singlePlayer !== null),
    cameras: createCameraStore(),
    health: createHealthStore(),
    dialogs: createDialogStore(),
    preferences: openPreferences(storage, flags.statsOverlay),
    stage: createStageStore(),
    players: createPlayerStore(),
  };
  stores.session.change((facts) => {
    facts.lowBandwidth = forced;
    facts.lowBandwidthForced = forced;
  });
  const http = new HttpClient({
    origin: location.origin,
    token: () => stores.session.get().token,
    forceProxy: flags.forceProxy,
    // Document 2, section 7: a 401 on a standalone server reloads the page; sign-in then greets.
    onUnauthorized: () => {
      const { phase, about } = stores.session.get();
      if (phase === "signed-in" && about?.edition !== "aggregator") location.reload();
    },
  });

  const session = createSessionActions({ http, store: stores.session });
  const cameras = createCameraActions({ http, cameras: stores.cameras, session: stores.session });
  const server = createServerActions({ http, ...stores });
  const previews = new PreviewFeed(http);
  const stage = createStageActions({
    ...stores,
    storage,
    maxPlayerCount: () => stores.session.get().server?.maxPlayerCount ?? null,
    texts: {
      limitTitle: en["stage.limitTitle"],
      restoreTitle: en["nav.stage"],
      restoreFailed: en["stage.restoreFailed"],
    },
    log: (message) => log("WARN", message),
  });
  let binding: StageBinding | null = null;
  const players = createPlayerActions(stores.players, () => binding);
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
  const reload = (): void => location.reload();

  bindLiveEvents({ stores, http, session, cameras, server, reload });
  // Whoever signs out leaves nothing of what they saw behind.
  stores.session.subscribe((facts, before) => {
    if (before.phase !== "signed-in" || facts.phase === "signed-in") return;
    stage.forget();
    previews.clear();
    stores.cameras.change((each) => {
      Object.assign(each, { status: "idle", failure: null, byKey: {}, order: [] });
    });
  });

  return {
    stageBinding: () => binding,
    product: {
      stores,
      session,
      cameras,
      stage,
      players,
      previews,
      gate: signInGate(browser, abilities),
      browserName: browser.name,
      startGoogleSignIn,
      reload,
      loadVersion: () => loadVersion(http),
      stageHost: async () => {
        if (binding) return binding;
        const { StageBinding } = await import("./bindings/stage-binding.ts");
        binding ??= new StageBinding({
          stores,
          http,
          stage,
          cameras,
          server,
          archives: new ArchiveLookup(http),
          modes,
          webrtcAllowed,
        });
        return binding;
      },
    },
  };
}
