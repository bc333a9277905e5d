/**
 * Registers the service worker (workers/service-worker.ts) where browsers allow one: over TLS or on this machine.
 * Without it everything works but the offline page.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("service-worker.js", { updateViaCache: "none" });
  } catch {
    // Forbidden here (private windows, policies): the next start tries again.
  }
}
