/**
 * Everything that belongs to one session: made only here, and removed as a whole when the session ends. The next
 * session begins with another scope, so nothing has to be reset, and a store that is added to `sessionStores` cannot be
 * forgotten.
 *
 * The scope drops what comes late: its signal cancels its calls, nobody reads its own stores any more, and the page's
 * stores are closed to it (`storeUntil`).
 */
import { epochMs } from "#actions/epoch.ts";
import type { ServerEvents } from "#actions/session/server-events.ts";
import { type Disposer, Disposers } from "#base/disposer.ts";
import { Emitter } from "#base/emitter.ts";
import { loadOnce } from "#chrome/load-once.ts";
import type { PageStores, Product, SessionStores, Stores } from "#chrome/product.ts";
import { serverNow } from "#domain/clock.ts";
import { createCameraGroupStore } from "#state/camera-group-store.ts";
import { cameraKey, createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createPanelStore } from "#state/panel-store.ts";
import { createPluginStore } from "#state/plugin-store.ts";
import { createServerStore } from "#state/server-store.ts";
import { createPlayerStore } from "#state/stage/player-store.ts";
import { createSavedStageStore } from "#state/stage/saved-stage-store.ts";
import { createStageStore } from "#state/stage/stage-store.ts";
import { createUnlinkedStore } from "#state/stage/unlinked-store.ts";
import { createViewStore } from "#state/stage/view-store.ts";
import { createStandingStore } from "#state/standing-store.ts";
import { createTimelineStore } from "#state/timeline-store.ts";
import { HttpClient } from "#transport/http.ts";
import type { StageBinding } from "./bindings/stage/stage-binding.ts";
import type { Page } from "./page.ts";
import { storeUntil } from "./store-until.ts";
import type { OpenWorkspace } from "./workspace.ts";

export interface SessionScope extends Pick<Product, "stores" | "events" | "workspace" | "single"> {
  /** null until the stage was opened */
  readonly stageBinding: () => StageBinding | null;
  readonly dispose: Disposer;
}

const sessionStores = ({ health, single }: PageStores): SessionStores => ({
  standing: createStandingStore(),
  cameras: createCameraStore(),
  servers: createServerStore(),
  dialogs: createDialogStore(),
  panel: createPanelStore(),
  stage: createStageStore(single.get().page !== null),
  groups: createCameraGroupStore(),
  savedStages: createSavedStageStore(),
  players: createPlayerStore(),
  views: createViewStore(),
  timeline: createTimelineStore(
    serverNow(health.get(), Date.now(), epochMs()),
    epochMs(),
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  ),
  unlinked: createUnlinkedStore(),
  plugins: createPluginStore(),
});

const pageStoresUntil = (page: PageStores, signal: AbortSignal): PageStores => ({
  session: storeUntil(page.session, signal),
  health: storeUntil(page.health, signal),
  preferences: storeUntil(page.preferences, signal),
  single: storeUntil(page.single, signal),
});

/** Before anybody has signed in it is a scope like any other, of which only the stores are used. */
export function openSessionScope(page: Page): SessionScope {
  const end = new AbortController();
  const { signal } = end;
  const all = new Disposers();
  const own = sessionStores(page.stores);
  /** the session's own work uses these; screens, which React removes, have the page's stores themselves */
  const stores: Stores = { ...pageStoresUntil(page.stores, signal), ...own };
  const events = new Emitter<ServerEvents>();
  let opened: OpenWorkspace | null = null;
  const http = new HttpClient({ ...page.http, router: () => opened?.router ?? null, signal });

  const workspace = loadOnce(async () => {
    const { createWorkspace } = await import("./workspace.ts");
    opened = createWorkspace({ ...page, stores, http, events });
    all.add(opened.dispose);
    return opened;
  });
  const single = loadOnce(async () =>
    (await import("#actions/stage/single-player-actions.ts")).createSingleStream({ http, ...stores }),
  );
  if (page.host) void page.host().then((host) => all.add(host.follow(own.players)));
  if (page.keepsDiary)
    void import("./bindings/players/player-diary.ts").then(({ bindPlayerDiary }) =>
      all.add(
        bindPlayerDiary(own.players, (tileId) => {
          const cell = own.stage.get().grid.cells.find(({ id }) => id === tileId);
          return (cell ? own.cameras.get().byKey[cameraKey(cell.camera)]?.name : undefined) ?? tileId;
        }),
      ),
    );

  return {
    stores: { ...page.stores, ...own },
    events,
    workspace,
    single,
    stageBinding: () => opened?.stageBinding() ?? null,
    dispose() {
      end.abort();
      events.clear();
      all.dispose();
    },
  };
}
