/** One saved stage of the list: a click shows it; it can be put into the cycle or out of it, and it has a menu. */
import {
  IconDeviceFloppy,
  IconDeviceTv,
  IconDotsVertical,
  IconExternalLink,
  IconLock,
  IconPencil,
  IconRepeat,
  IconRepeatOff,
  IconTrash,
  IconWorld,
  IconWorldOff,
} from "@tabler/icons-react";
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from "react";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { classes } from "#chrome/kit/classes.ts";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { MenuItem, MenuPopup, MenuSeparator, MenuTrigger } from "#chrome/kit/popup/menu.tsx";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { stageLinkQuery } from "#domain/stage/deep-link.ts";
import { STAGE_LIST_DRAG_THRESHOLD_PX } from "#domain/limits/stage.ts";
import type { StageOffers } from "#domain/stage/saved-stages.ts";
import type { SavedStageFacts } from "#state/stage/saved-stage-store.ts";
import words from "#chrome/kit/words.module.css";
import css from "./stage-row.module.css";
import { followPointer } from "../input/follow-pointer.ts";
import { useCycleWaits } from "../use-cycle-waits.ts";

interface StageRowProps {
  readonly stage: SavedStageFacts;
  readonly area: RefObject<HTMLElement | null>;
  readonly isCurrent: boolean;
  readonly isExcluded: boolean;
  readonly offers: StageOffers;
  readonly onShow: () => void;
  readonly onEdit: () => void;
  readonly onUpdate: () => void;
  readonly onShare: (shared: boolean) => void;
  readonly onExclude: (excluded: boolean) => void;
  readonly onRemove: () => void;
}

export function StageRow(props: StageRowProps) {
  const { stage, area, isCurrent, isExcluded, offers, onShow, onEdit, onRemove } = props;
  const { stores } = useProduct();
  const say = useText();
  const [menuOpen, setMenuOpen] = useState(false);
  // "Update" stores the current stage, which must be the one that was shown when the menu was opened.
  useCycleWaits(menuOpen);
  const ghost = useRef<HTMLSpanElement>(null);
  const [dragged, setDragged] = useState(false);
  /** the last press became a drag, so the click that ends it over its own row must be ignored */
  const wasDrag = useRef(false);
  const { name } = stage;
  const markText = say(offers.mark === "globe" ? "stages.shared" : "stages.readOnly");

  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const go = (to: Element | null | undefined): void => to?.querySelector<HTMLElement>(`[data-stage-id]`)?.focus();
    const row = event.currentTarget.closest("li");
    if (event.key === "F2" && offers.edit) onEdit();
    else if (event.key === "Delete" && offers.remove) onRemove();
    else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) setMenuOpen(true);
    else if (event.key === "ArrowDown") go(row?.nextElementSibling);
    else if (event.key === "ArrowUp") go(row?.previousElementSibling);
    else return;
    event.preventDefault();
  };

  /** After 60 px of movement the pointer drags the stage; when it is dropped on the stage area, it is shown. */
  const onPointerDown = (down: PointerEvent<HTMLButtonElement>): void => {
    if (down.pointerType === "mouse" && down.button !== 0) return;
    let far = false;
    wasDrag.current = false;
    const move = (event: globalThis.PointerEvent): void => {
      const moved = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
      if (!far && moved >= STAGE_LIST_DRAG_THRESHOLD_PX) setDragged((wasDrag.current = far = true));
      if (ghost.current) ghost.current.style.transform = `translate(${event.clientX + 8}px, ${event.clientY + 8}px)`;
    };
    const end = (released: globalThis.PointerEvent | null): void => {
      setDragged(false);
      const box = area.current?.getBoundingClientRect();
      if (!released || !far || !box) return;
      const { clientX: x, clientY: y } = released;
      if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) onShow();
    };
    followPointer(down.pointerId, { onMove: move, onEnd: end });
  };

  const openWindow = (kiosk: boolean): void => {
    const cycle = kiosk ? stores.savedStages.get().cycle.speed : 0;
    const still = kiosk && stores.preferences.get().stillStages.includes(stage.id);
    const query = stageLinkQuery({ stage: stage.id, kiosk, cycle, still });
    window.open(`${location.pathname}${location.search}#/stage?${query}`);
  };

  return (
    <li className={classes(css.stage, isCurrent && css.currentStage)} data-current={isCurrent || undefined}>
      <Checkbox
        aria-label={say("stages.inCycle", { name })}
        isSelected={!isExcluded}
        onChange={(included) => props.onExclude(!included)}
      />
      <button
        type="button"
        className={css.stageName}
        data-stage-id={stage.id}
        aria-label={`${say("stages.select", { name })}${isCurrent ? `, ${say("stages.current")}` : ""}`}
        aria-describedby="stage-row-help"
        aria-current={isCurrent || undefined}
        onClick={({ detail }) => {
          // A click by keyboard has no press count.
          if (detail === 0 || !wasDrag.current) onShow();
        }}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onDragStart={(event) => event.preventDefault()}
        onContextMenu={(event) => {
          event.preventDefault();
          setMenuOpen(true);
        }}
      >
        <span className={words.name}>{name}</span>
      </button>
      {offers.mark === "none" ? null : (
        <span className={css.mark} data-mark={offers.mark} title={markText}>
          {offers.mark === "globe" ? <IconWorld size={16} aria-hidden /> : <IconLock size={16} aria-hidden />}
          <span className={words.hidden}>{markText}</span>
        </span>
      )}
      <MenuTrigger isOpen={menuOpen} onOpenChange={setMenuOpen}>
        <IconButton size="small" label={say("stages.menu", { name })}>
          <IconDotsVertical size={16} />
        </IconButton>
        <MenuPopup label={say("stages.menu", { name })}>
          {offers.edit ? (
            <MenuItem label={say("stages.edit")} icon={<IconPencil size={16} />} onAction={onEdit} />
          ) : null}
          {offers.update ? (
            <MenuItem label={say("stages.update")} icon={<IconDeviceFloppy size={16} />} onAction={props.onUpdate} />
          ) : null}
          {offers.share ? (
            <MenuItem label={say("stages.share")} icon={<IconWorld size={16} />} onAction={() => props.onShare(true)} />
          ) : null}
          {offers.unshare ? (
            <MenuItem
              label={say("stages.unshare")}
              icon={<IconWorldOff size={16} />}
              onAction={() => props.onShare(false)}
            />
          ) : null}
          <MenuItem
            label={say(isExcluded ? "stages.include" : "stages.exclude")}
            icon={isExcluded ? <IconRepeat size={16} /> : <IconRepeatOff size={16} />}
            onAction={() => props.onExclude(!isExcluded)}
          />
          <MenuSeparator />
          <MenuItem
            label={say("stages.window")}
            icon={<IconExternalLink size={16} />}
            onAction={() => openWindow(false)}
          />
          <MenuItem label={say("stages.kiosk")} icon={<IconDeviceTv size={16} />} onAction={() => openWindow(true)} />
          {offers.remove ? <MenuSeparator /> : null}
          {offers.remove ? (
            <MenuItem label={say("stages.remove")} icon={<IconTrash size={16} />} danger onAction={onRemove} />
          ) : null}
        </MenuPopup>
      </MenuTrigger>
      {dragged ? (
        <span ref={ghost} className={css.stageGhost} aria-hidden="true">
          {name}
        </span>
      ) : null}
    </li>
  );
}
