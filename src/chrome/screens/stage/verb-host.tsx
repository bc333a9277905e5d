/** Shows what the palette asks of the stage, and listens to the keys of it; the dialogs are loaded late. */
import { useEffect } from "react";
import { askedExport } from "#actions/timeline/asked-export.ts";
import { tileExport } from "#actions/timeline/tile-export.ts";
import { lateChunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { frontTileId } from "#state/stage/stage-geometry.ts";
import { exportsFromStage } from "#state/stage/stage-exports.ts";
import type { StageVerb } from "#state/dialog-store.ts";
import { TAKES_KEYS } from "./timeline/use-playback-keys.ts";
import { useCycleWaits } from "./use-cycle-waits.ts";
import { useBookmarkNow } from "./use-bookmark-now.ts";

const dialogs = {
  "go-to-time": lateChunk(() => import("./timeline/picker/date-picker-dialog.tsx")),
  events: lateChunk(() => import("./timeline/events-dialog.tsx")),
  marks: lateChunk(() => import("./timeline/marks-dialog.tsx")),
  "save-stage": lateChunk(() => import("./save-stage-dialog.tsx")),
  bookmark: lateChunk(() => import("./bookmark-dialog.tsx")),
  view: lateChunk(() => import("./views/view-dialog.tsx")),
  patrol: lateChunk(() => import("./views/patrol-dialog.tsx")),
} as const;
const isVerb = (kind: string | undefined): kind is StageVerb | "view" | "patrol" | "bookmark" =>
  kind !== undefined && kind in dialogs;

export function VerbHost({ hasTimeline }: { readonly hasTimeline: boolean }) {
  const { stores } = useProduct();
  useVerbKeys(hasTimeline);
  // No other component shows these dialogs: left in the queue, they would block all dialogs after them.
  useEffect(
    () => () =>
      stores.dialogs.change((facts) => {
        facts.queue = facts.queue.filter(({ kind }) => !isVerb(kind));
      }),
    [stores],
  );
  const asked = useFacts(stores.dialogs, ({ queue: [first] }) => (isVerb(first?.kind) ? first.kind : null));
  useCycleWaits(asked !== null);
  if (asked === null) return null;
  const close = (): void =>
    stores.dialogs.change(({ queue }) => {
      if (queue[0]?.kind === asked) queue.shift();
    });
  const Shown = dialogs[asked];
  return (
    <LatePart key={asked} onClose={close}>
      <Shown onClose={close} />
    </LatePart>
  );
}

/** `g` goes to a time, `e` exports, `b` sets a bookmark; with Shift, Export is of one camera, and a bookmark is named. */
function useVerbKeys(hasTimeline: boolean): void {
  const { stores } = useProduct();
  const { timeline } = useWorkspace();
  const { set, ask } = useBookmarkNow();
  useEffect(() => {
    if (!hasTimeline) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TAKES_KEYS)) return;
      if (stores.dialogs.get().queue.length > 0) return;
      // With Shift the letters are capitals; capitals without it are Caps Lock.
      const key = event.shiftKey === (event.key !== event.key.toLowerCase()) ? event.key : "";
      if (key === "b") void set();
      else if (key === "B") ask();
      else if (key === "E") {
        const facts = stores.stage.get();
        const open = tileExport(stores, timeline.nowMs, frontTileId(facts) ?? facts.focusedTileId);
        if (!open) return;
        open();
      } else if (key === "g") stores.dialogs.change(({ queue }) => void queue.push({ kind: "go-to-time" }));
      else if (key === "e" && exportsFromStage(stores.stage.get(), stores.cameras.get())) {
        const hours = stores.session.get().server?.maxExportHours ?? null;
        const range = askedExport(stores.timeline, timeline.nowMs(), hours);
        stores.dialogs.change(({ queue }) => void queue.push({ kind: "export", ...range }));
      } else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [stores, timeline, hasTimeline, set, ask]);
}
