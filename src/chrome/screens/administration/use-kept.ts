import { useState } from "react";

/**
 * What the address of a dialog names, also when somebody else deletes it meanwhile: what was typed stays until the dialog is
 * closed, and saving says what happened. Null: there is none, and there was none when it was opened.
 */
export function useKept<T extends { readonly id: string }>(found: T | null, id: string | undefined): T | null {
  const [opened, setOpened] = useState<T | null>(null);
  const kept = found ?? (opened?.id === id ? opened : null);
  if (opened?.id !== kept?.id) setOpened(kept);
  return kept;
}
