import type { BrowserAbilities } from "#domain/browser-support.ts";

/** What this very browser has. */
export const browserAbilities = (): BrowserAbilities => ({
  localStorage: storageWorks(),
  websocket: "WebSocket" in globalThis,
  webrtc: "RTCPeerConnection" in globalThis,
});

function storageWorks(): boolean {
  try {
    localStorage.setItem("proscenium.probe", "1");
    localStorage.removeItem("proscenium.probe");
    return true;
  } catch {
    return false;
  }
}
