/** After the first change of the stage: a message about each change that offers to undo it, and the keys of undo and redo. */
import { useEffect } from "react";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { type Product, useProduct, useWorkspace, type Workspace } from "#chrome/product.ts";
import { type Say, useText } from "#chrome/texts/use-text.ts";
import { UNDO_TOAST_MS } from "#domain/limits/stage.ts";
import { soleChange } from "#domain/stage-grid/changes.ts";
import { shortName } from "#domain/short-name.ts";
import { nameSources, shownTileName } from "#state/stage/tile-name.ts";

type Deps = Pick<Workspace, "stage" | "arranging"> & Pick<Product, "stores">;

export default function UndoHost() {
  const { stores } = useProduct();
  const { stage, arranging } = useWorkspace();
  const say = useText();
  useEffect(() => {
    const deps = { stores, stage, arranging };
    const look = (): void => {
      if (stores.stage.get().changed !== null) void tell(deps, say);
    };
    look();
    return stores.stage.subscribe((facts, before) => {
      if (facts.changed !== before.changed) look();
    });
  }, [stores, stage, arranging, say]);
  useEffect(() => {
    const { style } = document.documentElement;
    const measure = (): void => {
      const bottom = document.querySelector("[data-stage-area]")?.getBoundingClientRect().bottom ?? innerHeight;
      style.setProperty("--stage-foot", `${Math.max(0, innerHeight - bottom)}px`);
    };
    measure();
    const forget = stores.stage.subscribe((facts, before) => {
      if (facts.area !== before.area) measure();
    });
    return () => {
      forget();
      style.removeProperty("--stage-foot");
    };
  }, [stores]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const move = undoKey(event);
      if (move === null || event.defaultPrevented || isElsewhere(event.target)) return;
      event.preventDefault();
      stage[move]();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [stage]);
  return null;
}

async function tell({ stores, stage, arranging }: Deps, say: Say): Promise<void> {
  const { changed, grid, history, form } = stores.stage.get();
  stage.changeTold();
  if (changed === null) return;
  const { step, kind, leftOut } = changed;
  const post = (text: string, actions: readonly { label: string; onPress: () => void }[], warns = false): void =>
    showToast({ text, actions, tone: warns ? "warn" : "info", subject: "stage", forMs: UNDO_TOAST_MS });
  const undo = { label: say("wall.undo"), onPress: stage.undo };
  if (kind === "undone")
    return post(say("wall.undone", { what: say(`wall.done.${step}`) }), [
      { label: say("wall.redo"), onPress: stage.redo },
    ]);
  if (step === "close" && kind === "done") {
    const before = history.past.at(-1)?.grid;
    const closed = before && soleChange(before, grid)?.cell;
    const name = closed && shownTileName(closed, nameSources(stores));
    const { hasGaps, pack } = await arranging();
    // A column shows no gaps.
    const gaps = form === "wall" && hasGaps() ? [{ label: say("wall.closeGaps"), onPress: pack }] : [];
    return post(name ? say("stage.closed", { name: shortName(name) }) : say(`wall.done.${step}`), [undo, ...gaps]);
  }
  const beyond = leftOut > 0 ? say(step === "add" ? "wall.leftOut" : "wall.closedBeyond", { count: leftOut }) : "";
  if (step !== "add") return post([say(`wall.done.${step}`), beyond].join("\n").trim(), [undo], leftOut > 0);
  const count = grid.cells.length - (history.past.at(-1)?.grid.cells.length ?? 0);
  // A single camera can be seen to come, and a message for each would only be in the way.
  if (count > 1 || leftOut > 0) post([say("wall.addedAll", { count }), beyond].join("\n").trim(), [undo], leftOut > 0);
}

/** Ctrl+Z; Shift+Ctrl+Z or Ctrl+Y. */
function undoKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): "undo" | "redo" | null {
  if ((!ctrlKey && !metaKey) || altKey) return null;
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" && !shiftKey ? "redo" : null;
}

/** In a field the browser undoes what was typed; a dialog or menu covers the stage. */
const isElsewhere = (target: EventTarget | null): boolean =>
  (target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"))) ||
  document.querySelector("[role=dialog], [role=menu]") !== null;
