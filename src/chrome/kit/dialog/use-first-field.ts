import { type RefObject, useEffect, useRef } from "react";

/** The field that a dialog is for: it has the focus as the dialog opens, and what stands in it is selected, so that typing replaces it. */
export function useFirstField(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Not every browser focuses what is selected.
    field.current?.focus();
    field.current?.select();
  }, []);
  return field;
}
