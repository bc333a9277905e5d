/** The picture of the focused camera at the time under the pointer. */
import { useEffect, useReducer } from "react";
import { epochMs } from "#actions/epoch.ts";
import { THUMBNAIL_WIDTH_PX } from "#actions/timeline/thumbnail-feed.ts";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { clamp } from "#base/geometry.ts";
import { thumbnailStepMs, thumbnailTime } from "#domain/timeline/thumbnails.ts";
import { xToTime } from "#domain/timeline/time-window.ts";
import { laneStreams } from "#state/timeline-lanes.ts";
import { timelineWindow } from "#state/timeline-window.ts";
import css from "./control-bar.module.css";

/** A pointer that only passes over the timeline requests nothing. */
const REST_MS = 40;

export function HoverThumbnail() {
  const { stores } = useProduct();
  const { timeline } = useWorkspace();
  const share = useFacts(stores.timeline, (facts) => facts.hoverShare);
  // Time advances under a pointer that rests.
  useFacts(stores.timeline, (facts) => (facts.hoverShare === null ? 0 : facts.shownSecond));
  const streamId = useFacts(stores.stage, (facts) => {
    // The focused camera; without one, the first of the lanes.
    const [first] = laneStreams(facts, stores.cameras.get(), stores.servers.get(), "selected");
    return first?.streamId ?? null;
  });
  const rect = useFacts(stores.timeline, (facts) => facts.rect);
  if (share === null || streamId === null || !rect) return null;
  const window = timelineWindow(stores.timeline.get(), epochMs());
  const atX = share * rect.width;
  const timeMs = thumbnailTime(xToTime(window, rect.width, atX), thumbnailStepMs(window, rect.width));
  // There is no picture of a time in the future.
  if (timeMs > timeline.nowMs()) return null;
  const half = THUMBNAIL_WIDTH_PX / 2;
  const x = clamp(atX, half, Math.max(half, rect.width - half));
  return <Picture streamId={streamId} timeMs={timeMs} x={x} />;
}

function Picture({ streamId, timeMs, x }: { readonly streamId: string; readonly timeMs: number; readonly x: number }) {
  const { thumbnails } = useWorkspace();
  const [, came] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setTimeout(() => thumbnails.want(streamId, timeMs, came), REST_MS);
    return () => clearTimeout(timer);
  }, [thumbnails, streamId, timeMs]);
  const address = thumbnails.get(streamId, timeMs);
  if (!address) return null;
  return (
    <img
      className={css.thumbnail}
      src={address}
      alt=""
      draggable={false}
      data-thumbnail={timeMs}
      style={{ width: THUMBNAIL_WIDTH_PX, insetInlineStart: x - THUMBNAIL_WIDTH_PX / 2 }}
    />
  );
}
