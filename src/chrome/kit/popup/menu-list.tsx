/**
 * The list of a menu as plain elements (ARIA's pattern "menu"). The component kit's menu is not used, because it builds
 * a collection of its items first and measures the page some ten times: a menu opens only after 22 to 34 ms
 * (docs/decisions/0016-own-menus.md).
 */
import { useBackCloses } from "../browser/back-closes.ts";
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { createPortal } from "react-dom";
import { type Placement, placePopup } from "./place-popup.ts";
import css from "./popover.module.css";

/** Letters typed within this time of each other form one search word. */
const WORD_MS = 1000;
const ITEMS = "[role=menuitem]:not([aria-disabled=true])";

interface OpenSubmenu {
  readonly item: Element;
  readonly close: () => void;
}

/** The functions of its list that an item can call. */
export interface MenuLevel {
  /** closes the whole menu; the focus returns to where it was */
  readonly close: () => void;
  /** the item whose submenu is open */
  readonly submenuItem: () => Element | null;
  /** replaces the submenu of another item, which is closed */
  readonly submenuOpened: (submenu: OpenSubmenu) => void;
  readonly submenuClosed: (item: Element | null) => void;
}

/** Where the focus goes when a list opens: to an item, to the list, or nowhere else. */
export type FirstFocus = "first" | "last" | "list" | "none";

const MenuLevelContext = createContext<MenuLevel | null>(null);

interface MenuListProps {
  readonly label: string;
  readonly anchor: RefObject<Element | null>;
  readonly placement: Placement;
  readonly offsetPx: number;
  readonly focus: FirstFocus;
  /** closes the whole menu */
  readonly onClose: () => void;
  /** for a submenu: closes only that one, and the focus goes to its item */
  readonly onLeave?: () => void;
  readonly children: ReactNode;
}

export function MenuList({ label, anchor, placement, offsetPx, focus, onClose, onLeave, children }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  const returnTo = useRef<Element | null>(null);
  const submenu = useRef<OpenSubmenu | null>(null);
  const word = useRef({ text: "", atMs: Number.NEGATIVE_INFINITY });
  const isSubmenu = onLeave !== undefined;

  const close = (): void => {
    if (!isSubmenu) refocus(returnTo.current);
    onClose();
  };
  const latest = useRef(close);
  latest.current = close;
  useBackCloses(true, onLeave ?? close);
  const level = useMemo<MenuLevel>(
    () => ({
      close: () => latest.current(),
      submenuItem: () => submenu.current?.item ?? null,
      submenuOpened: (opened) => {
        if (submenu.current?.item !== opened.item) submenu.current?.close();
        submenu.current = opened;
      },
      submenuClosed: (item) => {
        if (submenu.current?.item === item) submenu.current = null;
      },
    }),
    [],
  );

  useLayoutEffect(() => {
    const own = list.current;
    if (!own) return;
    returnTo.current = document.activeElement;
    const place = (): void => putBeside(own, anchor.current, placement, offsetPx);
    place();
    if (focus !== "none") itemToFocus(own, focus).focus({ preventScroll: true });
    const onScroll = ({ target }: Event): void => {
      if (!(target instanceof Node) || !anchor.current || !target.contains(anchor.current)) return;
      // A long menu is scrolled to reach its last items: their submenu goes with them.
      if (target instanceof Element && target.matches("[role=menu]")) place();
      else latest.current();
    };
    window.addEventListener("resize", place);
    window.addEventListener("scroll", onScroll, true);
    return () => {
      window.removeEventListener("resize", place);
      window.removeEventListener("scroll", onScroll, true);
      if (own.contains(document.activeElement)) refocus(returnTo.current);
    };
    // This runs once, when the list opens: its anchor and its first focus do not change later.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const go = (to: number): void => items.at(to % items.length)?.focus();
    // A space inside a search word belongs to the word.
    const isTyping = event.timeStamp - word.current.atMs < WORD_MS;
    const back = isRightToLeft(event.currentTarget) ? "ArrowRight" : "ArrowLeft";
    if (event.key === "ArrowDown") go(at + 1);
    else if (event.key === "ArrowUp") go(at < 0 ? -1 : at - 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(-1);
    else if (event.key === "Enter" || (event.key === " " && !isTyping)) {
      // The key that opened the menu may still be held down.
      if (!event.repeat) items[at]?.click();
    } else if (event.key === "Escape") close();
    else if (event.key === back && onLeave) {
      refocus(anchor.current);
      onLeave();
    } else if (event.key === "Tab") {
      // From the element that had the focus, the browser goes on to the next one.
      close();
      return event.stopPropagation();
    } else if (event.key.length === 1) {
      word.current = { text: (isTyping ? word.current.text : "") + event.key, atMs: event.timeStamp };
      matching(items, at, word.current.text)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return createPortal(
    <MenuLevelContext value={level}>
      {isSubmenu ? null : <Underlay onPress={close} />}
      <div
        ref={list}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        aria-orientation="vertical"
        className={css.popover}
        data-floating=""
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const open = submenu.current;
          if (open && event.target.role === "menuitem" && event.target !== open.item) open.close();
          event.stopPropagation();
        }}
      >
        {children}
      </div>
    </MenuLevelContext>,
    document.body,
  );
}

/**
 * A press beside the menu closes it and does nothing else. Only a press that began there counts, because the browser
 * also sends its own long press for the finger that has opened the menu.
 */
function Underlay({ onPress }: { readonly onPress: () => void }) {
  const isPressed = useRef(false);
  const press = (): void => {
    if (isPressed.current) onPress();
  };
  return (
    <div
      role="presentation"
      className={css.underlay}
      onPointerDown={() => {
        isPressed.current = true;
      }}
      onClick={press}
      onContextMenu={(event) => {
        event.preventDefault();
        press();
      }}
    />
  );
}

/** The list that contains the caller's item. */
export function useMenuLevel(): MenuLevel {
  const level = useContext(MenuLevelContext);
  if (!level) throw new Error("a menu's item outside a menu");
  return level;
}

export const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === "rtl";

function refocus(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
}

function itemToFocus(list: HTMLElement, focus: FirstFocus): HTMLElement {
  const items = focus === "list" ? [] : list.querySelectorAll<HTMLElement>(ITEMS);
  return items[focus === "last" ? items.length - 1 : 0] ?? list;
}

/**
 * The next item, counted from the focused one, whose label begins with the typed text. The focused item itself counts
 * only when the user types more letters of its own word.
 */
function matching(items: readonly HTMLElement[], at: number, typed: string): HTMLElement | undefined {
  const from = typed.length === 1 ? at + 1 : Math.max(0, at);
  const word = typed.toLocaleLowerCase();
  return [...items.slice(from), ...items.slice(0, from)].find((item) =>
    (item.dataset.label ?? "").toLocaleLowerCase().startsWith(word),
  );
}

function putBeside(list: HTMLElement, anchor: Element | null, placement: Placement, offsetPx: number): void {
  const box = anchor?.getBoundingClientRect();
  if (!box) return;
  list.style.maxHeight = "";
  list.style.minWidth = `${Math.max(160, box.width)}px`;
  const popup = { width: list.offsetWidth, height: list.offsetHeight };
  const screen = { width: window.innerWidth, height: window.innerHeight };
  const { x, y, maxHeight } = placePopup(box, popup, screen, placement, offsetPx, isRightToLeft(list));
  Object.assign(list.style, { left: `${x}px`, top: `${y}px`, maxHeight: `${maxHeight}px` });
}
