import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { classes } from "../classes.ts";
import css from "./dialog.module.css";

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Escape, a click on the scrim (when dismissable) or a button */
  readonly onClose: () => void;
  readonly children?: ReactNode;
  /** buttons, the main one last; null where the content has its own */
  readonly actions: ReactNode;
  readonly role?: "dialog" | "alertdialog";
  /** for forms of two columns; full = as wide as the window allows, for work on a picture and tables of many columns */
  readonly wide?: boolean | "full";
  /** false: only its buttons close it */
  readonly dismissable?: boolean;
  readonly icon?: ReactNode;
  /** it holds nothing that could be focused but may be long: keys scroll it */
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
          <div className={css.body} {...(readOnly ? scrolledByKeys : {})}>
            {children}
          </div>
          {actions ? <div className={css.foot}>{actions}</div> : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

const DIALOGS = "[role=dialog], [role=alertdialog]";

/**
 * Keys that arrive at the page while a dialog is open are the dialog's. A browser drops the focus of a button that its own
 * press disables or takes away, at a moment that no event tells: from then on the dialog would hear neither Escape nor Tab.
 * `inside`: an element of the dialog.
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
