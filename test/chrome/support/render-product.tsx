/** The chrome with the real stores and actions in jsdom, against a fake server. */
import { act, render } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { type Administration, createAdministration } from "#actions/administration/administration.ts";
import { readAdvancedSettings, writeAdvancedSettings } from "#actions/session/advanced-settings.ts";
import { createCameraActions } from "#actions/cameras/camera-actions.ts";
import { createCameraGroupActions } from "#actions/cameras/camera-group-actions.ts";
import { createLinkActions } from "#actions/stage/link-actions.ts";
import { ThumbnailFeed } from "#actions/timeline/thumbnail-feed.ts";
import { createBookmarkActions } from "#actions/timeline/bookmark-actions.ts";
import { createMarkActions } from "#actions/timeline/mark-actions.ts";
import { createPlayerActions } from "#actions/stage/player-actions.ts";
import { PreviewFeed } from "#actions/cameras/preview-feed.ts";
import { createCameraSearch } from "#actions/cameras/camera-search.ts";
import { createPtzTourActions } from "#actions/cameras/ptz-tour-actions.ts";
import { createPtzActions } from "#actions/cameras/ptz-actions.ts";
import { createRecordingActions } from "#actions/recordings/recording-actions.ts";
import { createSavedStageActions } from "#actions/stage/saved-stage-actions.ts";
import type { ServerEvents } from "#actions/session/server-events.ts";
import { createOwnAccountActions } from "#actions/session/own-account-actions.ts";
import type { PasskeyDevice } from "#actions/session/passkey-device.ts";
import { createSessionActions } from "#actions/session/session-actions.ts";
import { createArranging } from "#actions/stage/arranging.ts";
import { createLookActions } from "#actions/stage/look-actions.ts";
import { createStageActions } from "#actions/stage/stage-actions.ts";
import { createPatrolActions } from "#actions/stage/patrol-actions.ts";
import { createViewActions } from "#actions/stage/view-actions.ts";
import { createTimelineActions } from "#actions/timeline/timeline-actions.ts";
import { createExportActions } from "#actions/recordings/export-actions.ts";
import { createSingleStream } from "#actions/stage/single-player-actions.ts";
import { loadVersion } from "#actions/session/version-actions.ts";
import { companyRefusal } from "#app/company-sign-in.ts";
import { ok } from "#base/result.ts";
import { Emitter } from "#base/emitter.ts";
import { type Product, ProductProvider, type Workspace } from "#chrome/product.ts";
import { Root } from "#chrome/root.tsx";
import { en } from "#chrome/texts/parts/all.ts";
import type { Visitor } from "#domain/accounts/access.ts";
import type { SignInChoices } from "#domain/accounts/sign-in.ts";
import type { SinglePlayerArguments } from "#domain/stage/single-player-arguments.ts";
import { createCameraGroupStore } from "#state/camera-group-store.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createHealthStore } from "#state/health-store.ts";
import { createPluginStore } from "#state/plugin-store.ts";
import { createPanelStore } from "#state/panel-store.ts";
import { createPlayerStore } from "#state/stage/player-store.ts";
import { createPreferenceStore } from "#state/preference-store.ts";
import { type AboutFacts, createSessionStore } from "#state/session-store.ts";
import { createStageStore } from "#state/stage/stage-store.ts";
import { createExportStore } from "#state/export-store.ts";
import { createSavedStageStore } from "#state/stage/saved-stage-store.ts";
import { createServerStore } from "#state/server-store.ts";
import { createStandingStore } from "#state/standing-store.ts";
import { createSinglePlayerStore } from "#state/stage/single-player-store.ts";
import { createUnlinkedStore } from "#state/stage/unlinked-store.ts";
import { createTimelineStore } from "#state/timeline-store.ts";
import { createViewStore } from "#state/stage/view-store.ts";
import { HttpClient } from "#transport/http.ts";
import { ping } from "#transport/reachability.ts";
import { Throttle } from "#transport/throttle.ts";
import { aboutFacts as about } from "#test/support/client/about-facts.ts";
import { bareRouter } from "#test/support/client/bare-router.ts";
import "./setup-jsdom.ts";

export { about };

export interface RenderOptions {
  readonly path?: string;
  readonly origin: string;
  readonly about?: Partial<AboutFacts>;
  readonly visitor?: Visitor;
  readonly gate?: Product["gate"];
  readonly lacking?: readonly string[];
  readonly browserName?: string;
  /** absent: English */
  readonly words?: { readonly locale: string; readonly messages: Record<string, string> };
  /** URL flags that hide parts of the stage */
  readonly hidden?: Partial<Product["hidden"]>;
  /** the browser's passkeys; absent: it has none */
  readonly device?: PasskeyDevice;
  /** the browser's storage; absent: empty */
  readonly kept?: Map<string, string>;
  /** this is the single player's page, with these options */
  readonly page?: SinglePlayerArguments;
}

export function renderProduct(options: RenderOptions) {
  const session = createSessionStore(options.visitor?.singlePlayer ?? false);
  const stores = {
    session,
    cameras: createCameraStore(),
    servers: createServerStore(),
    groups: createCameraGroupStore(),
    health: createHealthStore(),
    standing: createStandingStore(),
    panel: createPanelStore(),
    dialogs: createDialogStore(),
    preferences: createPreferenceStore(),
    stage: createStageStore(options.page !== undefined),
    players: createPlayerStore(),
    savedStages: createSavedStageStore(),
    unlinked: createUnlinkedStore(),
    views: createViewStore(),
    timeline: createTimelineStore(Date.now(), performance.timeOrigin + performance.now(), "UTC"),
    single: createSinglePlayerStore(options.page ?? null),
    plugins: createPluginStore(),
  };
  const visitor = options.visitor;
  session.change((facts) => {
    facts.about = {
      ...about,
      ...options.about,
      ...(visitor ? { edition: visitor.edition, directoryLogin: visitor.directoryLogin } : {}),
    } as typeof facts.about;
    facts.phase = visitor?.signedIn ? "signed-in" : "signed-out";
    if (visitor?.signedIn)
      facts.user = { userId: "1", username: "anna", role: visitor.role, admin: visitor.admin, scope: null };
  });
  const http = new HttpClient({
    origin: options.origin,
    token: () => session.get().token,
    onUnauthorized: () => undefined,
    edition: () => session.get().about?.edition ?? "standalone",
    router: bareRouter,
  });
  const sessionActions = createSessionActions({
    http,
    store: session,
    ...(options.device ? { device: options.device } : {}),
  });
  let reloads = 0;
  const googled: {
    readonly clientId: string;
    readonly choices: SignInChoices;
    readonly askedFor: string;
  }[] = [];
  const administrations = new Map<string, Promise<Administration>>();
  const administration = (serverId = ""): Promise<Administration> => {
    const made =
      administrations.get(serverId) ??
      Promise.resolve(createAdministration(serverId === "" ? http : http.at(serverId)));
    administrations.set(serverId, made);
    return made;
  };
  const { kept } = options;
  const storage = {
    read: (key: string) => kept?.get(key) ?? null,
    write: (key: string, value: string) => (kept?.set(key, value), true),
  };
  const cameras = createCameraActions({ http, cameras: stores.cameras, session });
  const stage = createStageActions({
    ...stores,
    storage,
    maxPlayerCount: () => null,
    text: () => "",
    log: () => undefined,
  });
  const timeline = createTimelineActions({ ...stores, players: () => null });
  const exports = Promise.resolve(createExportActions({ http, store: createExportStore(), download: () => undefined }));
  const workspace: Promise<Workspace> = Promise.resolve({
    cameras,
    groups: createCameraGroupActions({ http, groups: stores.groups }),
    links: createLinkActions({ ...stores, nowMs: timeline.nowMs, players: () => null }),
    thumbnails: new ThumbnailFeed(http),
    marks: createMarkActions({ http, timeline: stores.timeline }),
    bookmarks: createBookmarkActions(http, () => undefined),
    stage,
    look: createLookActions(stores.stage),
    arranging: () => Promise.resolve(createArranging({ ...stores, actions: stage })),
    savedStages: createSavedStageActions({
      http,
      saved: stores.savedStages,
      stageStore: stores.stage,
      stage,
      storage,
      onSkipped: () => undefined,
    }),
    views: createViewActions({ ...stores, http, actions: stage }),
    patrols: createPatrolActions({ ...stores, http, actions: stage }),
    players: createPlayerActions(stores.players, () => null),
    ptz: createPtzActions(http),
    ptzTours: createPtzTourActions(http),
    search: createCameraSearch(http),
    previews: new PreviewFeed(http),
    ownAccount: createOwnAccountActions(http, sessionActions.passkeys.device),
    timeline,
    recordings: createRecordingActions({
      http,
      throttle: new Throttle(2),
      timeline: stores.timeline,
      actions: timeline,
    }),
    exports: () => exports,
    administration,
    stageHost: () => Promise.resolve({ attach: () => () => undefined }),
  });
  const single = Promise.resolve(createSingleStream({ ...stores, http }));
  const events = new Emitter<ServerEvents>();
  const product: Product = {
    visit: 0,
    stores,
    events,
    session: sessionActions,
    workspace: () => workspace,
    gate: options.gate ?? null,
    lacking: options.lacking ?? [],
    browserName: options.browserName ?? "chrome",
    hidden: { timeline: false, controls: false, header: false, ...options.hidden },
    single: () => single,
    advanced: { read: () => readAdvancedSettings(storage), save: (changed) => writeAdvancedSettings(storage, changed) },
    startGoogleSignIn: (clientId, _authorization, choices, askedFor) => googled.push({ clientId, choices, askedFor }),
    startCompanySignIn: (choices, askedFor) => {
      googled.push({ clientId: "company", choices, askedFor });
      return Promise.resolve(ok(null));
    },
    companyRefusal: () => companyRefusal(http),
    prepareStage: () => Promise.resolve(),
    reload: () => void (reloads += 1),
    serverAnswers: () => ping(http),
    loadVersion: (all) => loadVersion(http, all),
  };
  const router = createMemoryRouter([{ path: "*", element: <Root /> }], { initialEntries: [options.path ?? "/"] });
  const view = render(
    <IntlProvider {...(options.words ?? { locale: "en", messages: en })}>
      <ProductProvider value={product}>
        <RouterProvider router={router} />
      </ProductProvider>
    </IntlProvider>,
  );
  /** To a path, or as many pages on in the history. */
  const go = async (to: string | number): Promise<string> => {
    await act(() => (typeof to === "number" ? router.navigate(to) : router.navigate(to)));
    return router.state.location.pathname;
  };
  return { ...view, product, stores, events, router, go, googled, reloads: () => reloads };
}
