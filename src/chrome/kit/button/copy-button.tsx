import { IconCopy } from "@tabler/icons-react";
import { IconButton } from "./icon-button.tsx";
import { showToast } from "../feedback/toast.tsx";

/** Puts a text on the clipboard and says so. Browsers offer the clipboard on secure pages only. */
export function CopyButton(props: {
  readonly text: string;
  readonly label: string;
  readonly copied: string;
  readonly failed: string;
}) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(props.text);
      showToast({ text: props.copied, tone: "info" });
    } catch {
      showToast({ text: props.failed, tone: "warn" });
    }
  };
  return (
    <IconButton size="small" label={props.label} onPress={() => void copy()}>
      <IconCopy size={14} aria-hidden="true" />
    </IconButton>
  );
}
