import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from "react";
import { ButtonContext } from "react-aria-components/Button";
import { classes } from "../classes.ts";
import { type FirstFocus, isRightToLeft, type MenuLevel, MenuList, useMenuLevel } from "./menu-list.tsx";
import { MenuKeys } from "./menu-keys.tsx";
import type { Placement } from "./place-popup.ts";
import css from "./popover.module.css";

/** After a pointer has rested on an item for this time, its submenu opens or another's closes. */
const HOVER_MS = 200;

/** The anchor of a `MenuPopup` and where its focus begins; null = closed. */
interface Opening {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly focus: FirstFocus | null;
  readonly close: () => void;
  /** for a submenu: the list that contains its item */
  readonly level: MenuLevel | null;
}

const OpeningContext = createContext<Opening | null>(null);

/** The values that the item of a `SubmenuTrigger` needs from it. */
interface Submenu {
  readonly item: RefObject<HTMLDivElement | null>;
  readonly isOpen: boolean;
  readonly open: (focus: FirstFocus) => void;
}

const SubmenuContext = createContext<Submenu | null>(null);

/**
 * A button and the `MenuPopup` that it opens: a mouse opens it on press, touch on release; Enter, Space and the arrow
 * keys open it too.
 */
export function MenuTrigger({
  isOpen,
  onOpenChange,
  children,
}: {
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly children: ReactNode;
}) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [own, setOwn] = useState(false);
  const [focus, setFocus] = useState<FirstFocus>("list");
  const open = isOpen ?? own;
  const set = (next: boolean, first: FirstFocus = "list"): void => {
    setFocus(first);
    setOwn(next);
    onOpenChange?.(next);
  };
  return (
    <ButtonContext
      value={{
        ref: anchor,
        "aria-haspopup": "menu",
        "aria-expanded": open,
        // The list takes the focus while the button is still pressed, so the browser must not take it back.
        preventFocusOnPress: true,
        onPressStart: ({ pointerType }) => {
          if (pointerType !== "touch") anchor.current?.focus({ preventScroll: true });
          if (pointerType === "mouse" || pointerType === "pen") set(true);
          else if (pointerType !== "touch") set(true, "first");
        },
        onPress: ({ pointerType }) => {
          if (pointerType === "touch") set(true);
        },
        onKeyDown: (event) => {
          if (event.key === "ArrowDown") set(true, "first");
          else if (event.key === "ArrowUp") set(true, "last");
          else event.continuePropagation();
        },
      }}
    >
      <OpeningContext value={{ anchor, focus: open ? focus : null, close: () => set(false), level: null }}>
        {children}
      </OpeningContext>
    </ButtonContext>
  );
}

/** An item inside a `MenuPopup`, and the `MenuPopup` that it opens beside itself. */
export function SubmenuTrigger({ children }: { readonly children: ReactNode }) {
  const level = useMenuLevel();
  const item = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<FirstFocus | null>(null);
  const close = (): void => {
    level.submenuClosed(item.current);
    setFocus(null);
  };
  const open = (first: FirstFocus): void => {
    if (!item.current) return;
    level.submenuOpened({ item: item.current, close });
    setFocus(first);
  };
  return (
    <SubmenuContext value={{ item, isOpen: focus !== null, open }}>
      <OpeningContext value={{ anchor: item, focus, close, level }}>{children}</OpeningContext>
    </SubmenuContext>
  );
}

/** The list of a `MenuTrigger` or `SubmenuTrigger`; it is rendered only while it is open. */
export function MenuPopup({
  label,
  placement = "bottom end",
  children,
}: {
  readonly label: string;
  readonly placement?: Placement;
  readonly children: ReactNode;
}) {
  const opening = useContext(OpeningContext);
  if (!opening || opening.focus === null) return null;
  const { anchor, focus, close, level } = opening;
  const ends = level ? { onClose: level.close, onLeave: close } : { onClose: close };
  return (
    <SubmenuContext value={null}>
      <MenuList label={label} anchor={anchor} placement={placement} offsetPx={level ? 0 : 4} focus={focus} {...ends}>
        {children}
      </MenuList>
    </SubmenuContext>
  );
}

/**
 * The same list without a button: it is open while it is rendered, beside `anchor`. The focus returns to where it was.
 */
export function ContextMenu({
  label,
  anchor,
  onClose,
  children,
}: {
  readonly label: string;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    // Beside the pointer the menu can use the whole height of the window; below it only the rest.
    <MenuList label={label} anchor={anchor} placement="end top" offsetPx={2} focus="first" onClose={onClose}>
      {children}
    </MenuList>
  );
}

interface MenuItemProps {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly end?: ReactNode;
  /** the keys that do the same: "Shift+E" */
  readonly keys?: string;
  /** the browser's own tooltip */
  readonly hint?: string | undefined;
  readonly danger?: boolean;
  /** it stays in sight at the foot of a list that scrolls */
  readonly pinned?: boolean;
  /** called when the focus has returned to where it was */
  readonly onAction?: () => void;
  readonly isDisabled?: boolean;
}

export function MenuItem({
  label,
  icon,
  end,
  keys,
  hint,
  danger = false,
  pinned = false,
  onAction,
  isDisabled = false,
}: MenuItemProps) {
  const level = useMenuLevel();
  const submenu = useContext(SubmenuContext);
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pressed = useRef(false);
  useEffect(() => () => clearTimeout(hover.current), []);

  const act = (): void => {
    if (isDisabled) return;
    if (submenu) return submenu.open("first");
    level.close();
    onAction?.();
  };
  const point = (item: HTMLElement): void => {
    if (isDisabled || document.activeElement === item) return;
    clearTimeout(hover.current);
    const focus = (): void => {
      item.focus({ preventScroll: true });
      if (submenu) hover.current = setTimeout(() => submenu.open("none"), HOVER_MS);
    };
    // A pointer crosses other items on its way into an open submenu.
    const beside = level.submenuItem();
    if (beside && beside !== item) hover.current = setTimeout(focus, HOVER_MS);
    else focus();
  };

  return (
    <div
      ref={submenu?.item}
      role="menuitem"
      tabIndex={-1}
      aria-disabled={isDisabled || undefined}
      aria-haspopup={submenu ? "menu" : undefined}
      aria-expanded={submenu?.isOpen}
      aria-keyshortcuts={keys?.replace("Ctrl", "Control")}
      data-label={label}
      title={hint}
      data-open={submenu?.isOpen || undefined}
      data-disabled={isDisabled || undefined}
      className={classes(css.item, danger && css.danger, pinned && css.pinned)}
      onClick={act}
      onKeyDown={(event) => {
        const into = isRightToLeft(event.currentTarget) ? "ArrowLeft" : "ArrowRight";
        if (!submenu || event.key !== into) return;
        event.preventDefault();
        event.stopPropagation();
        submenu.open("first");
      }}
      onPointerDown={() => {
        pressed.current = true;
      }}
      onPointerMove={(event) => event.pointerType === "mouse" && point(event.currentTarget)}
      onPointerLeave={() => {
        clearTimeout(hover.current);
        pressed.current = false;
      }}
      onPointerUp={(event) => {
        // The pointer was pressed on the menu's button and released here. An element that was also pressed here gets a
        // normal click.
        if (event.pointerType === "mouse" && event.button === 0 && !pressed.current) act();
      }}
    >
      {icon ? (
        <span className={css.icon} aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <span>{label}</span>
      {keys ? <MenuKeys of={keys} /> : null}
      {end ? <span className={css.end}>{end}</span> : null}
    </div>
  );
}

/** Short items two to a line. There is no room for what stands at their end: it is only spoken. */
export const MenuPairs = ({ children }: { readonly children: ReactNode }) => (
  <div role="none" className={css.pairs}>
    {children}
  </div>
);

export const MenuSeparator = () => <hr className={css.separator} />;
