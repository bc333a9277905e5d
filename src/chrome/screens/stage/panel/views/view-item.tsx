/** One named view or patrol below its camera in the side panel. */
import {
  IconCheck,
  IconDotsVertical,
  IconHomeCheck,
  IconPencil,
  IconRoute,
  IconTrash,
  IconWorld,
} from "@tabler/icons-react";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { useMedia } from "#chrome/kit/browser/use-media.ts";
import { classes } from "#chrome/kit/classes.ts";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { MenuItem, MenuPopup, MenuSeparator, MenuTrigger } from "#chrome/kit/popup/menu.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useCameraName } from "#chrome/use-camera-name.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { PanelLayout } from "#domain/panel.ts";
import { patrolIdOf, viewIdOf } from "#domain/stage-grid/grid.ts";
import { shortName } from "#domain/short-name.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import { nameOfView } from "#state/stage/tile-name.ts";
import { patrolStops } from "#state/stage/patrol-tile.ts";
import type { NamedView, Patrol } from "#state/stage/view-store.ts";
import words from "#chrome/kit/words.module.css";
import panel from "../camera-item.module.css";
import { ViewPicture } from "./view-picture.tsx";
import css from "./views.module.css";

interface ViewItemProps {
  readonly view: NamedView | Patrol;
  readonly camera: CameraFacts;
  readonly layout: PanelLayout;
  /** this item of the list is the stop of the Tab key */
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly onArrow: (event: KeyboardEvent) => void;
  readonly onPointerDown: (event: PointerEvent) => void;
}

export function ViewItem({ view, camera, layout, isTabStop, onFocus, onArrow, onPointerDown }: ViewItemProps) {
  const { stores } = useProduct();
  const { stage } = useWorkspace();
  const say = useText();
  const box = useRef<HTMLSpanElement>(null);
  const byTouch = useRef(false);
  const touch = useMedia("(pointer: coarse)");
  const [menuOpen, setMenuOpen] = useState(false);
  const cameraName = useCameraName(cameraKey(camera)) ?? camera.name;
  const name = nameOfView(cameraName, view);
  const isOnStage = useFacts(stores.stage, ({ grid }) =>
    grid.cells.some((cell) => (viewIdOf(cell) ?? patrolIdOf(cell)) === view.id),
  );
  // A patrol is shown by where it begins.
  const pictured = useFacts(stores.views, (facts) => (isPatrol(view) ? patrolStops(facts, view)[0]?.view : view));
  const add = (twice: boolean): void => void stage.addView(view.id, undefined, twice);
  const notes = [
    isPatrol(view) ? say("patrols.isPatrol") : null,
    view.shared ? say("views.shared") : null,
    !isPatrol(view) && view.home ? say("views.home") : null,
    isOnStage ? say("panel.onStage") : null,
  ].filter((note) => note !== null);
  return (
    <div className={css.entry}>
      <button
        type="button"
        className={classes(panel.item, css.view, layout === "list" && panel.listItem)}
        data-view-id={view.id}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
        title={`${name}\n${say(touch ? "panel.addHintTouch" : "panel.addHint")}`}
        aria-label={[say("panel.add", { name }), ...notes].join(", ")}
        // Space and screen readers send a click without a pointer.
        onClick={(event) => (event.detail === 0 || byTouch.current) && add(event.altKey)}
        onDoubleClick={(event) => !byTouch.current && add(event.altKey)}
        onKeyDown={(event) => {
          if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
            event.preventDefault();
            return setMenuOpen(true);
          }
          if (event.key !== "Enter") return onArrow(event);
          event.preventDefault();
          if (!event.repeat) add(event.altKey);
        }}
        onContextMenu={(event) => {
          event.preventDefault();
          setMenuOpen(true);
        }}
        onPointerDown={(event) => {
          byTouch.current = event.pointerType === "touch";
          onPointerDown(event);
        }}
        onDragStart={(event) => event.preventDefault()}
      >
        <span ref={box} className={panel.picture}>
          {pictured ? <ViewPicture box={box} view={pictured} camera={camera} /> : null}
        </span>
        <span className={classes(panel.caption, layout === "mosaic" && panel.small)}>
          <span className={words.name}>{view.name}</span>
          {isPatrol(view) ? <IconRoute size={14} aria-hidden="true" /> : null}
          {!isPatrol(view) && view.home ? <IconHomeCheck size={14} aria-hidden="true" /> : null}
          {view.shared ? <IconWorld size={14} aria-hidden="true" /> : null}
          {isOnStage ? (
            <span className={panel.onStage} aria-hidden="true">
              <IconCheck size={14} />
            </span>
          ) : null}
        </span>
      </button>
      <span className={classes(css.more, menuOpen && css.open)}>
        <ViewMenu view={view} open={menuOpen} onOpen={setMenuOpen} />
      </span>
    </div>
  );
}

function ViewMenu(props: {
  readonly view: NamedView | Patrol;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}) {
  const { view, open, onOpen } = props;
  const { id, name } = view;
  const { stores } = useProduct();
  const { views } = useWorkspace();
  const say = useText();
  const kind = isPatrol(view) ? "patrol" : "view";
  const ask = (what: "edit" | "remove"): void =>
    stores.dialogs.change(({ queue }) => void queue.push({ kind, ask: what, id }));
  const begin = async (view: NamedView): Promise<void> => {
    const answer = await views.setHome(id, !view.home);
    const text = say(view.home ? "views.begunNot" : "views.begun", { name: shortName(name) });
    showToast(answer.ok ? { text, tone: "info" } : { text: answer.error, tone: "bad" });
  };
  return (
    // The list is one stop of the Tab key: there the menu key opens it.
    <MenuTrigger isOpen={open} onOpenChange={onOpen}>
      <IconButton size="small" label={say(`${kind}s.menu`, { name })} excludeFromTabOrder>
        <IconDotsVertical size={16} />
      </IconButton>
      <MenuPopup label={say(`${kind}s.menu`, { name })}>
        {isPatrol(view) ? null : (
          <MenuItem
            label={say("views.begin", { name })}
            icon={<IconHomeCheck size={16} />}
            end={view.home ? "✓" : null}
            onAction={() => void begin(view)}
          />
        )}
        {isPatrol(view) ? null : (
          <MenuItem
            label={say("patrols.make")}
            icon={<IconRoute size={16} />}
            onAction={() =>
              stores.dialogs.change(
                ({ queue }) => void queue.push({ kind: "patrol", ask: "new", id: cameraKey(view.camera) }),
              )
            }
          />
        )}
        {view.editable ? (
          <>
            <MenuItem label={say("views.edit")} icon={<IconPencil size={16} />} onAction={() => ask("edit")} />
            <MenuSeparator />
            <MenuItem
              label={say("views.remove")}
              icon={<IconTrash size={16} />}
              danger
              onAction={() => ask("remove")}
            />
          </>
        ) : null}
      </MenuPopup>
    </MenuTrigger>
  );
}

const isPatrol = (view: NamedView | Patrol): view is Patrol => "stops" in view;
