/** Makes the stores and what signing in needs, and joins them. The rest comes in chunks of its own. */
import { createSessionActions } from "#actions/session-actions.ts";
import type { Product } from "#chrome/product.ts";
import { browserOf, defaultsToLowBandwidth, readLogLevel, signInGate } from "#domain/browser-support.ts";
import { modeOrder, type PlayerMode, prefersWebrtc, readDefaultMode, readOverride } from "#domain/player/mode.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createHealthStore } from "#state/health-store.ts";
import { createPlayerStore } from "#state/player-store.ts";
import { createSessionStore } from "#state/session-store.ts";
import { createStageStore } from "#state/stage-store.ts";
import { createTimelineStore } from "#state/timeline-store.ts";
import { HttpClient } from "#transport/http.ts";
import type { StageBinding } from "./bindings/stage-binding.ts";
import { browserAbilities } from "./browser-abilities.ts";
import { browserStorage } from "./browser-storage.ts";
import { startGoogleSignIn } from "./google-sign-in.ts";
import { createLog } from "./log.ts";
import { openPreferences } from "./preferences.ts";
import { readUrlFlags } from "./url-flags.ts";
import type { OpenWorkspace } from "./workspace.ts";

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
    timeline: createTimelineStore(
      Date.now(),
      performance.timeOrigin + performance.now(),
      Intl.DateTimeFormat().resolvedOptions().timeZone,
    ),
  };
  stores.session.change((facts) => {
    facts.lowBandwidth = forced;
    facts.lowBandwidthForced = forced;
  });
  const reload = (): void => location.reload();
  const http = new HttpClient({
    origin: location.origin,
    token: () => stores.session.get().token,
    forceProxy: flags.forceProxy,
    // Document 2, section 7: a 401 on a standalone server reloads the page; sign-in then greets.
    onUnauthorized: () => {
      const { phase, about } = stores.session.get();
      if (phase === "signed-in" && about?.edition !== "aggregator") reload();
    },
  });
  const session = createSessionActions({ http, store: stores.session });

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
    if (flags.singlePlayer !== null && token !== null) url.searchParams.set(token.includes(".") ? "jwt" : "sid", token);
    return url.href;
  };

  let opening: Promise<OpenWorkspace> | null = null;
  let opened: OpenWorkspace | null = null;
  const workspace = (): Promise<OpenWorkspace> => {
    opening ??= import("./workspace.ts").then(({ createWorkspace }) => {
      opened = createWorkspace({ stores, http, session, storage, log, reload, modes, webrtcAllowed, socketUrl });
      return opened;
    });
    return opening;
  };
  stores.session.subscribe(({ phase }) => {
    if (phase === "signed-in") void workspace();
  });

  return {
    stageBinding: () => opened?.stageBinding() ?? null,
    product: {
      stores,
      session,
      workspace,
      gate: signInGate(browser, abilities),
      browserName: browser.name,
      hidden: { timeline: flags.hideTimeline, controls: flags.hideControls },
      startGoogleSignIn,
      reload,
      loadVersion: async () => (await import("#actions/version-actions.ts")).loadVersion(http),
    },
  };
}
