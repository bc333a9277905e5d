/** Content security policies: for the page, its worker scripts, and everything else. */

/** `hosts`: origins that may show the page in a frame. `asked`: other origins that it may call. */
export function pagePolicy(nonce: string, hosts: readonly string[], asked: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src ${["'self'", ...new Set(asked)].join(" ")}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "font-src 'self'",
    "frame-src 'self'",
    `frame-ancestors 'self'${hosts.map((host) => ` ${host}`).join("")}`,
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
  ].join("; ");
}

/** `sockets`: where it opens media sockets beside our own address. regl compiles its draw calls in the stage worker: only that script's own answer allows it (architecture, threads). */
export const workerPolicy = (sockets: readonly string[]): string =>
  `default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src ${["'self'", ...new Set(sockets)].join(" ")}; img-src 'self' data: blob:; base-uri 'none'`;

/**
 * A plugin's files. Its page runs its own scripts in a sandbox without our origin: it can reach no cookie, no storage
 * and no call of the API, and only our page shows it.
 */
export const PLUGIN_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; " +
  "media-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
  "sandbox allow-scripts allow-popups";

/** The service worker: it fetches pages and the offline page's files, and loads nothing else. */
export const SERVICE_WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'";

/** The offline pages: their script checks whether we answer again. */
export const OFFLINE_PAGE_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

/** Data and images: nothing in them runs, nobody frames them. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";

export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "permissions-policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(self), payment=(), usb=(), fullscreen=(self), gamepad=(self)",
};
