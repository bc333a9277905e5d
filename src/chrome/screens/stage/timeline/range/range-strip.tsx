/** Over a chosen range: pictures from all of it, in a row above the controls; the one that is pointed at stands out. */
import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { clamp } from "#base/geometry.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { stillTimes } from "#domain/timeline/strip/stills.ts";
import { shareOf } from "#domain/timeline/strip/sight.ts";
import type { TimeWindow } from "#domain/timeline/time-window.ts";
import { formatLocal } from "#domain/timeline/zone.ts";
import type { LaneStream } from "#state/timeline-lanes.ts";
import { zoneOf } from "#state/timeline-store.ts";
import css from "./range.module.css";
import { useStills } from "./use-stills.ts";

const STILL_PX = 128;
const [LEAST, MOST] = [4, 8];

export default function RangeStrip({
  lane,
  range,
  pointedMs,
  x,
}: {
  readonly lane: LaneStream;
  readonly range: TimeWindow;
  readonly pointedMs: number;
  /** the pointer's, CSS px from the bar's left edge */
  readonly x: number;
}) {
  const { stores } = useProduct();
  const zone = namedZone(useFacts(stores.timeline, zoneOf));
  const barPx = useFacts(stores.timeline, ({ rect }) => (rect ? rect.x + rect.width : 0));
  const count = clamp(Math.floor(barPx / STILL_PX), LEAST, MOST);
  const widthPx = Math.min(barPx, count * STILL_PX);
  const times = stillTimes(range, count);
  const stills = useStills(lane.camera, times);
  const pointed = clamp(Math.floor(shareOf(range, pointedMs) * count), 0, count - 1);
  const left = clamp(x - widthPx / 2, 0, Math.max(0, barPx - widthPx));
  return (
    <figure className={css.strip} style={{ width: widthPx, insetInlineStart: left }} data-range-strip="">
      <div className={css.row}>
        {times.map((timeMs, index) => {
          const address = stills[index];
          return (
            <div key={timeMs} className={css.cell} data-pointed={index === pointed || undefined}>
              {address ? <img src={address} alt="" draggable={false} data-still={timeMs} /> : null}
              <time>{formatLocal(timeMs, zone, "HH:mm:ss")}</time>
            </div>
          );
        })}
      </div>
      <figcaption>{lane.name}</figcaption>
    </figure>
  );
}
