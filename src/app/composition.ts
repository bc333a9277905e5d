/** Makes every store and verb once and joins them: what all of the application shares. The stage joins in its own chunk. */
import { createSessionActions } from "#actions/session-actions.ts";
import { loadVersion } from "#actions/version-actions.ts";
import type { Product } from "#chrome/product.ts";
import { browserOf, defaultsToLowBandwidth, signInGate } from "#domain/browser-support.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createHealthStore } from "#state/health-store.ts";
import { createSessionStore } from "#state/session-store.ts";
import { HttpClient } from "#transport/http.ts";
import { browserAbilities } from "./browser-abilities.ts";
import { startGoogleSignIn } from "./google-sign-in.ts";
import { openPreferences } from "./preferences.ts";
import { readUrlFlags } from "./url-flags.ts";

export interface Application {
  readonly product: Product;
  readonly http: HttpClient;
}

export function compose(): Application {
  const flags = readUrlFlags(location.search);
  const browser = browserOf(navigator.userAgent);
  const abilities = browserAbilities();
  const gate = signInGate(browser, abilities);
  const lowBandwidth = defaultsToLowBandwidth(browser, abilities) || flags.disableWebrtc;
  const session = createSessionStore(flags.singlePlayer !== null);
  const stores = {
    session,
    cameras: createCameraStore(),
    health: createHealthStore(),
    dialogs: createDialogStore(),
    preferences: openPreferences(abilities.localStorage ? localStorage : null, flags.statsOverlay),
  };
  session.change((facts) => {
    facts.lowBandwidth = lowBandwidth;
    facts.lowBandwidthForced = lowBandwidth;
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
      gate,
      browserName: browser.name,
      startGoogleSignIn,
      reload: () => location.reload(),
      loadVersion: () => loadVersion(http),
    },
  };
}
