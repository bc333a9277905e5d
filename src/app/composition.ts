/** Makes every store and verb once and joins them: what all of the application shares. The stage joins in its own chunk. */
import { createSessionActions } from "#actions/session-actions.ts";
import { loadVersion } from "#actions/version-actions.ts";
import type { Product } from "#chrome/product.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createHealthStore } from "#state/health-store.ts";
import { createSessionStore } from "#state/session-store.ts";
import { HttpClient } from "#transport/http.ts";
import { browserFacts, judgeBrowser } from "./browser-gate.ts";
import { startGoogleSignIn } from "./google-sign-in.ts";
import { openPreferences } from "./preferences.ts";
import { readUrlFlags } from "./url-flags.ts";

export interface Application {
  readonly product: Product;
  readonly http: HttpClient;
}

export function compose(): Application {
  const flags = readUrlFlags(location.search);
  const verdict = judgeBrowser(browserFacts());
  const session = createSessionStore(flags.singlePlayer !== null);
  const stores = {
    session,
    cameras: createCameraStore(),
    health: createHealthStore(),
    dialogs: createDialogStore(),
    preferences: openPreferences(verdict.gate === "incognito" ? null : localStorage, flags.statsOverlay),
  };
  session.change((facts) => {
    facts.lowBandwidth = verdict.lowBandwidth || flags.disableWebrtc;
    facts.lowBandwidthForced = verdict.lowBandwidth || flags.disableWebrtc;
  });
  const http = new HttpClient({
    origin: location.origin,
    token: () => session.get().token,
    forceProxy: flags.forceProxy,
    // Document 2, section 7: a 401 on a standalone server reloads the page; sign-in then greets.
    onUnauthorized: () => {
      if (session.get().phase === "signed-in" && session.get().about?.edition !== "aggregator") location.reload();
    },
  });
  const sessionActions = createSessionActions({ http, store: session });
  return {
    http,
    product: {
      stores,
      session: sessionActions,
      gate: verdict.gate,
      isEdge: verdict.isEdge,
      startGoogleSignIn,
      reload: () => location.reload(),
      loadVersion: () => loadVersion(http),
    },
  };
}
