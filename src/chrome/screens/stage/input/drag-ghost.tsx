import { type RefObject, useLayoutEffect, useRef } from "react";
import { IconVideo } from "@tabler/icons-react";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useCameraName } from "#chrome/use-camera-name.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { claimedAt } from "#domain/stage-grid/grid.ts";
import { cameraKey } from "#state/camera-store.ts";
import css from "../stage.module.css";

/** The label under the pointer while the user drags cameras out of the side panel. */
export function DragGhost({ area }: { readonly area: RefObject<HTMLElement | null> }) {
  const { stores } = useProduct();
  const drag = useFacts(stores.stage, (facts) => (facts.drag?.kind === "add" ? facts.drag : null));
  const say = useText();
  const count = drag?.cameras.length ?? 0;
  const name = useCameraName(drag?.cameras[0] ?? "");
  const view = useFacts(
    stores.views,
    ({ list, patrols }) => [...list, ...patrols].find(({ id }) => id === drag?.viewId)?.name,
  );
  // One camera over another one: with Shift it takes its place, which nobody would guess.
  const under = useFacts(stores.stage, ({ drag: facts, grid }) =>
    facts?.kind === "add" && facts.cameras.length === 1 && facts.viewId === undefined && facts.target
      ? (claimedAt(grid, facts.target)?.camera ?? null)
      : null,
  );
  const underName = useCameraName(under ? cameraKey(under) : "");
  const ghost = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const corner = area.current?.getBoundingClientRect();
    if (!ghost.current || !drag || !corner) return;
    const x = corner.x + drag.point.x - 88;
    const y = corner.y + drag.point.y - 50;
    ghost.current.style.transform = `translate(${x}px, ${y}px)`;
  });
  return drag ? (
    <div ref={ghost} className={css.ghost} aria-hidden="true">
      <IconVideo size={18} />
      {count > 1 ? say("panel.count", { count }) : (view ?? name)}
      {underName === null ? null : <small>{say("wall.shiftReplaces", { name: underName })}</small>}
    </div>
  ) : null;
}
