import { type RefObject, useEffect } from "react";

const ROW = "tr, li";
const DIALOG = "[role=dialog], [role=alertdialog]";
const CONTROLS = "a[href], button, input, select, textarea, [tabindex='0']";

/** Where the focus was before what had it was removed. */
interface Place {
  readonly element: HTMLElement;
  /** of a list or table; null: it stood in none */
  readonly row: Element | null;
  readonly list: Element | null;
  readonly card: Element | null;
  /** the row's place in the list, by now */
  at: number;
  /** the place among the controls of the row */
  readonly control: number;
}

/**
 * Whoever deletes a row by the keyboard goes on at the next one, or at the heading when none is left: browsers drop the
 * focus of what is removed, and the next Tab would begin at the top of the page. `area` holds the lists.
 */
export function useKeptFocus(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = area.current;
    if (root === null) return undefined;
    let last: Place | null = null;
    let frame = 0;
    const note = ({ target }: FocusEvent): void => {
      last = target instanceof HTMLElement && target !== root ? placeOf(target) : null;
    };
    const keep = (mayBeDisabled: boolean): void => {
      if (last === null) return;
      if (last.element.isConnected && last.row !== null) last.at = indexOf(last.row);
      const isLost = !last.element.isConnected || (mayBeDisabled && last.element.matches(":disabled"));
      if (!isLost || !isNowhere(root)) return;
      const next = nextOf(last, root);
      last = null;
      next?.focus();
    };
    const rows = new MutationObserver(() => keep(false));
    rows.observe(root, { childList: true, subtree: true });
    // A dialog that closes gives the focus back a frame later: to nobody, when its button is gone or disabled.
    const dialogs = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => keep(true));
      });
    });
    dialogs.observe(document.body, { childList: true });
    root.addEventListener("focusin", note);
    return () => {
      rows.disconnect();
      dialogs.disconnect();
      cancelAnimationFrame(frame);
      root.removeEventListener("focusin", note);
    };
  }, [area]);
}

/** Nothing has the focus, and no dialog is open over the area. */
function isNowhere(root: HTMLElement): boolean {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return false;
  const top = [...document.querySelectorAll("[data-dialog]")].at(-1);
  return top === undefined || top.contains(root);
}

const indexOf = (row: Element): number => [...(row.parentElement?.children ?? [])].indexOf(row);
const controlsOf = (row: Element): readonly HTMLElement[] => [...row.querySelectorAll<HTMLElement>(CONTROLS)];

function placeOf(element: HTMLElement): Place {
  const row = element.closest(ROW);
  const control = row ? controlsOf(row).indexOf(element) : -1;
  const [list, card] = [row?.parentElement ?? null, element.closest("section")];
  return { element, row, list, card, at: row ? indexOf(row) : -1, control };
}

/** The same control of the row that took the place, else another one of it, else the heading. */
function nextOf({ list, card, at, control }: Place, root: HTMLElement): HTMLElement | null {
  const rows = list?.isConnected ? [...list.children].filter((row) => row.matches(ROW)) : [];
  const row = rows[Math.min(at, rows.length - 1)];
  const controls = row ? controlsOf(row) : [];
  const usable = (one: HTMLElement | undefined): boolean => one !== undefined && !one.matches(":disabled");
  const found = usable(controls[control]) ? controls[control] : controls.find(usable);
  return (
    found ?? headingOf(card?.isConnected ? card : root) ?? headingOf(root) ?? root.closest<HTMLElement>(DIALOG) ?? root
  );
}

function headingOf(place: Element): HTMLElement | null {
  const heading = place.querySelector<HTMLElement>("h1, h2");
  // A heading takes the focus only when it is told to.
  if (heading && !heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  return heading;
}
