/** Listens for `?` and Ctrl/Cmd+K everywhere, and for the menus that name them; what they open is loaded with the rest of the stage, or when it is first asked for. */
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { lateChunk } from "../kit/feedback/chunk.tsx";
import { LatePart } from "../kit/feedback/late-part.tsx";
import { useProduct } from "../product.ts";

const CommandPalette = lateChunk(() => import("./command-palette.tsx"));
const KeyboardOverlay = lateChunk(() => import("./keyboard-overlay.tsx"));

/** Back and Forward show another screen, over which nothing was opened. */
export function CommandCenter() {
  return <OverScreen key={useLocation().pathname} />;
}

function OverScreen() {
  const { stores } = useProduct();
  const [open, setOpen] = useState<"palette" | "keys" | null>(null);
  /** the tile whose camera is replaced by the chosen one */
  const [replacing, setReplacing] = useState<string | null>(null);
  const isOpen = open !== null;
  /** the element that had the focus before the first of them opened */
  const from = useRef<Element | null>(null);
  // When one opens out of the other, it would return the focus to the other, which is gone.
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => {
      const back = from.current;
      from.current = null;
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && back instanceof HTMLElement) back.focus();
      });
    };
  }, [isOpen]);
  useEffect(() => {
    const show = (what: "palette" | "keys", tileId: string | null = null): void => {
      setReplacing(tileId);
      from.current ??= document.activeElement;
      setOpen(what);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        show("palette");
      } else if (event.key === "?" && !event.ctrlKey && !event.metaKey && !typesIn(event.target)) {
        event.preventDefault();
        show("keys");
      }
    };
    const onAsked = (): void => {
      const asked = stores.dialogs.get().queue[0];
      if (asked?.kind !== "palette" && asked?.kind !== "keys") return;
      stores.dialogs.change(({ queue }) => void queue.shift());
      show(asked.kind, asked.kind === "palette" ? asked.replacing : null);
    };
    onAsked();
    const forget = stores.dialogs.subscribe(onAsked);
    window.addEventListener("keydown", onKey);
    return () => {
      forget();
      window.removeEventListener("keydown", onKey);
    };
  }, [stores]);
  const close = (): void => setOpen(null);
  if (open === null) return null;
  return (
    <LatePart key={open} onClose={close}>
      {open === "palette" ? (
        <CommandPalette replacing={replacing} onClose={close} onKeys={() => setOpen("keys")} />
      ) : (
        <KeyboardOverlay onClose={close} />
      )}
    </LatePart>
  );
}

/** In a text field a question mark is typed as text. */
const typesIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target instanceof HTMLTextAreaElement || isTextInput(target));
const isTextInput = (target: HTMLElement): boolean =>
  target instanceof HTMLInputElement && !["checkbox", "radio", "range", "button"].includes(target.type);
