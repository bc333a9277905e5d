import { type RefObject, useEffect, useState } from "react";
import { useMedia } from "#chrome/kit/browser/use-media.ts";

/** After this time a user who sees the wall in a window has read the hint. */
const HINT_MS = 8_000;
/** Browsers grant full screen only on a gesture, and a touch counts as one only when the finger is lifted. */
const GESTURES = ["pointerdown", "pointerup", "keydown"] as const;

/**
 * Makes the element full screen on the first gesture that the browser accepts. This happens after each load, because a
 * reload leaves full screen. A user who leaves it afterwards may do so. The result is true while a hint about it should
 * show; it is never true where the browser itself is full screen already (started with --kiosk).
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
          // Not every key counts as a gesture; the next one may.
          asked = false;
        },
      );
    };
    for (const name of GESTURES) window.addEventListener(name, enter);
    return end;
  }, [element]);
  return hinted && !isFull;
}
