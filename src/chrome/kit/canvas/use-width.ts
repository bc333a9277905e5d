import { type RefObject, useEffect, useState } from "react";

/** An element's width in whole CSS px; updates when it changes. 0 until the width is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
