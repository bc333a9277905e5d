import { useState } from "react";

/**
 * The object that the address of a dialog names. It is kept when another user deletes it meanwhile: the typed values
 * stay until the dialog is closed, and saving reports what happened. Null: the object does not exist and did not exist
 * when the dialog was opened.
 */
export function useKept<T extends { readonly id: string }>(found: T | null, id: string | undefined): T | null {
  const [opened, setOpened] = useState<T | null>(null);
  const kept = found ?? (opened?.id === id ? opened : null);
  if (opened?.id !== kept?.id) setOpened(kept);
  return kept;
}
