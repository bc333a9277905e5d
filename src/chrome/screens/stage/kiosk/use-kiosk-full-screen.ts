import { type RefObject, useEffect, useState } from "react";
import { useMedia } from "#chrome/kit/browser/use-media.ts";

/** By then a user who sees the wall in a window has read the hint. */
const HINT_MS = 8_000;
/** Browsers give full screen to a gesture only, and a finger's begins to be one when it is lifted. */
const GESTURES = ["pointerdown", "pointerup", "keydown"] as const;

/**
 * Makes the element full screen with the first gesture that the browser takes for one: after each load, for a reload leaves full
 * screen. Whoever leaves it afterwards is let. True while a hint of that should show; never where the browser itself is
 * full screen already (started with --kiosk).
 */
export function useKioskFullScreen(element: RefObject<HTMLElement | null>): boolean {
  const isFull = useMedia("(display-mode: fullscreen)");
  const [hinted, setHinted] = useState(() => document.fullscreenEnabled);
  useEffect(() => {
    let asked = false;
    const timer = setTimeout(() => setHinted(false), HINT_MS);
    const end = (): void => {
      clearTimeout(timer);
      for (const name of GESTURES) window.removeEventListener(name, enter);
    };
    const enter = (): void => {
      const { current } = element;
      if (asked || document.fullscreenElement || !document.fullscreenEnabled || !current) return;
      asked = true;
      current.requestFullscreen().then(
        () => {
          end();
          setHinted(false);
        },
        () => {
          // Not every key is a gesture: the next one may be.
          asked = false;
        },
      );
    };
    for (const name of GESTURES) window.addEventListener(name, enter);
    return end;
  }, [element]);
  return hinted && !isFull;
}
