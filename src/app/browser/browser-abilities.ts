import type { BrowserAbilities } from "#domain/browser-support.ts";

/**
 * What the page uses everywhere and cannot do without. All else has another way or is said where it is missed
 * (docs/browsers.md). A browser that is older than this page's syntax never comes here: index.html speaks to it.
 */
const NEEDED: readonly (readonly [string, () => object])[] = [
  ["toSorted", () => Array.prototype],
  ["findLast", () => Array.prototype],
  ["ResizeObserver", () => globalThis],
  ["MessageChannel", () => globalThis],
  ["AbortController", () => globalThis],
  ["createImageBitmap", () => globalThis],
];

/** What this browser supports. */
export const browserAbilities = (): BrowserAbilities => ({
  localStorage: storageWorks(),
  websocket: "WebSocket" in globalThis,
  webrtc: "RTCPeerConnection" in globalThis,
  missing: NEEDED.flatMap(([name, where]) => (name in where() ? [] : [name])),
});

/**
 * A full storage still exists: it is read, and what cannot be kept lives until the page closes. Private windows of some
 * browsers have a storage of size zero.
 */
function storageWorks(): boolean {
  try {
    localStorage.setItem("proscenium.probe", "1");
    localStorage.removeItem("proscenium.probe");
    return true;
  } catch {
    return holdsSomething();
  }
}

function holdsSomething(): boolean {
  try {
    return localStorage.length > 0;
  } catch {
    return false;
  }
}
