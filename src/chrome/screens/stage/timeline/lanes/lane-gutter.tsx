/**
 * The names of the lanes, beside them. They scroll together; a name selects its camera's tile. Above them: which lanes
 * are shown, and the legend.
 */
import { IconCheck, IconInfoCircle, IconStack2 } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { MenuItem, MenuPopup, MenuTrigger } from "#chrome/kit/popup/menu.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { RULER_PX } from "#domain/timeline/strip/grips.ts";
import { laneAt } from "#domain/timeline/strip/lane-rows.ts";
import { cameraKey } from "#state/camera-store.ts";
import type { LaneChoice } from "#state/timeline-store.ts";
import { useLanePlan, useLanes } from "../use-lanes.ts";
import { Legend } from "./legend.tsx";
import css from "./lanes.module.css";

const CHOICES: readonly LaneChoice[] = ["all", "selected", "one"];

export default function LaneGutter() {
  const say = useText();
  const [hasLegend, setLegend] = useState(false);
  return (
    <div className={css.gutter} data-lane-gutter="">
      <div className={css.head}>
        <Choice />
        <IconButton
          size="small"
          label={say("timeline.legend")}
          aria-expanded={hasLegend}
          onPress={() => setLegend(!hasLegend)}
        >
          <IconInfoCircle size={14} />
        </IconButton>
      </div>
      <Names />
      {hasLegend ? <Legend onClose={() => setLegend(false)} /> : null}
    </div>
  );
}

function Choice() {
  const { stores } = useProduct();
  const { timeline } = useWorkspace();
  const say = useText();
  const lanes = useFacts(stores.timeline, (facts) => facts.lanes);
  return (
    <MenuTrigger>
      <IconButton size="small" label={say(`timeline.lanes.${lanes}`)}>
        <IconStack2 size={14} />
      </IconButton>
      <MenuPopup label={say("timeline.lanes")} placement="top end">
        {CHOICES.map((choice) => (
          <MenuItem
            key={choice}
            label={say(`timeline.lanes.${choice}`)}
            icon={choice === lanes ? <IconCheck size={16} /> : <IconCheck size={16} visibility="hidden" />}
            onAction={() => timeline.setLanes(choice)}
          />
        ))}
      </MenuPopup>
    </MenuTrigger>
  );
}

function Names() {
  const { stores } = useProduct();
  const { timeline, stage } = useWorkspace();
  const say = useText();
  const box = useRef<HTMLDivElement>(null);
  const lanes = useLanes();
  const plan = useLanePlan(lanes);
  const isOne = useFacts(stores.timeline, (facts) => facts.lanes === "one");
  const hovered = useFacts(stores.timeline, ({ hoverPx }) =>
    hoverPx === null ? null : laneAt(plan, hoverPx - RULER_PX),
  );
  const focused = useFacts(stores.stage, ({ grid, focusedTileId }) => {
    const cell = focusedTileId === null ? null : cellById(grid, focusedTileId);
    return cell ? cameraKey(cell.camera) : null;
  });
  // Cameras that leave the stage may leave the list scrolled beyond its end.
  useEffect(() => {
    const scrollPx = Math.min(box.current?.scrollTop ?? 0, plan.contentPx);
    if (scrollPx !== stores.timeline.get().laneScrollPx) timeline.scrollLanes(scrollPx);
  }, [timeline, stores, plan.contentPx]);
  const select = (camera: string): void => {
    const cell = stores.stage.get().grid.cells.find((each) => cameraKey(each.camera) === camera);
    if (cell) stage.focus(cell.id);
  };
  const rows = isOne
    ? lanes.slice(0, 1).map(({ streamId }) => ({ streamId, camera: null, name: say("timeline.lane.one") }))
    : lanes;
  return (
    <div ref={box} className={css.names} onScroll={(event) => timeline.scrollLanes(event.currentTarget.scrollTop)}>
      <ul className={css.list} aria-label={say("timeline.lanes")} style={{ height: plan.contentPx }}>
        {rows.map(({ streamId, camera, name }, index) => (
          <li key={streamId} style={{ height: plan.slotPx }}>
            <button
              type="button"
              className={css.name}
              title={name}
              data-hovered={hovered === index || undefined}
              data-selected={(camera !== null && focused === camera) || undefined}
              aria-pressed={camera === null ? undefined : focused === camera}
              onClick={() => camera !== null && select(camera)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
