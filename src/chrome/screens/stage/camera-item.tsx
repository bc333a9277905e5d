import { IconCheck, IconVideoOff } from "@tabler/icons-react";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { classes } from "#chrome/kit/classes.ts";
import { Spinner } from "#chrome/kit/spinner.tsx";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { PanelLayout } from "#domain/panel.ts";
import type { CameraFacts } from "#state/camera-store.ts";
import css from "./panel.module.css";
import { usePreview } from "./use-preview.ts";

export interface CameraItemProps {
  readonly camera: CameraFacts;
  readonly layout: PanelLayout;
  readonly onAdd: () => void;
  readonly onArrow: (event: KeyboardEvent) => void;
  readonly onPointerDown: (event: PointerEvent) => void;
}

/** One camera of the side panel. */
export function CameraItem({ camera, layout, onAdd, onArrow, onPointerDown }: CameraItemProps) {
  const { stores } = useProduct();
  const say = useText();
  const item = useRef<HTMLButtonElement>(null);
  const preview = usePreview(item, camera.primaryStreamId);
  const isOnStage = useFacts(stores.stage, (facts) =>
    facts.grid.cells.some((cell) => cell.camera.id === camera.id && cell.camera.orchidId === camera.orchidId),
  );
  const server = useFacts(stores.servers, (facts) => facts.byId[camera.orchidId]?.name ?? "");
  const running = camera.state === "running";
  const state = say(`state.${camera.state}`);
  return (
    <button
      ref={item}
      type="button"
      className={classes(css.item, layout === "list" && css.listItem)}
      data-camera-id={camera.id}
      title={`${camera.name} (${state})${server === "" ? "" : `\n${server}`}\n${say("panel.addHint")}`}
      aria-label={`${say("panel.add", { name: camera.name })}, ${state}${isOnStage ? `, ${say("panel.onStage")}` : ""}`}
      onDoubleClick={onAdd}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return onArrow(event);
        event.preventDefault();
        onAdd();
      }}
      onPointerDown={onPointerDown}
      onDragStart={(event) => event.preventDefault()}
    >
      <span className={css.picture}>
        {preview.kind === "picture" ? (
          <img src={preview.url} alt="" draggable={false} />
        ) : preview.kind === "loading" && running ? (
          <Spinner />
        ) : preview.kind === "unseen" && running ? null : (
          <IconVideoOff size={layout === "big" ? 28 : 18} aria-hidden="true" />
        )}
      </span>
      <span className={classes(css.caption, layout === "mosaic" && css.small)}>
        <span className={classes(css.dot, running && css.running)} aria-hidden="true" />
        <span className={css.name}>{camera.name}</span>
        {running || layout === "mosaic" ? null : <span className={css.stateText}>{state}</span>}
        {isOnStage ? (
          <span className={css.onStage} aria-hidden="true">
            <IconCheck size={14} />
          </span>
        ) : null}
      </span>
    </button>
  );
}
