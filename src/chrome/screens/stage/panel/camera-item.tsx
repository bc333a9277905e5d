import { IconCheck, IconVideoOff } from "@tabler/icons-react";
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from "react";
import { classes } from "#chrome/kit/classes.ts";
import { Spinner } from "#chrome/kit/feedback/spinner.tsx";
import { useMedia } from "#chrome/kit/browser/use-media.ts";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useCameraName } from "#chrome/use-camera-name.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { PanelLayout } from "#domain/panel.ts";
import type { SelectHow } from "#domain/panel-selection.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import words from "#chrome/kit/words.module.css";
import lamp from "./state-lamp.module.css";
import css from "./camera-item.module.css";
import { usePreview } from "./use-preview.ts";

interface CameraItemProps {
  readonly camera: CameraFacts;
  readonly layout: PanelLayout;
  /** this item of the list is the stop of the Tab key */
  readonly isTabStop?: boolean;
  readonly onFocus?: () => void;
  readonly isSelected?: boolean;
  /** `twice`: also when it is on the stage already */
  readonly onAdd: (twice: boolean) => void;
  readonly onSelect: (how: SelectHow) => void;
  readonly onArrow: (event: KeyboardEvent) => void;
  readonly onPointerDown: (event: PointerEvent) => void;
}

/** One camera of the side panel. */
export function CameraItem({ camera, layout, isTabStop = true, isSelected = false, ...on }: CameraItemProps) {
  const { onFocus, onAdd, onSelect, onArrow, onPointerDown } = on;
  const { stores } = useProduct();
  const say = useText();
  const box = useRef<HTMLSpanElement>(null);
  /** the last press was a finger's: not every browser says so of its click */
  const byTouch = useRef(false);
  const touch = useMedia("(pointer: coarse)");
  const isOnStage = useFacts(stores.stage, (facts) =>
    facts.grid.cells.some((cell) => cell.camera.id === camera.id && cell.camera.orchidId === camera.orchidId),
  );
  const server = useFacts(stores.servers, (facts) => facts.byId[camera.orchidId]?.name ?? "");
  const name = useCameraName(cameraKey(camera)) ?? camera.name;
  const running = camera.state === "running";
  const state = say(`state.${camera.state}`);
  const owner = camera.recordedFor === undefined ? null : say("camera.recordedFor", { name: camera.recordedFor });
  return (
    <button
      type="button"
      className={classes(css.item, layout === "list" && css.listItem)}
      data-camera-id={camera.id}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
      title={`${camera.name} (${state})${server === "" ? "" : `\n${server}`}${owner === null ? "" : `\n${owner}`}\n${say(touch ? "panel.addHintTouch" : "panel.addHint")}`}
      data-selected={isSelected || undefined}
      aria-label={`${say("panel.add", { name })}, ${state}${owner === null ? "" : `, ${owner}`}${isOnStage ? `, ${say("panel.onStage")}` : ""}${isSelected ? `, ${say("wall.isSelected")}` : ""}`}
      // Space and screen readers send a click without a pointer.
      onClick={(event) => {
        if (event.detail === 0 || byTouch.current) onAdd(event.altKey);
        else if (event.detail === 1)
          onSelect(event.shiftKey ? "range" : event.ctrlKey || event.metaKey ? "toggle" : "one");
      }}
      onDoubleClick={(event) =>
        !byTouch.current && !event.ctrlKey && !event.metaKey && !event.shiftKey && onAdd(event.altKey)
      }
      onKeyDown={(event) => {
        if (event.key === " " && event.ctrlKey) {
          event.preventDefault();
          return event.repeat ? undefined : onSelect("toggle");
        }
        if (event.key !== "Enter") return onArrow(event);
        event.preventDefault();
        if (!event.repeat) onAdd(event.altKey);
      }}
      // Without this, the key that selects would also press the button.
      onKeyUp={(event) => event.key === " " && event.ctrlKey && event.preventDefault()}
      onPointerDown={(event) => {
        byTouch.current = event.pointerType === "touch";
        onPointerDown(event);
      }}
      onDragStart={(event) => event.preventDefault()}
    >
      <span ref={box} className={css.picture}>
        {/* One that has begun to run, or is of another size, is another one, and asked for at once. */}
        <Picture key={`${running} ${layout}`} box={box} camera={camera} iconSize={layout === "big" ? 28 : 18} />
      </span>
      <span className={classes(css.caption, layout === "mosaic" && css.small)}>
        <span className={classes(lamp.lamp, running && lamp.good)} aria-hidden="true" />
        <span className={words.name}>{name}</span>
        {running || layout === "mosaic" ? null : (
          <span className={css.stateText} aria-hidden="true">
            {state}
          </span>
        )}
        {owner === null || layout === "mosaic" ? null : (
          <span className={css.owner} aria-hidden="true">
            {camera.recordedFor}
          </span>
        )}
        {isOnStage ? (
          <span className={css.onStage} aria-hidden="true">
            <IconCheck size={14} />
          </span>
        ) : null}
      </span>
    </button>
  );
}

/**
 * Only a stream that has failed, does not run, or may not be watched live is crossed out; one that is starting is not.
 */
function Picture(props: {
  readonly box: RefObject<HTMLElement | null>;
  readonly camera: CameraFacts;
  readonly iconSize: number;
}) {
  const { box, camera, iconSize } = props;
  // A refusal is final, and an idle camera has no picture until its state changes: neither is asked every few seconds.
  const mayHave = camera.actions.live && camera.state !== "idle";
  const preview = usePreview(box, mayHave ? camera.primaryStreamId : null);
  const begins = camera.state === "running" || camera.state === "starting";
  if (preview.kind === "picture") return <img src={preview.url} alt="" draggable={false} />;
  if (preview.kind === "waiting" || (preview.kind === "loading" && begins)) return <Spinner />;
  if (preview.kind === "unseen" && begins) return null;
  return <IconVideoOff size={iconSize} aria-hidden="true" />;
}
