import { type ReactNode, useRef } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { classes } from "../classes.ts";
import css from "./dialog.module.css";
import { useStrayKeys } from "./use-stray-keys.ts";

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
