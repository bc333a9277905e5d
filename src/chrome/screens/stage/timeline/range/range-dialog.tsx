/**
 * The chosen range in numbers, and its stills: 4 to 64 of them, to find by eye when something has changed. Where the
 * timeline is too narrow for a selection, the range is this dialog's own, and begins as 30 s about the playhead.
 */
import { IconZoomIn } from "@tabler/icons-react";
import { useState } from "react";
import { epochMs } from "#actions/epoch.ts";
import { selectionPossible } from "#actions/timeline/timeline-actions.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { Dialog } from "#chrome/kit/dialog/dialog.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { canLookCloser, closerRange, lengthLabel, STILL_COUNTS, stillTimes } from "#domain/timeline/strip/stills.ts";
import { rangeAbout, rangeOfLength } from "#domain/timeline/strip/selection.ts";
import { durationOf, type TimeWindow } from "#domain/timeline/time-window.ts";
import { selectedRange } from "#domain/timeline/timeline-state.ts";
import { formatLocal } from "#domain/timeline/zone.ts";
import { laneStreams } from "#state/timeline-lanes.ts";
import { timelineTime, zoneOf } from "#state/timeline-store.ts";
import { useCycleWaits } from "#chrome/screens/stage/use-cycle-waits.ts";
import { useExport } from "../use-export.ts";
import { useLanes } from "../use-lanes.ts";
import { RangeFields } from "./range-fields.tsx";
import css from "./range.module.css";
import { useStills } from "./use-stills.ts";

const COUNTS = STILL_COUNTS.map((count) => ({ id: String(count), label: String(count) }));
const FIRST_COUNT = "9";
/** On a phone nine stills would be smaller than what a finger hits. */
const FIRST_COUNT_NARROW = "4";

/** Lengths that are chosen by one press. */
const LENGTHS_MS = [30_000, 60_000, 5 * 60_000, 15 * 60_000];

export default function RangeDialog({ onClose }: { readonly onClose: () => void }) {
  const { stores } = useProduct();
  const { timeline } = useWorkspace();
  const say = useText();
  const selected = useFacts(stores.timeline, ({ state }) => selectedRange(state));
  const onTape = useFacts(stores.preferences, (facts) => selectionPossible(facts.window.widthPx));
  const [own, setOwn] = useState(() => rangeAbout(timelineTime(stores.timeline.get(), epochMs()), timeline.nowMs()));
  /** looked at more closely; null: all of the range */
  const [closer, setCloser] = useState<TimeWindow | null>(null);
  /** whose stills: at first those of the chosen player */
  const [wanted, setWanted] = useState(() => {
    const [chosen] = laneStreams(stores.stage.get(), stores.cameras.get(), stores.servers.get(), "selected");
    return chosen?.camera ?? null;
  });
  const { open, count } = useExport();
  useCycleWaits(true);
  const range = selected ?? own;
  const choose = (next: TimeWindow): void => {
    setCloser(null);
    if (onTape) timeline.select(next);
    else setOwn(next);
  };
  return (
    <Dialog
      title={say("range.title")}
      isOpen
      onClose={onClose}
      wide
      actions={
        <>
          <Button onPress={onClose}>{say("app.close")}</Button>
          <Button
            tone="primary"
            isDisabled={count === 0}
            onPress={() => {
              onClose();
              open(closer ?? range);
            }}
          >
            {say("timeline.exportRange")}
          </Button>
        </>
      }
    >
      <RangeFields range={range} onChoose={choose} />
      <fieldset className={css.lengths} aria-label={say("range.length")}>
        {LENGTHS_MS.map((lengthMs) => (
          <Button
            key={lengthMs}
            size="small"
            aria-pressed={durationOf(range) === lengthMs}
            onPress={() => choose(rangeOfLength(range, lengthMs, timeline.nowMs()))}
          >
            {lengthLabel(lengthMs)}
          </Button>
        ))}
      </fieldset>
      <Stills
        key={`${range.startMs}-${range.stopMs}`}
        range={range}
        wanted={wanted}
        onWanted={setWanted}
        firstCount={onTape ? FIRST_COUNT : FIRST_COUNT_NARROW}
        closer={closer}
        onCloser={setCloser}
        onClose={onClose}
      />
    </Dialog>
  );
}

function Stills(props: {
  readonly range: TimeWindow;
  readonly wanted: string | null;
  readonly onWanted: (camera: string) => void;
  readonly firstCount: string;
  readonly closer: TimeWindow | null;
  readonly onCloser: (closer: TimeWindow | null) => void;
  readonly onClose: () => void;
}) {
  const { range, closer, onCloser: setCloser, onClose } = props;
  const { stores } = useProduct();
  const { timeline } = useWorkspace();
  const say = useText();
  const lanes = useLanes();
  const zone = namedZone(useFacts(stores.timeline, zoneOf));
  const [count, setCount] = useState(props.firstCount);
  const lane = lanes.find(({ camera }) => camera === props.wanted) ?? lanes[0];
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
          onChange={props.onWanted}
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
                aria-label={say("range.go", { time }) + (address === null ? `, ${say("range.none")}` : "")}
                onClick={() => go(timeMs)}
              >
                {address ? (
                  <img src={address} alt="" draggable={false} data-still={timeMs} />
                ) : (
                  <span className={css.blank} aria-hidden="true">
                    {address === null ? say("range.none") : "…"}
                  </span>
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
