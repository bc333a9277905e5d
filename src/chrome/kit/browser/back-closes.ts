/**
 * The Back key of a touch device (or a swipe from its edge) closes what lies over the page, the topmost first: each
 * layer has an entry of its own in the history, with the same address. Entries that are not needed any more are taken
 * back, so that Back never does nothing.
 */
import { useEffect, useLayoutEffect, useRef } from "react";

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
/** the history is on its way back by an order of `settle`, or of who called `goingBack` */
let isGoing = false;
/** what was open when `goingBack` was called */
let left: readonly Layer[] = [];

/** The address without what it says about the screen itself. */
const screenHere = (): string => location.pathname + (location.hash.split("?")[0] ?? "");

/** How many entries of layers lie over the address's own entry: who goes back from that one passes them first. */
export function layersHere(): number {
  const state: unknown = history.state;
  const count: unknown = typeof state === "object" && state !== null ? Reflect.get(state, LAYERS) : 0;
  return typeof count === "number" ? count : 0;
}

/**
 * The caller goes back now, past as many entries of layers as this returns. Until it is there no entry is added: one that
 * came before the history has moved would be what it goes back from.
 */
export function goingBack(): number {
  left = [...layers];
  if (left.length > 0) isGoing = true;
  return layersHere();
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
  // What lay over the entry that was left goes with it.
  const gone = left.slice(layersHere());
  left = [];
  if (isGoing) layers.splice(0, layers.length, ...layers.filter((layer) => !gone.includes(layer)));
  else while (isBack()) layers.pop()?.close();
  isGoing = false;
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
  useEffect(
    () => (isOpen && matchMedia("(pointer: coarse)").matches ? addLayer(() => latest.current()) : undefined),
    [isOpen],
  );
}
