import { type RefObject, useCallback, useEffect, useState } from "react";

/** Rows beyond the edges that exist all the same, so that scrolling and tabbing meet no holes. */
const OVERSCAN = 4;
/** What counts as seen before there is a layout. */
const FIRST_SCREEN_PX = 800;

export interface RowWindow {
  /** rows that exist: from first, up to but without end */
  readonly first: number;
  readonly end: number;
  /** from row to row, gap included, CSS px */
  readonly pitch: number;
  /** given to one element of the first row: the height that all rows have */
  readonly measure: (element: HTMLElement | null) => void;
}

/**
 * Which of many rows of one height are in sight of their scrolling element. `list` holds the rows; what stands above it in
 * the scrolling element counts. `guess`: a row's height until it is measured.
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
      // Negative: the list begins further down, with lists of other servers above it.
      const next = { top: element.scrollTop - above, height: element.clientHeight || FIRST_SCREEN_PX };
      // By half screens: React renders when rows come and go, not for each pixel.
      setSeen((before) => (before.height === next.height && Math.abs(before.top - next.top) < pitch ? before : next));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    // What is above comes and goes: the content's height says so.
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
  // One row is always there: its height is measured.
  const end = Math.min(rows, Math.max(first + 1, Math.ceil((seen.top + seen.height) / pitch) + 1 + OVERSCAN));
  return { first, end, pitch, measure };
}
