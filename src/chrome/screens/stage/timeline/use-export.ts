/** The export dialog, opened from the timeline. */
import { epochMs } from "#actions/epoch.ts";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { mayExportSome } from "#domain/accounts/access.ts";
import { rangeAbout } from "#domain/timeline/strip/selection.ts";
import type { TimeWindow } from "#domain/timeline/time-window.ts";
import { timelineTime } from "#state/timeline-store.ts";
import { useLanes } from "./use-lanes.ts";

/** `count`: cameras of the timeline that may be exported; `of`: cameras of the timeline. */
export function useExport() {
  const { stores } = useProduct();
  const { timeline } = useWorkspace();
  const lanes = useLanes();
  const byKey = useFacts(stores.cameras, (facts) => facts.byKey);
  const count = lanes.filter((lane) => {
    const camera = byKey[lane.camera];
    return camera !== undefined && mayExportSome(camera.actions);
  }).length;
  const open = ({ startMs, stopMs }: TimeWindow): void =>
    stores.dialogs.change((facts) => {
      facts.queue.push({ kind: "export", startMs, stopMs });
    });
  const openAround = (): void => open(rangeAbout(timelineTime(stores.timeline.get(), epochMs()), timeline.nowMs()));
  return { open, openAround, count, of: lanes.length };
}
