import { type RefObject, useEffect } from "react";

const DIALOGS = "[role=dialog], [role=alertdialog]";

/**
 * Keys that arrive at the page while a dialog is open are the dialog's. A browser drops the focus of a button that its own
 * press disables or takes away, at a moment that no event tells: from then on the dialog would hear neither Escape nor Tab.
 * `inside`: an element of the dialog.
 */
export function useStrayKeys(inside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const take = (event: KeyboardEvent): void => {
      const own = inside.current?.closest<HTMLElement>(DIALOGS);
      if (!own || event.target !== document.body) return;
      if ([...document.querySelectorAll(DIALOGS)].at(-1) !== own) return;
      own.focus();
      if (event.key !== "Escape") return;
      event.stopPropagation();
      own.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, bubbles: true, cancelable: true }));
    };
    document.addEventListener("keydown", take, true);
    return () => document.removeEventListener("keydown", take, true);
  }, [inside]);
}
