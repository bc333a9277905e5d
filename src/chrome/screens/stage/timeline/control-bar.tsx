/** The stage control bar (document 1, section 2) with the timeline under it. */
import { IconBrackets, IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type RefObject, useEffect, useState } from "react";
import { selectionPossible } from "#actions/timeline/timeline-actions.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { classes } from "#chrome/kit/classes.ts";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { lateChunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { Tooltip } from "#chrome/kit/popup/tooltip.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { nextStop, scaleWords, zoomStops } from "#domain/timeline/scales.ts";
import { lengthLabel } from "#domain/timeline/strip/stills.ts";
import { durationOf } from "#domain/timeline/time-window.ts";
import { selectedRange } from "#domain/timeline/timeline-state.ts";
import { msPerPxOf } from "#state/timeline-window.ts";
import { ControlTools } from "./control-tools.tsx";
import { SpeedControl } from "./speed-control.tsx";
import css from "./control-bar.module.css";
import { HoverThumbnail } from "./hover-thumbnail.tsx";
import { TimelineStrip } from "./timeline-strip.tsx";
import { Transport } from "./transport.tsx";
import { usePlaybackKeys } from "./use-playback-keys.ts";

export function StageControlBar({ frame }: { readonly frame: RefObject<HTMLElement | null> }) {
  const { hidden } = useProduct();
  const { recordings } = useWorkspace();
  const say = useText();
  usePlaybackKeys(true);
  useEffect(() => void recordings.loadServerZone(), [recordings]);
  return (
    <section className={css.bar} aria-label={say("timeline.bar")} data-control-bar="">
      <HoverThumbnail />
      {hidden.controls ? null : (
        <div className={css.row}>
          <div className={css.side}>
            <SpeedControl />
          </div>
          <Transport />
          <div className={classes(css.side, css.end)}>
            <Selection />
            <ControlTools />
          </div>
        </div>
      )}
      <TimelineStrip frame={frame} />
    </section>
  );
}

const RangeDialog = lateChunk(() => import("./range/range-dialog.tsx"));

/** The length of the chosen range; it opens what types the range and shows its stills. */
function RangeButton() {
  const { stores } = useProduct();
  const say = useText();
  const [isOpen, setOpen] = useState(false);
  const range = useFacts(stores.timeline, ({ state }) => selectedRange(state));
  if (!range) return null;
  const label = say("range.open", { length: lengthLabel(durationOf(range)) });
  return (
    <>
      <Tooltip text={label}>
        <Button tone="quiet" size="small" aria-label={label} onPress={() => setOpen(true)}>
          <span className={css.length}>{lengthLabel(durationOf(range))}</span>
        </Button>
      </Tooltip>
      {isOpen ? (
        <LatePart onClose={() => setOpen(false)}>
          <RangeDialog onClose={() => setOpen(false)} />
        </LatePart>
      ) : null}
    </>
  );
}

function Selection() {
  const { stores } = useProduct();
  const { timeline } = useWorkspace();
  const say = useText();
  const on = useFacts(stores.timeline, (facts) => facts.state.selectionMode);
  const scale = useFacts(stores.timeline, msPerPxOf);
  const width = useFacts(stores.preferences, (facts) => facts.window.widthPx);
  if (!selectionPossible(width)) return null;
  const { count, unit } = scaleWords(scale);
  const name = say(`timeline.scale.${unit}`, { count });
  const ends = (direction: 1 | -1): boolean => nextStop(scale, direction, zoomStops("scales", 1)) === null;
  return (
    <div className={css.group}>
      <IconButton
        size="small"
        label={say("timeline.selection")}
        keys="[ ]"
        selected={on}
        onPress={() => timeline.toggleSelectionMode()}
      >
        <IconBrackets size={16} />
      </IconButton>
      {on ? (
        <>
          <span className={css.zoom}>
            <IconButton
              size="small"
              label={say("timeline.coarser")}
              keys="-"
              isDisabled={ends(-1)}
              onPress={() => timeline.zoom(-1)}
            >
              <IconChevronLeft size={16} />
            </IconButton>
            <output className={css.scale} aria-label={say("timeline.scale", { scale: name })}>
              {name}
            </output>
            <IconButton
              size="small"
              label={say("timeline.finer")}
              keys="+"
              isDisabled={ends(1)}
              onPress={() => timeline.zoom(1)}
            >
              <IconChevronRight size={16} />
            </IconButton>
          </span>
          <RangeButton />
        </>
      ) : null}
    </div>
  );
}
