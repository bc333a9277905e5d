/** Listens for `?` and Ctrl/Cmd+K everywhere; what they open is loaded when it is first asked for. */
import { Suspense, useEffect, useState } from "react";
import { chunk } from "../kit/chunk.tsx";

const CommandPalette = chunk(() => import("./command-palette.tsx"));
const KeyboardOverlay = chunk(() => import("./keyboard-overlay.tsx"));

export function CommandCenter() {
  const [open, setOpen] = useState<"palette" | "keys" | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        setOpen("palette");
      } else if (event.key === "?" && !event.ctrlKey && !event.metaKey && !typesIn(event.target)) {
        event.preventDefault();
        setOpen("keys");
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  const close = (): void => setOpen(null);
  return (
    <Suspense fallback={null}>
      {open === "palette" ? <CommandPalette onClose={close} onKeys={() => setOpen("keys")} /> : null}
      {open === "keys" ? <KeyboardOverlay onClose={close} /> : null}
    </Suspense>
  );
}

/** In a field a question mark is a question mark. */
const typesIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target instanceof HTMLTextAreaElement || isTextInput(target));
const isTextInput = (target: HTMLElement): boolean =>
  target instanceof HTMLInputElement && !["checkbox", "radio", "range", "button"].includes(target.type);
