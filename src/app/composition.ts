/** Makes the stores and what signing in needs, and connects them. The rest comes in chunks of its own. */
import { readAdvancedSettings, writeAdvancedSettings } from "#actions/session/advanced-settings.ts";
import { createSessionActions } from "#actions/session/session-actions.ts";
import type { Disposer } from "#base/disposer.ts";
import { Emitter } from "#base/emitter.ts";
import { loadOnce } from "#chrome/load-once.ts";
import type { PageStores, Product } from "#chrome/product.ts";
import {
  browserOf,
  defaultsToLowBandwidth,
  dewarpPlayersMax,
  readLogLevel,
  signInGate,
} from "#domain/browser-support.ts";
import { basePathOf } from "#domain/http-rules.ts";
import {
  modeOrder,
  prefersWebrtc,
  readDefaultMode,
  readOverride,
  recordedByWebrtc,
  type PlayerMode,
} from "#domain/player/mode.ts";
import { WHY_MS } from "#domain/live-events.ts";
import { languageOf } from "#domain/texts/languages.ts";
import { readSinglePlayer } from "#domain/stage/single-player-arguments.ts";
import { createHealthStore } from "#state/health-store.ts";
import { createSessionStore } from "#state/session-store.ts";
import { createSinglePlayerStore } from "#state/stage/single-player-store.ts";
import { ChangesHeard } from "#transport/changes-heard.ts";
import { HttpClient, type HttpOptions } from "#transport/http.ts";
import { ping } from "#transport/reachability.ts";
import { bindOtherTabs } from "./bindings/other-tabs.ts";
import { bindPageDeath } from "./bindings/page-death.ts";
import type { StageBinding } from "./bindings/stage/stage-binding.ts";
import { browserAbilities } from "./browser/browser-abilities.ts";
import { browserStorage, windowStorage } from "./browser/browser-storage.ts";
import { startGoogleSignIn } from "./google-sign-in.ts";
import { forgetGreeted } from "./greeting.ts";
import { createLog } from "./browser/log.ts";
import { createPasskeyDevice } from "./browser/passkey-device.ts";
import { openPreferences } from "./browser/preferences.ts";
import type { Page } from "./page.ts";
import { openSessionScope, type SessionScope } from "./session-scope.ts";
import type { SinglePlayer } from "./single-player.ts";
import { someoneTypes } from "./browser/someone-types.ts";
import { readUrlFlags } from "./browser/url-flags.ts";

export interface Application {
  /** of the current session */
  readonly product: () => Product;
  /** calls back when another product has replaced it */
  readonly onProduct: (listener: () => void) => Disposer;
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

  const stores: PageStores = {
    session: createSessionStore(page !== null),
    health: createHealthStore(),
    preferences: openPreferences(storage, flags.statsOverlay, {
      dewarpMax: dewarpPlayersMax(browser.mobile),
      language: languageOf(navigator.languages),
    }),
    single: createSinglePlayerStore(page),
  };
  stores.session.change((facts) => {
    facts.lowBandwidth = defaultsToLowBandwidth(browser, abilities) || flags.disableWebrtc;
    facts.lowBandwidthForced = !abilities.webrtc || flags.disableWebrtc;
    facts.managePtzPresets = flags.managePtzPresets;
  });
  const reload = (): void => location.reload();
  const changes = new ChangesHeard();
  const httpOptions = {
    origin: location.origin + basePathOf(location.pathname),
    token: () => stores.session.get().token,
    edition: () => stores.session.get().about?.edition ?? "standalone",
    forceProxy: flags.forceProxy,
    onChanges: changes.hear,
    // Document 2, section 7: a 401 on a standalone server reloads the page, and the sign-in page appears.
    onUnauthorized: () => {
      if (stores.session.get().phase !== "signed-in") return;
      if (framed) return askHost();
      setTimeout(() => {
        if (stores.session.get().phase === "signed-in") reload();
      }, WHY_MS);
    },
  } satisfies HttpOptions;
  /** sign-in, and the calls that are open to everybody: they belong to no session */
  const http = new HttpClient(httpOptions);
  // In another site's page only credentials that the host posts sign in, never a cookie that happens to exist.
  const framed = page !== null && window.parent !== window;
  const device = createPasskeyDevice();
  const session = createSessionActions({
    http,
    store: stores.session,
    storage,
    device,
    goTo: (address) => location.assign(address),
    ignoresCookie: framed,
  });
  // The player continues with the host's next credentials.
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

  // A frame in another site's page gets no cookie: there the bearer token is sent along.
  const socketUrl = (address: string): string => {
    const url = new URL(address, location.origin.replace(/^http/, "ws"));
    const { token } = stores.session.get();
    // A relay is told of a session by its recorder, and of nobody's sign-in.
    if (url.host !== location.host) return url.href;
    if (page !== null && token !== null) url.searchParams.set(token.includes(".") ? "jwt" : "sid", token);
    return url.href;
  };

  const single = loadOnce(
    async (): Promise<SinglePlayer> => (await import("./single-player.ts")).createSinglePlayer({ stores, session }),
  );
  if (page !== null) void single();
  bindPageDeath(stores.health, someoneTypes);

  const lasting: Page = {
    stores,
    http: httpOptions,
    changes,
    session,
    storage,
    windowStorage: windowStorage(),
    log,
    reload,
    modes,
    webrtcAllowed,
    recordedByWebrtc: recordedByWebrtc({
      liveOnly: flags.webrtcLiveOnly,
      hasWebCodecs: "VideoDecoder" in globalThis,
    }),
    socketUrl,
    onRefused: framed ? askHost : () => void session.recheck(),
    showDewarp: flags.showDewarp,
    painter: flags.painter === "auto" ? readAdvancedSettings(storage).stagePainter : flags.painter,
    keepsDiary: flags.webrtcPlayerDiary,
    host: page === null ? null : single,
  };
  // A sandboxed frame has no storage, and there nobody is greeted.
  if (page === null) forgetGreeted(stores.session);
  // A single player has no sign-in page.
  if (page === null) bindOtherTabs(stores.session, () => void session.recheck());

  const productOf = (visit: number, scope: SessionScope): Product => ({
    visit,
    stores: scope.stores,
    events: scope.events,
    session,
    workspace: scope.workspace,
    single: scope.single,
    gate: signInGate(browser, abilities),
    lacking: abilities.missing,
    browserName: browser.name,
    hidden: {
      timeline: flags.hideTimeline,
      controls: flags.hideControls,
      header: page !== null && !page.showHeader,
    },
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
    async startCompanySignIn(choices, askedFor) {
      const { startCompanySignIn } = await import("./company-sign-in.ts");
      session.keepChoice(choices.lowBandwidth);
      return startCompanySignIn(http, choices, askedFor);
    },
    companyRefusal: async () => (await import("./company-sign-in.ts")).companyRefusal(http),
    prepareStage: () =>
      import("#stage/spare-worker.ts").then(
        ({ prepareStageWorker }) => prepareStageWorker(),
        () => undefined,
      ),
    reload,
    serverAnswers: () => ping(http),
    loadVersion: async (all) => (await import("#actions/session/version-actions.ts")).loadVersion(http, all),
  });
  const news = new Emitter<{ product: null }>();
  let scope = openSessionScope(lasting);
  let product = productOf(0, scope);
  stores.session.subscribe(({ phase }, before) => {
    const isIn = phase === "signed-in";
    if (isIn === (before.phase === "signed-in")) return;
    scope.dispose();
    scope = openSessionScope(lasting);
    product = productOf(product.visit + 1, scope);
    news.emit("product", null);
    if (isIn) void scope.workspace();
  });

  return {
    product: () => product,
    onProduct: (listener) => news.on("product", listener),
    stageBinding: () => scope.stageBinding(),
  };
}
