/**
 * A browser drops the focus of an element that is disabled, and a keyboard user would begin at the top of the page again:
 * Clear Stage, the last Undo, or "10 s forward" up to now disable themselves.
 */
import { type RefObject, useLayoutEffect, useRef } from "react";

const TAB_STOPS =
  "button:enabled, input:enabled, select:enabled, textarea:enabled, a[href], [tabindex]:not([tabindex='-1'])";

/**
 * While the button is disabled, the focus that it had rests on its dialog, or else on the nearest element around it with
 * something to Tab to; there it waits for the button. No neighbour gets it, because the next Enter would press that.
 */
export function useRestingFocus(isDisabled: boolean): RefObject<HTMLButtonElement | null> {
  const own = useRef<HTMLButtonElement>(null);
  const rest = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const button = own.current;
    if (!button) return;
    if (isDisabled && button === document.activeElement) {
      const dialog = button.closest<HTMLElement>("[role=dialog], [role=alertdialog]");
      if (dialog) dialog.focus();
      else rest.current = restAround(button);
    } else if (!isDisabled) {
      if (rest.current !== null && rest.current === document.activeElement) button.focus();
      rest.current = null;
    }
  }, [isDisabled]);
  return own;
}

function restAround(button: HTMLElement): HTMLElement | null {
  let around = button.parentElement;
  while (around && around.querySelector(TAB_STOPS) === null) around = around.parentElement;
  if (!around) return null;
  const element = around;
  if (!element.hasAttribute("tabindex")) {
    element.tabIndex = -1;
    const left = (): void => {
      // The whole window may have lost the focus, and gets it back.
      if (document.activeElement === element) return;
      element.removeEventListener("blur", left);
      element.removeAttribute("tabindex");
    };
    element.addEventListener("blur", left);
  }
  element.focus();
  return element;
}
