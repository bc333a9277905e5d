/** The chosen range in numbers, and its stills: 4 to 64 of them, to find by eye when something has changed. */
import { IconZoomIn } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "#chrome/kit/button/button.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { ClosingDialog } from "#chrome/kit/dialog/closing-dialog.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { canLookCloser, closerRange, STILL_COUNTS, stillTimes } from "#domain/timeline/strip/stills.ts";
import type { TimeWindow } from "#domain/timeline/time-window.ts";
import { selectedRange } from "#domain/timeline/timeline-state.ts";
import { formatLocal } from "#domain/timeline/zone.ts";
import { zoneOf } from "#state/timeline-store.ts";
import { useCycleWaits } from "#chrome/screens/stage/use-cycle-waits.ts";
import { useLanes } from "../use-lanes.ts";
import { RangeFields } from "./range-fields.tsx";
import css from "./range.module.css";
import { useStills } from "./use-stills.ts";

const COUNTS = STILL_COUNTS.map((count) => ({ id: String(count), label: String(count) }));
const FIRST_COUNT = "9";

export default function RangeDialog({ onClose }: { readonly onClose: () => void }) {
  const { stores } = useProduct();
  const say = useText();
  const range = useFacts(stores.timeline, ({ state }) => selectedRange(state));
  useCycleWaits(true);
  return (
    <ClosingDialog title={say("range.title")} onClose={onClose} wide closeLabel={say("app.close")}>
      {range ? (
        <>
          <RangeFields range={range} />
          <Stills key={`${range.startMs}-${range.stopMs}`} range={range} onClose={onClose} />
        </>
      ) : null}
    </ClosingDialog>
  );
}

function Stills({ range, onClose }: { readonly range: TimeWindow; readonly onClose: () => void }) {
  const { stores } = useProduct();
  const { timeline } = useWorkspace();
  const say = useText();
  const lanes = useLanes();
  const zone = namedZone(useFacts(stores.timeline, zoneOf));
  const [wanted, setCamera] = useState<string | null>(null);
  const [count, setCount] = useState(FIRST_COUNT);
  /** looked at more closely; null: all of the range */
  const [closer, setCloser] = useState<TimeWindow | null>(null);
  const lane = lanes.find(({ camera }) => camera === wanted) ?? lanes[0];
  const shown = closer ?? range;
  const times = stillTimes(shown, Number(count));
  const stills = useStills(lane?.camera ?? null, times);
  if (!lane) return <p>{say("range.noCamera")}</p>;
  const go = (timeMs: number): void => {
    timeline.seek(timeMs, "jump");
    onClose();
  };
  return (
    <>
      <div className={css.head}>
        <h3>{say("range.stills")}</h3>
        {closer ? (
          <Button size="small" onPress={() => setCloser(null)}>
            {say("range.back")}
          </Button>
        ) : null}
        <Select
          label={say("range.camera")}
          options={lanes.map(({ camera, name }) => ({ id: camera, label: name }))}
          value={lane.camera}
          onChange={setCamera}
        />
        <Select label={say("range.count")} options={COUNTS} value={count} onChange={setCount} />
      </div>
      <ul
        className={css.grid}
        aria-label={say("range.stills")}
        style={{ gridTemplateColumns: `repeat(${Math.sqrt(Number(count))}, 1fr)` }}
      >
        {times.map((timeMs, index) => {
          const address = stills[index];
          const time = formatLocal(timeMs, zone, "HH:mm:ss");
          return (
            <li key={timeMs}>
              <button
                type="button"
                className={css.still}
                aria-label={say("range.go", { time })}
                onClick={() => go(timeMs)}
              >
                {address ? (
                  <img src={address} alt="" draggable={false} data-still={timeMs} />
                ) : (
                  <span className={css.blank}>{address === null ? say("range.none") : "…"}</span>
                )}
                <time>{time}</time>
              </button>
              {canLookCloser(shown) ? (
                <span className={css.closer}>
                  <IconButton
                    size="small"
                    label={say("range.closer")}
                    onPress={() => setCloser(closerRange(shown, Number(count), index))}
                  >
                    <IconZoomIn size={14} />
                  </IconButton>
                </span>
              ) : null}
            </li>
          );
        })}
      </ul>
    </>
  );
}
