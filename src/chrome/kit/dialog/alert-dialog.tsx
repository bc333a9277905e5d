import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Text } from "react-aria-components/Text";
import { Button } from "../button/button.tsx";
import { classes } from "../classes.ts";
import css from "./dialog.module.css";
import { Dialog } from "./dialog.tsx";

interface AlertDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly closeLabel: string;
  /** the message is good news */
  readonly good?: boolean;
}

/**
 * Says that something failed, or that a request succeeded. It has one button, which has the focus, so Enter presses it.
 */
export function AlertDialog({ title, children, isOpen, onClose, closeLabel, good = false }: AlertDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      icon={
        <span className={classes(css.alertIcon, good && css.goodIcon)} aria-hidden="true">
          {good ? <IconCheck size={17} /> : <IconAlertTriangle size={17} />}
        </span>
      }
      actions={
        <Button tone="primary" takesFocus onPress={onClose}>
          {closeLabel}
        </Button>
      }
    >
      <Text slot="description" elementType="div">
        {children}
      </Text>
    </Dialog>
  );
}
