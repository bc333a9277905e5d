import { type ComponentType, lazy } from "react";
import { FAILURE_KEPT_MS } from "#chrome/load-once.ts";

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** A component of its own chunk, below a Suspense. What React's own `lazy` could not load it loads anew later. */
export function chunk<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const attempt = async () => {
    try {
      return await load();
    } catch (error) {
      setTimeout(() => {
        Part = lazy(again);
      }, FAILURE_KEPT_MS);
      throw error;
    }
  };
  const again = async () => {
    await askForStylesAnew();
    return attempt();
  };
  let Part: ComponentType<Props> = lazy(attempt);
  return function Chunk(props: Props) {
    return <Part {...props} />;
  };
}

/** The loader asks for a chunk's stylesheet once: a chunk that is loaded anew would come without it. */
async function askForStylesAnew(): Promise<void> {
  const missing = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].filter(({ sheet }) => !sheet);
  await Promise.all(
    missing.map(
      (link) =>
        new Promise((resolve) => {
          const next = link.cloneNode() as HTMLLinkElement;
          next.onload = resolve;
          // Plain is better than not at all.
          next.onerror = resolve;
          link.replaceWith(next);
        }),
    ),
  );
}

const late = new Set<() => Promise<unknown>>();

/** As `chunk`, of what a button or a key opens, in a `LatePart`: loaded then, if not before by `loadLateParts`. */
export function lateChunk<Props extends object>(load: Load<Props>): ComponentType<Props> {
  late.add(load);
  return chunk(load);
}

/** Loads all late chunks, one after the other: then they open without the server. What fails is for the next time. */
export async function loadLateParts(): Promise<void> {
  const loaded = (load: () => Promise<unknown>) => load().then(() => late.delete(load));
  for (const load of [...late]) await loaded(load).catch(() => undefined);
}
