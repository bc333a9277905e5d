import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { useKeptFocus } from "../browser/kept-focus.ts";
import { useBackCloses } from "../browser/back-closes.ts";
import { classes } from "../classes.ts";
import css from "./dialog.module.css";

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** called by Escape, a click on the scrim (when dismissable) or a button */
  readonly onClose: () => void;
  readonly children?: ReactNode;
  /** the main button is the last one; null when the content has its own buttons */
  readonly actions: ReactNode;
  readonly role?: "dialog" | "alertdialog";
  /**
   * two columns for forms; full = as wide as the window allows, for work on a picture and for tables with many columns
   */
  readonly wide?: boolean | "full";
  /** false: only its buttons close it */
  readonly dismissable?: boolean;
  readonly icon?: ReactNode;
  /** it contains nothing that can be focused but may be long: keys scroll it */
  readonly readOnly?: boolean;
}

const scrolledByKeys = { tabIndex: 0 } as const;

/** A modal dialog: focus moves in (to the button that takes it, else to the dialog itself), Escape closes, focus returns. */
export function Dialog(props: DialogProps) {
  const {
    title,
    isOpen,
    onClose,
    children,
    actions,
    role = "dialog",
    wide = false,
    dismissable = true,
    icon,
    readOnly = false,
  } = props;
  const head = useRef<HTMLDivElement>(null);
  useStrayKeys(head);
  useBackCloses(isOpen && dismissable, onClose);
  return (
    <ModalOverlay
      className={css.scrim ?? ""}
      data-dialog=""
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={dismissable && role === "dialog"}
      isKeyboardDismissDisabled={!dismissable}
    >
      <Modal className={classes(css.modal, wide === "full" ? css.full : wide && css.wide)}>
        <AriaDialog className={css.dialog ?? ""} role={role}>
          <div ref={head} className={css.head}>
            {icon}
            <Heading slot="title" className={css.title ?? ""}>
              {title}
            </Heading>
          </div>
          <Body readOnly={readOnly}>{children}</Body>
          {actions ? <div className={css.foot}>{actions}</div> : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function Body(props: { readonly readOnly: boolean; readonly children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  useKeptFocus(area);
  return (
    <div ref={area} className={css.body} {...(props.readOnly ? scrolledByKeys : {})}>
      {props.children}
    </div>
  );
}

const DIALOGS = "[role=dialog], [role=alertdialog]";

/**
 * Gives the dialog the keys that arrive at the page while it is open. A browser drops the focus from a button that its
 * own press disables or removes, and no event reports that moment: without this, the dialog would get neither Escape
 * nor Tab from then on. `inside`: an element of the dialog.
 */
function useStrayKeys(inside: RefObject<HTMLElement | null>): void {
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
