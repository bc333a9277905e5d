import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from "react";

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
  // Before it is known where the list lies it has one row: an aggregator's page has a list for each of its servers.
  const [seen, setSeen] = useState({ first: 0, end: 0 });

  const look = useCallback((): void => {
    // At the first render the scrolling element, which is further out, is not known yet: it is at its beginning then.
    const element = scroll.current;
    // Negative: the list begins further down, below the lists of other servers.
    const top = (element?.scrollTop ?? 0) - (list.current?.offsetTop ?? 0);
    const bottom = top + (element?.clientHeight || FIRST_SCREEN_PX);
    const within = (row: number): number => Math.min(rows, Math.max(0, row));
    const next = { first: within(Math.floor(top / pitch)), end: within(Math.ceil(bottom / pitch) + 1 + OVERSCAN) };
    // React renders when rows appear and disappear, not for each pixel, and no list that is out of sight.
    // oxlint-disable-next-line react/set-state-in-effect
    setSeen((before) => (before.first === next.first && before.end === next.end ? before : next));
  }, [scroll, list, pitch, rows]);
  // Where it lies is known only from the layout; it is drawn once, with the rows that are in sight.
  useLayoutEffect(look, [look]);
  useEffect(() => {
    const element = scroll.current;
    if (!element) return;
    // The observer also calls once when it begins.
    const observer = new ResizeObserver(look);
    observer.observe(element);
    // Elements above the list appear and disappear, and only the height of the content reports that.
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scroll, look]);

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

  const first = Math.max(0, Math.min(rows - 1, seen.first) - OVERSCAN);
  // One row is always rendered, because its height is measured.
  const end = Math.min(rows, Math.max(first + 1, seen.end));
  return { first, end, pitch, measure };
}
