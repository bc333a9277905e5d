/**
 * The picture at the time under the pointer, of the camera whose lane it points at, with name and time. It stands above
 * the controls and never over them. Over a chosen range it is a strip of pictures from all of it.
 */
import { useEffect, useReducer } from "react";
import { epochMs } from "#actions/epoch.ts";
import { THUMBNAIL_WIDTH_PX } from "#actions/timeline/thumbnail-feed.ts";
import { lateChunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { clamp } from "#base/geometry.ts";
import { RULER_PX } from "#domain/timeline/strip/grips.ts";
import { laneAt } from "#domain/timeline/strip/lane-rows.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { thumbnailStepMs, thumbnailTime } from "#domain/timeline/strip/thumbnails.ts";
import { xToTime } from "#domain/timeline/time-window.ts";
import { selectedRange } from "#domain/timeline/timeline-state.ts";
import { formatLocal } from "#domain/timeline/zone.ts";
import { laneStreams, type LaneStream } from "#state/timeline-lanes.ts";
import { zoneOf } from "#state/timeline-store.ts";
import { timelineWindow } from "#state/timeline-window.ts";
import css from "./timeline-strip.module.css";
import { useLanePlan, useLanes } from "./use-lanes.ts";

const RangeStrip = lateChunk(() => import("./range/range-strip.tsx"));

/** A pointer that only passes over the timeline requests nothing. */
const REST_MS = 40;

export function HoverThumbnail() {
  const { stores } = useProduct();
  const { timeline } = useWorkspace();
  const share = useFacts(stores.timeline, (facts) => facts.hoverShare);
  // Time advances under a pointer that rests.
  useFacts(stores.timeline, (facts) => (facts.hoverShare === null ? 0 : facts.shownSecond));
  const lane = useHoveredLane();
  const rect = useFacts(stores.timeline, (facts) => facts.rect);
  if (share === null || !lane || !rect) return null;
  const window = timelineWindow(stores.timeline.get(), epochMs());
  const atX = share * rect.width;
  const pointedMs = xToTime(window, rect.width, atX);
  const timeMs = thumbnailTime(pointedMs, thumbnailStepMs(window, rect.width));
  // There is no picture of a time in the future.
  if (timeMs > timeline.nowMs()) return null;
  const range = selectedRange(stores.timeline.get().state);
  if (range && pointedMs >= range.startMs && pointedMs <= range.stopMs)
    return (
      <LatePart>
        <RangeStrip lane={lane} range={range} pointedMs={pointedMs} x={rect.x + atX} />
      </LatePart>
    );
  const half = THUMBNAIL_WIDTH_PX / 2;
  const x = rect.x + clamp(atX, half, Math.max(half, rect.width - half));
  return <Picture lane={lane} timeMs={timeMs} x={x} />;
}

/** The camera of the lane under the pointer; on the ruler, and where all share one lane, the focused one or the first. */
function useHoveredLane(): LaneStream | null {
  const { stores } = useProduct();
  const lanes = useLanes();
  const plan = useLanePlan(lanes);
  const px = useFacts(stores.timeline, (facts) => facts.hoverPx);
  const isOne = useFacts(stores.timeline, (facts) => facts.lanes === "one");
  const focused = useFacts(stores.stage, (facts) => {
    const [first] = laneStreams(facts, stores.cameras.get(), stores.servers.get(), "selected");
    return first?.streamId ?? null;
  });
  const index = px === null || isOne ? null : laneAt(plan, px - RULER_PX);
  return (index === null ? lanes.find(({ streamId }) => streamId === focused) : lanes[index]) ?? null;
}

function Picture({ lane, timeMs, x }: { readonly lane: LaneStream; readonly timeMs: number; readonly x: number }) {
  const say = useText();
  const { stores } = useProduct();
  const { thumbnails } = useWorkspace();
  const { streamId } = lane;
  const zone = useFacts(stores.timeline, zoneOf);
  const [, came] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setTimeout(() => thumbnails.want(streamId, timeMs, came), REST_MS);
    return () => clearTimeout(timer);
  }, [thumbnails, streamId, timeMs]);
  const address = thumbnails.get(streamId, timeMs);
  const isDamaged = useFacts(stores.timeline, ({ damaged }) =>
    (damaged[streamId] ?? []).some((one) => one.startMs <= timeMs && one.stopMs > timeMs),
  );
  return (
    <figure
      className={css.thumbnail}
      style={{ width: THUMBNAIL_WIDTH_PX, insetInlineStart: x - THUMBNAIL_WIDTH_PX / 2 }}
    >
      {address ? <img src={address} alt="" draggable={false} data-thumbnail={timeMs} /> : null}
      <figcaption data-thumbnail-caption="">
        <span>{lane.name}</span>
        <time>{formatLocal(timeMs, namedZone(zone), "HH:mm:ss")}</time>
        {isDamaged ? <span>{say("timeline.damaged")}</span> : null}
      </figcaption>
    </figure>
  );
}
