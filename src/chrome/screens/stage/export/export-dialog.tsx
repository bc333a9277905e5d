/** Connects the export dialog with the stores and actions of this application. */
import { use, useState } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useTimeStyle } from "#chrome/use-shown-time.ts";
import { browserOf, isMobileSafari } from "#domain/browser-support.ts";
import { cameraKey } from "#state/camera-store.ts";
import { limitsOf } from "#state/server-store.ts";
import { shownViewIds, unnamedLooks } from "#state/stage/shown-looks.ts";
import { zoneOf } from "#state/timeline-store.ts";
import { MomentPicker } from "../timeline/picker/moment-picker.tsx";
import { useCycleWaits } from "../use-cycle-waits.ts";
import { WHOLE_PICTURE } from "./export-views.tsx";
import { ExportForm } from "./export-form.tsx";

export interface ExportDialogProps {
  /** server ms */
  readonly startMs: number;
  readonly stopMs: number;
  /** the camera that is ticked at first (`cameraKey`); null: those of the stage */
  readonly asked?: string | null;
  /** the view of that camera which is chosen at first; null: what the stage shows of it */
  readonly askedView?: string | null;
  readonly onClose: () => void;
}

export default function ExportDialog({ startMs, stopMs, asked = null, askedView = null, onClose }: ExportDialogProps) {
  const { stores } = useProduct();
  const { exports, timeline } = useWorkspace();
  const actions = use(exports());
  const cameras = useFacts(stores.cameras, (facts) => facts.byKey);
  const order = useFacts(stores.cameras, (facts) => facts.order);
  const grid = useFacts(stores.stage, (facts) => facts.grid);
  const maxExportHours = useFacts(stores.session, (facts) => facts.server?.maxExportHours ?? null);
  const servers = useFacts(stores.servers, (facts) => facts);
  const zone = useFacts(stores.timeline, zoneOf);
  const timeStyle = useTimeStyle();
  const views = useFacts(stores.views, (facts) => facts.list);
  const lenses = useFacts(stores.players, (facts) => facts.lenses);
  const say = useText();
  // What was seen when the dialog was opened: a patrol, or a hand, goes on behind it.
  const [seen] = useState(() => ({
    grid,
    cameras: stores.cameras.get(),
    players: stores.players.get(),
    views: stores.views.get(),
    dewarpMax: stores.preferences.get().dewarpMax,
  }));
  // The list keeps the order of the stage: when rows move while a user chooses among them, the wrong row is pressed.
  useCycleWaits();
  const onStage = new Set(grid.cells.map((cell) => cameraKey(cell.camera)));
  const exportable = order.flatMap((key) => {
    const camera = cameras[key];
    if (!camera) return [];
    const hasViews = camera.actions.exportViews && views.some((view) => view.shared && cameraKey(view.camera) === key);
    return camera.actions.export || hasViews ? [{ key, camera }] : [];
  });
  const placeOf = (key: string): number => (key === asked ? 0 : onStage.has(key) ? 1 : 2);
  // What is asked for, then what the user looks at, come first.
  const sorted = exportable.toSorted((a, b) => placeOf(a.key) - placeOf(b.key)).map(({ camera }) => camera);
  return (
    <ExportForm
      actions={actions}
      cameras={sorted}
      ticked={asked === null ? [...onStage] : [asked]}
      startMs={startMs}
      stopMs={stopMs}
      zoneName={zone}
      timeStyle={timeStyle}
      maxExportHours={maxExportHours}
      {...(servers.order.length === 0
        ? {}
        : {
            servers: {
              maxHours: (orchidId) => limitsOf(servers, null, orchidId).maxExportHours,
              name: (orchidId) => servers.byId[orchidId]?.name ?? orchidId,
            },
          })}
      viewsOf={(camera) => {
        const key = cameraKey(camera);
        const isWhole = camera.actions.export;
        const named = views.filter((view) => cameraKey(view.camera) === key && (isWhole || view.shared));
        const looks = isWhole ? unnamedLooks(seen, key) : [];
        const unnamed = looks.map((look, at) => ({
          id: `shown-${at}`,
          name: say("export.asShown", { number: at + 1 }),
          look,
        }));
        return {
          views: camera.dewarp === null ? [] : [...named, ...unnamed],
          lens: lenses[key] ?? null,
          shownViews:
            key === asked && askedView !== null
              ? [askedView]
              : shownViewIds({ grid, views: { ...seen.views, list: views } }, key).map((id) => id ?? WHOLE_PICTURE),
        };
      }}
      mobileSafari={isMobileSafari(browserOf(navigator.userAgent, navigator.maxTouchPoints))}
      nowMs={timeline.nowMs}
      Calendar={MomentPicker}
      onClose={onClose}
    />
  );
}
