import { type RefObject, useEffect, useState } from "react";
import type { ExportActions } from "#actions/recordings/export-actions.ts";

const SETTLE_MS = 400;
const WIDTH_PX = 256;

export interface RecordedPicture {
  /** object URL; null = none */
  readonly address: string | null;
  /** the picture may still arrive */
  readonly isLoading: boolean;
}

const loading: RecordedPicture = { address: null, isLoading: true };

/** The picture of a stream at a time, loaded when the element is in sight. */
export function useRecordedPicture(
  element: RefObject<HTMLElement | null>,
  actions: ExportActions,
  streamId: string,
  timeMs: number,
): RecordedPicture {
  const [picture, setPicture] = useState(loading);
  useEffect(() => {
    const watched = element.current;
    if (!watched || streamId === "") return;
    const leave = new AbortController();
    let made: string | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async (): Promise<void> => {
      const blob = await actions.picture(streamId, timeMs, WIDTH_PX, leave.signal);
      if (leave.signal.aborted) return;
      made = blob ? URL.createObjectURL(blob) : null;
      setPicture({ address: made, isLoading: false });
    };
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      // While the user types a time, no picture is requested for each key.
      timer = setTimeout(() => void load(), SETTLE_MS);
    });
    observer.observe(watched);
    return () => {
      leave.abort();
      clearTimeout(timer);
      observer.disconnect();
      setPicture(loading);
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [element, actions, streamId, timeMs]);
  return picture;
}
