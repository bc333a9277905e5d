/**
 * The right end of the stage control bar: zone, events, marks, date, export, with their dialogs. A narrow window keeps
 * date and export and moves the others into a menu. Where no range can be selected on the timeline, the menu also opens
 * the dialogs in which a range is chosen.
 */
import {
  IconBookmarkPlus,
  IconBookmarks,
  IconBrackets,
  IconCalendarTime,
  IconClockHour4,
  IconDots,
  IconFileExport,
  IconLayoutList,
} from "@tabler/icons-react";
import { useState } from "react";
import { selectionPossible } from "#actions/timeline/timeline-actions.ts";
import { lateChunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { Button } from "#chrome/kit/button/button.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { MenuItem, MenuPopup, MenuSeparator, MenuTrigger } from "#chrome/kit/popup/menu.tsx";
import { Tooltip } from "#chrome/kit/popup/tooltip.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFailureText } from "#chrome/texts/use-failure-text.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { exportPossible, exportRange } from "#domain/recordings/export-rules.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { rangeAbout } from "#domain/timeline/strip/selection.ts";
import { selectedRange } from "#domain/timeline/timeline-state.ts";
import { zoneName } from "#domain/timeline/zone.ts";
import { zoneOf } from "#state/timeline-store.ts";
import { useCycleWaits } from "../use-cycle-waits.ts";
import css from "./control-bar.module.css";
import { useBookmarkNow } from "../use-bookmark-now.ts";
import { useExport } from "./use-export.ts";
import { useLanes } from "./use-lanes.ts";

// These dialogs are loaded late, so that the first picture does not wait for them.
const dialogs = {
  date: lateChunk(() => import("./picker/date-picker-dialog.tsx")),
  events: lateChunk(() => import("./events-dialog.tsx")),
  marks: lateChunk(() => import("./marks-dialog.tsx")),
  range: lateChunk(() => import("./range/range-dialog.tsx")),
};

type ToolDialog = keyof typeof dialogs;

export function ControlTools() {
  const say = useText();
  const [dialog, setDialog] = useState<ToolDialog | null>(null);
  // Marks, events and days are those of the cameras that were on the stage when the dialog was opened.
  useCycleWaits(dialog !== null);
  const bookmark = useBookmarkNow();
  const lanes = useLanes().length;
  const close = (): void => setDialog(null);
  const Shown = dialog && dialogs[dialog];
  return (
    <div className={css.group}>
      <span className={css.wideOnly}>
        <ZoneButton />
      </span>
      <span className={css.wideOnly}>
        <IconButton size="small" label={say("timeline.events")} onPress={() => setDialog("events")}>
          <IconLayoutList size={16} />
        </IconButton>
      </span>
      <span className={css.wideOnly}>
        <IconButton
          size="small"
          label={say("marks.now")}
          keys="b"
          isDisabled={lanes === 0}
          onPress={() => void bookmark.set()}
        >
          <IconBookmarkPlus size={16} />
        </IconButton>
      </span>
      <span className={css.wideOnly}>
        <IconButton size="small" label={say("marks.title")} onPress={() => setDialog("marks")}>
          <IconBookmarks size={16} />
        </IconButton>
      </span>
      <IconButton size="small" label={say("timeline.pick")} keys="g" onPress={() => setDialog("date")}>
        <IconCalendarTime size={16} />
      </IconButton>
      <ExportButton />
      <span className={css.narrowOnly}>
        <MoreMenu onDialog={setDialog} />
      </span>
      {Shown ? (
        <LatePart key={dialog} onClose={close}>
          <Shown onClose={close} />
        </LatePart>
      ) : null}
    </div>
  );
}

/** The time zone of all displayed times, in words, and the switch to the other zone. */
function useZoneChoice() {
  const { stores } = useProduct();
  const { timeline, recordings } = useWorkspace();
  const say = useText();
  const whose = useFacts(stores.timeline, (each) => each.zone);
  const zone = useFacts(stores.timeline, zoneOf);
  const other = whose === "browser" ? "server" : "browser";
  const words = say("timeline.zone", {
    zone,
    whose: say(`timeline.zone.${whose}`),
    other: say(`timeline.zone.${other}`),
  });
  const toggle = (): void => {
    // The server may have been unavailable when the bar was mounted.
    if (other === "server") void recordings.loadServerZone();
    timeline.setZone(other);
  };
  return { zone, whose, words, toggle };
}

function ZoneButton() {
  const { stores } = useProduct();
  const { zone, whose, words, toggle } = useZoneChoice();
  const hour = useFacts(stores.timeline, (each) => Math.floor(each.shownSecond / 3600));
  return (
    <Tooltip text={words}>
      <Button tone="quiet" size="small" aria-label={words} onPress={toggle}>
        <span className={css.zone} data-zone={whose}>
          {zoneName(hour * 3_600_000, namedZone(zone))}
        </span>
      </Button>
    </Tooltip>
  );
}

function MoreMenu({ onDialog }: { readonly onDialog: (dialog: ToolDialog) => void }) {
  const { stores } = useProduct();
  const say = useText();
  const width = useFacts(stores.preferences, (facts) => facts.window.widthPx);
  const zone = useZoneChoice();
  const { openAround, count, of } = useExport();
  const bookmark = useBookmarkNow();
  return (
    <MenuTrigger>
      <IconButton size="small" label={say("timeline.more")}>
        <IconDots size={16} />
      </IconButton>
      <MenuPopup label={say("timeline.more")} placement="top end">
        <MenuItem
          label={say("marks.now")}
          keys="b"
          icon={<IconBookmarkPlus size={16} />}
          isDisabled={of === 0}
          onAction={() => void bookmark.set()}
        />
        <MenuItem label={say("marks.title")} icon={<IconBookmarks size={16} />} onAction={() => onDialog("marks")} />
        <MenuItem
          label={say("timeline.events")}
          icon={<IconLayoutList size={16} />}
          onAction={() => onDialog("events")}
        />
        {selectionPossible(width) ? null : (
          <>
            <MenuItem
              label={say("range.choose")}
              icon={<IconBrackets size={16} />}
              onAction={() => onDialog("range")}
            />
            <MenuItem
              label={say("timeline.exportRange")}
              icon={<IconFileExport size={16} />}
              isDisabled={count === 0}
              onAction={openAround}
            />
          </>
        )}
        <MenuSeparator />
        <MenuItem label={zone.words} icon={<IconClockHour4 size={16} />} onAction={zone.toggle} />
      </MenuPopup>
    </MenuTrigger>
  );
}

/**
 * The chosen range, or 30 s about the playhead. Disabled where the rules do not allow the range, and without a camera
 * that may be exported.
 */
function ExportButton() {
  const { stores } = useProduct();
  const { timeline } = useWorkspace();
  const say = useText();
  const failureText = useFailureText();
  const { open, openAround, count, of } = useExport();
  const range = useFacts(stores.timeline, ({ state }) => selectedRange(state));
  const hours = useFacts(stores.session, (facts) => facts.server?.maxExportHours ?? null);
  const nowMs = timeline.nowMs();
  const { startMs, stopMs } = range ?? rangeAbout(nowMs, nowMs);
  const allowed = exportRange(startMs, stopMs, nowMs, hours);
  const isPossible = exportPossible(allowed.ok ? allowed.value : null, count);
  const label = (): string => {
    if (of > 0 && count === 0) return say("timeline.exportDenied");
    if (!allowed.ok) return say("timeline.exportRefused", { reason: failureText(allowed.error) });
    return say(isPossible ? "timeline.export" : "timeline.exportHint");
  };
  return (
    <IconButton
      size="small"
      label={label()}
      keys="e"
      isDisabled={!isPossible}
      onPress={() => (range && allowed.ok ? open(allowed.value) : openAround())}
    >
      <IconFileExport size={16} />
    </IconButton>
  );
}
