/**
 * The Back key of a touch device (or a swipe from its edge) closes what lies over the page, the topmost first: each
 * layer has an entry of its own in the history, with the same address. Entries that are not needed any more are taken
 * back, so that Back never does nothing.
 */
import { useLayoutEffect, useRef } from "react";

/** The field of a history entry's state that says how many layers are open there. */
const LAYERS = "layers";

interface Layer {
  /** the screen that it lies over */
  readonly screen: string;
  /** it has its entry: a new one was opened by the very event that brought its address, which closes nothing */
  isEntered: boolean;
  readonly close: () => void;
}
const layers: Layer[] = [];
let timer: ReturnType<typeof setTimeout> | null = null;
/** the history is on its way back by an order of `settle` or `goBack` */
let isGoing = false;
/** what was open when `goBack` was called */
let left: readonly Layer[] = [];
/** what follows when the history has arrived */
let arrived: (() => void) | null = null;

/** The address without what it says about the screen itself. */
const screenHere = (): string => location.pathname + (location.hash.split("?")[0] ?? "");

/** How many entries of layers lie over the address's own entry. */
function layersHere(): number {
  const state: unknown = history.state;
  const count: unknown = typeof state === "object" && state !== null ? Reflect.get(state, LAYERS) : 0;
  return typeof count === "number" ? count : 0;
}

/**
 * Goes back by `move`, to the address's own entry, past those of its layers, and from there `entries` more; then calls
 * `then`, which needs an address whose own entry is the aim (`entries` 0).
 * Until it is there no entry is added: one that came before the history has moved would be what it goes back from. For
 * the same reason this waits for a way back that has begun.
 */
export function goBack(move: (entries: number) => void, entries: number, then?: () => void): void {
  if (isGoing) {
    const before = arrived;
    arrived = () => {
      before?.();
      goBack(move, entries, then);
    };
    return;
  }
  const over = layersHere();
  if (over + entries === 0) return then?.();
  left = [...layers];
  // Without layers nothing has to wait for the history.
  isGoing = left.length > 0 || over > 0;
  arrived = then ?? null;
  window.addEventListener("popstate", popped);
  move(-over - entries);
}

/** One layer that closes while another one opens takes over its entry: so this waits until both have happened. */
function settleSoon(): void {
  timer ??= setTimeout(settle);
}

function settle(): void {
  timer = null;
  if (isGoing) return;
  for (let count = layersHere() + 1; count <= layers.length; count += 1)
    history.pushState({ ...(history.state as object | null), [LAYERS]: count }, "");
  for (const layer of layers) layer.isEntered = true;
  if (layersHere() > layers.length) {
    isGoing = true;
    history.go(layers.length - layersHere());
  }
}

function popped(): void {
  // Whoever has gone to another screen has not pressed Back: the old one takes its layers along. Closing them would
  // write the old address again.
  const isBack = (): boolean => {
    const top = layers.at(-1);
    return layers.length > layersHere() && top?.isEntered === true && top.screen === screenHere();
  };
  // The layers over the entry that was left close with it.
  const gone = left.slice(layersHere());
  left = [];
  if (isGoing) layers.splice(0, layers.length, ...layers.filter((layer) => !gone.includes(layer)));
  else while (isBack()) layers.pop()?.close();
  isGoing = false;
  const then = arrived;
  arrived = null;
  then?.();
  settleSoon();
}

function addLayer(close: () => void): () => void {
  const layer = { screen: screenHere(), isEntered: false, close };
  // Listening again changes nothing.
  window.addEventListener("popstate", popped);
  layers.push(layer);
  settleSoon();
  return () => {
    const at = layers.indexOf(layer);
    if (at >= 0) layers.splice(at, 1);
    settleSoon();
  };
}

/** While `isOpen`, Back calls `close`; only where fingers are the main pointer. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useLayoutEffect(() => {
    latest.current = close;
  });
  // Before the page is painted: a button that can be seen may be pressed, however busy the page is.
  useLayoutEffect(
    () => (isOpen && matchMedia("(pointer: coarse)").matches ? addLayer(() => latest.current()) : undefined),
    [isOpen],
  );
}
