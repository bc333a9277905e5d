/** The date picker of the timeline: GO leads there. */
import { useState } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { timelineTime } from "#state/timeline-store.ts";
import { MomentPicker } from "./moment-picker.tsx";
import { useLanes } from "../use-lanes.ts";

export default function DatePickerDialog({ onClose }: { readonly onClose: () => void }) {
  const { stores } = useProduct();
  const { timeline } = useWorkspace();
  const say = useText();
  const lanes = useLanes();
  const [timeMs] = useState(() => timelineTime(stores.timeline.get(), performance.timeOrigin + performance.now()));
  return (
    <MomentPicker
      title={say("pick.title")}
      timeMs={timeMs}
      streamIds={lanes.flatMap((lane) => lane.streams).join(",")}
      cameras={lanes.length}
      onPick={(picked) => timeline.seek(picked, "jump")}
      onClose={onClose}
    />
  );
}
