/** `?`: every key of the application in one place. */
import { Fragment } from "react";
import { ClosingDialog } from "../kit/dialog/closing-dialog.tsx";
import type { TextId } from "../texts/parts/all.ts";
import { capsOf } from "../texts/key-caps.ts";
import { useText } from "../texts/use-text.ts";
import css from "./commands.module.css";

/**
 * Alternatives stand side by side; keys that are pressed together are joined by "+"; several arrow keys are shown as
 * one.
 */
const groups: readonly { readonly title: TextId; readonly keys: readonly (readonly [string, TextId])[] }[] = [
  {
    title: "keys.tile",
    keys: [
      ["← → ↑ ↓", "keys.arrows"],
      ["Shift+←→↑↓", "keys.move"],
      ["Alt+←→↑↓", "keys.resize"],
      ["Enter f", "keys.full"],
      ["Delete", "keys.close"],
      ["+ - 0", "keys.zoom"],
      ["m", "keys.volume"],
      ["i", "keys.stats"],
      ["p", "keys.ptz"],
      ["d", "keys.dewarp"],
      ["t", "keys.patrol"],
      ["Ctrl+←→↑↓", "keys.view"],
      ["Shift+F10", "keys.tileMenu"],
      ["Shift+E", "keys.exportOne"],
      ["Space k j l Shift+J Shift+L , .", "keys.unlinked"],
    ],
  },
  {
    title: "keys.everywhere",
    keys: [
      ["?", "keys.help"],
      ["Ctrl+K ⌘+K", "keys.palette"],
      ["/", "keys.search"],
      ["Esc", "keys.escape"],
    ],
  },
  {
    title: "keys.panel",
    keys: [
      ["← → ↑ ↓", "keys.nextCamera"],
      ["Enter", "keys.add"],
      ["Alt+Enter", "keys.addTwice"],
      ["Ctrl+Space", "keys.select"],
      ["Shift+←→↑↓", "keys.selectRange"],
      ["← → Home End", "keys.edge"],
    ],
  },
  {
    title: "keys.stages",
    keys: [
      ["1–9", "keys.digits"],
      ["Enter", "keys.show"],
      ["F2", "keys.edit"],
      ["Delete", "keys.remove"],
      ["Shift+F10", "keys.rowMenu"],
    ],
  },
  {
    title: "keys.timeline",
    keys: [
      ["Space k", "keys.playPause"],
      ["j l", "keys.shuttle"],
      ["Shift+J Shift+L", "keys.jump"],
      [", .", "keys.step"],
      ["← →", "keys.through"],
      ["PageUp PageDown", "keys.page"],
      ["Shift+PageUp Shift+PageDown", "keys.look"],
      ["+ -", "keys.scale"],
      ["End", "keys.live"],
      ["[ ]", "keys.selection"],
      ["g", "keys.goToTime"],
      ["e", "keys.export"],
      ["b Shift+B", "keys.bookmark"],
    ],
  },
  {
    title: "keys.arrangement",
    keys: [
      ["Ctrl+Z ⌘+Z", "keys.undo"],
      ["Shift+Ctrl+Z Ctrl+Y", "keys.redo"],
    ],
  },
];

export default function KeyboardOverlay({ onClose }: { readonly onClose: () => void }) {
  const say = useText();
  return (
    <ClosingDialog title={say("keys.title")} onClose={onClose} wide="full" readOnly closeLabel={say("app.close")}>
      <div className={css.keys}>
        {groups.map((group) => (
          <section key={group.title}>
            <h3 className={css.group}>{say(group.title)}</h3>
            <dl className={css.map}>
              {group.keys.map(([keys, what]) => (
                <Fragment key={what}>
                  <dt>
                    {keys.split(" ").map((chord) => (
                      <kbd key={chord} className={css.key}>
                        {capsOf(chord, say)}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{say(what)}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </ClosingDialog>
  );
}
