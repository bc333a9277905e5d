import type { BrowserAbilities } from "#domain/browser-support.ts";

/** What this very browser has. */
export const browserAbilities = (): BrowserAbilities => ({
  localStorage: storageWorks(),
  websocket: "WebSocket" in globalThis,
  webrtc: "RTCPeerConnection" in globalThis,
});

/** What is full is there all the same: it is read, and what cannot be kept lives until the page closes. Private windows of some browsers have one of no size. */
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
