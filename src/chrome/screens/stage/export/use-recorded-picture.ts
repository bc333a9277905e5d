import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { ExportActions } from "#actions/recordings/export-actions.ts";

const SETTLE_MS = 400;
const WIDTH_PX = 256;
/** What failed is asked for again after these times; the last one goes on. */
const AGAIN_MS = [2_000, 5_000, 15_000] as const;

export interface RecordedPicture {
  /** object URL; null = none */
  readonly address: string | null;
  /** the picture may still arrive */
  readonly isLoading: boolean;
}

const loading: RecordedPicture = { address: null, isLoading: true };

/**
 * The picture of a stream at a time, loaded when the element is in sight, and again while nobody could tell it. `onMissing`: there is none at
 * that time.
 */
export function useRecordedPicture(
  element: RefObject<HTMLElement | null>,
  actions: Pick<ExportActions, "picture">,
  streamId: string,
  timeMs: number,
  onMissing: () => void = () => undefined,
): RecordedPicture {
  const [picture, setPicture] = useState(loading);
  const missing = useEffectEvent(onMissing);
  useEffect(() => {
    const watched = element.current;
    if (!watched || streamId === "") return;
    const leave = new AbortController();
    let made: string | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async (failures: number): Promise<void> => {
      const answer = await actions.picture(streamId, timeMs, WIDTH_PX, leave.signal);
      if (leave.signal.aborted) return;
      if (answer === "failed") {
        timer = setTimeout(() => void load(failures + 1), AGAIN_MS[Math.min(failures, AGAIN_MS.length - 1)]);
        return;
      }
      made = answer ? URL.createObjectURL(answer) : null;
      setPicture({ address: made, isLoading: false });
      if (made === null) missing();
    };
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      // While the user types a time, no picture is requested for each key.
      timer = setTimeout(() => void load(0), SETTLE_MS);
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
