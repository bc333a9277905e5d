import { type RefObject, useEffect, useRef } from "react";

/** Focuses the main field of a dialog when the dialog opens and selects its text, so that typing replaces it. */
export function useFirstField(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Not every browser focuses a field when its text is selected.
    field.current?.focus();
    field.current?.select();
  }, []);
  return field;
}
