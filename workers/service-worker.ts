/**
 * The installed application's service worker. When the recorder cannot be reached it shows the offline page, in the
 * browser's language (no worker can read the one that was chosen on the page). It does nothing else: pages come from
 * the network, and the API, media and the application's scripts never pass through here. So no old version is ever
 * shown, and there is nothing to update while somebody watches.
 */
import { languageOf } from "#domain/texts/languages.ts";
import { offlinePage } from "#domain/texts/offline-page.ts";

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Scope {
  /** the build writes the files of the offline pages here */
  readonly __WB_MANIFEST: readonly { readonly url: string; readonly revision: string | null }[];
  readonly location: Location;
  readonly navigator: { readonly languages: readonly string[] };
  readonly caches: CacheStorage;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: Waiting) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
}

const scope = self as unknown as Scope;
// The build looks for exactly `self.__WB_MANIFEST`.
const files = (self as unknown as Scope).__WB_MANIFEST;
const paths = new Set(files.map(({ url }) => new URL(url, scope.location.href).pathname));
/** where the page is: `/`, or the path that a proxy shows it under */
const root = new URL("./", scope.location.href).pathname;
const cacheName = `proscenium-offline-${files.map(({ url, revision }) => revision ?? url).join(".")}`;

const keptPage = (): string => root + offlinePage(languageOf(scope.navigator.languages)).slice(1);

scope.addEventListener("install", (event) => {
  const fill = async (): Promise<void> => {
    const cache = await scope.caches.open(cacheName);
    await cache.addAll([...paths].map((path) => new Request(path, { cache: "reload" })));
    await scope.skipWaiting();
  };
  event.waitUntil(fill());
});

scope.addEventListener("activate", (event) => {
  const clean = async (): Promise<void> => {
    for (const name of await scope.caches.keys()) if (name !== cacheName) await scope.caches.delete(name);
  };
  event.waitUntil(clean());
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== scope.location.origin) return;
  const isPage = request.mode === "navigate" && (pathname === root || pathname === `${root}index.html`);
  if (!isPage && !paths.has(pathname)) return;
  event.respondWith(
    fetch(request).catch(async (error: unknown) => {
      const kept = await scope.caches.match(isPage ? keptPage() : pathname);
      if (kept) return kept;
      throw error;
    }),
  );
});
