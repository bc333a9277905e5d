import { type RefObject, useState } from "react";
import type { ExportActions } from "#actions/recordings/export-actions.ts";
import type { CameraFacts } from "#state/camera-store.ts";
import { type RecordedPicture, useRecordedPicture } from "./use-recorded-picture.ts";

interface OfferedStream {
  /** "" = the camera has none */
  readonly streamId: string;
  readonly picture: RecordedPicture;
  readonly pick: (streamId: string) => void;
}

/**
 * The stream that is exported of a camera: the one that the user has picked, or else the first one that has a picture at this time, its
 * primary one before others. Which one is primary may have been changed since. While an export of the offered one is on its way, or has
 * failed, it stays: another one would stand beside what does not belong to it.
 */
export function useOfferedStream(
  { streams, primaryStreamId }: Pick<CameraFacts, "streams" | "primaryStreamId">,
  element: RefObject<HTMLElement | null>,
  actions: Pick<ExportActions, "picture" | "store">,
  timeMs: number,
): OfferedStream {
  const ids = streams
    .map(({ id }) => id)
    .toSorted((a, b) => Number(b === primaryStreamId) - Number(a === primaryStreamId));
  const [picked, pick] = useState<string | null>(null);
  /** of the streams that have no picture at this time: how many were asked */
  const [asked, setAsked] = useState({ timeMs, without: 0 });
  const without = asked.timeMs === timeMs ? asked.without : 0;
  const streamId = picked ?? ids[without] ?? ids[0] ?? "";
  const next = (): void => {
    const isExported = actions.store.get().byKey[streamId] !== undefined;
    if (picked === null && !isExported && without < ids.length) setAsked({ timeMs, without: without + 1 });
  };
  const picture = useRecordedPicture(element, actions, streamId, timeMs, next);
  return { streamId, picture, pick };
}
