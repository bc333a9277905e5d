import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

export interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  /** buttons are disabled and Escape does nothing */
  readonly processing: boolean;
  readonly danger?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is done that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title={props.title}
      isOpen
      onClose={props.onClose}
      dismissable={!props.processing}
      actions={
        <>
          <Button onPress={props.onClose} isDisabled={props.processing}>
            {props.cancelLabel}
          </Button>
          <Button
            tone={props.danger === false ? "primary" : "danger"}
            onPress={props.onConfirm}
            isDisabled={props.processing}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  );
}
