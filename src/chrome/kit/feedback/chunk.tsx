import { type ComponentType, lazy } from "react";
import { FAILURE_KEPT_MS } from "#chrome/load-once.ts";

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/**
 * A component in a chunk of its own, to be rendered below a Suspense. Unlike React's `lazy`, it loads a chunk again
 * that could not be loaded.
 */
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

/** The loader requests a chunk's stylesheet only once: a chunk that is loaded again would have no styles. */
async function askForStylesAnew(): Promise<void> {
  const missing = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].filter(({ sheet }) => !sheet);
  await Promise.all(
    missing.map(
      (link) =>
        new Promise((resolve) => {
          const next = link.cloneNode() as HTMLLinkElement;
          next.onload = resolve;
          // An unstyled part is better than none.
          next.onerror = resolve;
          link.replaceWith(next);
        }),
    ),
  );
}

const late = new Set<() => Promise<unknown>>();

/**
 * The same as `chunk`, for parts that a button or a key opens, in a `LatePart`. The part is loaded when it is opened,
 * unless `loadLateParts` has loaded it before.
 */
export function lateChunk<Props extends object>(load: Load<Props>): ComponentType<Props> {
  late.add(load);
  return chunk(load);
}

/**
 * Loads all late chunks one after the other, so that they open later without the server. A chunk that fails is loaded
 * when it is opened.
 */
export async function loadLateParts(): Promise<void> {
  const loaded = (load: () => Promise<unknown>) => load().then(() => late.delete(load));
  for (const load of [...late]) await loaded(load).catch(() => undefined);
}
