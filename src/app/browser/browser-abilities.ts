import type { BrowserAbilities } from "#domain/browser-support.ts";

/** What this browser supports. */
export const browserAbilities = (): BrowserAbilities => ({
  localStorage: storageWorks(),
  websocket: "WebSocket" in globalThis,
  webrtc: "RTCPeerConnection" in globalThis,
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
