import { type RefObject, useEffect, useState } from "react";
import type { ExportActions } from "#actions/export-actions.ts";

const SETTLE_MS = 400;
const WIDTH_PX = 256;

/** Object URL of a stream's picture at a time, once the element is in sight; null = none (yet). */
export function useRecordedPicture(
  element: RefObject<HTMLElement | null>,
  actions: ExportActions,
  streamId: string,
  timeMs: number,
): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const watched = element.current;
    if (!watched || streamId === "") return;
    const leave = new AbortController();
    let made: string | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async (): Promise<void> => {
      const picture = await actions.picture(streamId, timeMs, WIDTH_PX, leave.signal);
      if (leave.signal.aborted) return;
      made = picture ? URL.createObjectURL(picture) : null;
      setUrl(made);
    };
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      // Whoever types a time does not want a picture per key.
      timer = setTimeout(() => void load(), SETTLE_MS);
    });
    observer.observe(watched);
    return () => {
      leave.abort();
      clearTimeout(timer);
      observer.disconnect();
      setUrl(null);
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [element, actions, streamId, timeMs]);
  return url;
}
