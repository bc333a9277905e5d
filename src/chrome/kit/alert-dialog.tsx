import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Said } from "../texts/said.tsx";
import { Button } from "./button.tsx";
import css from "./dialog.module.css";
import { Dialog } from "./dialog.tsx";

export interface AlertDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly closeLabel: string;
}

/** Says that something failed; one button. */
export function AlertDialog({ title, children, isOpen, onClose, closeLabel }: AlertDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      icon={
        <span className={css.alertIcon} aria-hidden="true">
          <IconAlertTriangle size={17} />
        </span>
      }
      actions={
        <Button tone="primary" onPress={onClose}>
          {closeLabel}
        </Button>
      }
    >
      <Said>{children}</Said>
    </Dialog>
  );
}
