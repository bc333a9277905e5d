import { type RefObject, useCallback, useEffect, useState } from "react";

/** Rows beyond the edges that are rendered all the same, so that scrolling and tabbing meet no gaps. */
const OVERSCAN = 4;
/** The height that counts as visible before there is a layout. */
const FIRST_SCREEN_PX = 800;

interface RowWindow {
  /** the rows to render: from first, up to but without end */
  readonly first: number;
  readonly end: number;
  /** the distance from row to row including the gap, CSS px */
  readonly pitch: number;
  /** a ref for one element of the first row: all rows have its height */
  readonly measure: (element: HTMLElement | null) => void;
}

/**
 * Computes which of many rows of equal height are visible in their scrolling element. `list` contains the rows;
 * elements above it in the scrolling element count too. `guess`: a row's height until it is measured.
 */
export function useRowWindow(
  scroll: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  rows: number,
  guess: number,
  gap: number,
): RowWindow {
  const [height, setHeight] = useState({ guess, px: guess });
  const pitch = (height.guess === guess ? height.px : guess) + gap;
  const [seen, setSeen] = useState({ top: 0, height: FIRST_SCREEN_PX });

  useEffect(() => {
    const element = scroll.current;
    if (!element) return;
    const look = (): void => {
      const above = list.current?.offsetTop ?? 0;
      // A negative value: the list begins further down, below the lists of other servers.
      const next = { top: element.scrollTop - above, height: element.clientHeight || FIRST_SCREEN_PX };
      // In steps of half a screen: React renders when rows appear and disappear, not for each pixel.
      setSeen((before) => (before.height === next.height && Math.abs(before.top - next.top) < pitch ? before : next));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    // Elements above the list appear and disappear, and only the height of the content reports that.
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scroll, list, pitch]);

  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const observer = new ResizeObserver(() => {
        const px = element.offsetHeight;
        if (px > 0) setHeight((before) => (before.guess === guess && before.px === px ? before : { guess, px }));
      });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [guess],
  );

  const first = Math.max(0, Math.min(rows - 1, Math.floor(seen.top / pitch)) - OVERSCAN);
  // One row is always rendered, because its height is measured.
  const end = Math.min(rows, Math.max(first + 1, Math.ceil((seen.top + seen.height) / pitch) + 1 + OVERSCAN));
  return { first, end, pitch, measure };
}
