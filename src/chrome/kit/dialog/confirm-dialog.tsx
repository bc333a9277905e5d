import type { ReactNode } from "react";
import { Text } from "react-aria-components/Text";
import { Button } from "../button/button.tsx";
import { Dialog } from "./dialog.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  /** buttons are disabled and Escape does nothing */
  readonly processing: boolean;
  /** what is to be confirmed is not known yet */
  readonly isUnready?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before an action that cannot be undone. When it opens, Enter gives the harmless answer. */
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
          <Button takesFocus onPress={props.onClose} isDisabled={props.processing}>
            {props.cancelLabel}
          </Button>
          <Button tone="danger" onPress={props.onConfirm} isDisabled={props.processing || props.isUnready === true}>
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <Text slot="description" elementType="div">
        {props.children}
      </Text>
    </Dialog>
  );
}
