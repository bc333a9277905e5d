import { Button } from "../button/button.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";

/** A dialog that is open while it is mounted and has one button, which closes it. */
export function ClosingDialog({
  closeLabel,
  ...props
}: Omit<DialogProps, "isOpen" | "actions"> & { readonly closeLabel: string }) {
  return (
    <Dialog
      {...props}
      isOpen
      actions={
        <Button tone="primary" onPress={props.onClose}>
          {closeLabel}
        </Button>
      }
    />
  );
}
