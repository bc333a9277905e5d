import { useEffect, useState } from "react";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { soleChange } from "#domain/stage-grid/changes.ts";
import { nameSources, shownTileName } from "#state/stage/tile-name.ts";
import words from "#chrome/kit/words.module.css";

/**
 * Tells assistive technology which camera was added to the stage or removed from it. The states of players are not read
 * out.
 */
export function Announcer() {
  const { stores } = useProduct();
  const say = useText();
  const [text, setText] = useState("");
  useEffect(
    () =>
      stores.stage.subscribe((facts, before) => {
        const change = facts.grid === before.grid ? null : soleChange(before.grid, facts.grid);
        const flashed =
          facts.flashed === before.flashed || !facts.flashed ? null : cellById(facts.grid, facts.flashed.tileId);
        const cell = change?.cell ?? flashed;
        if (!cell) return;
        setText(
          say(change ? `stage.${change.kind}` : "wall.shown", {
            name: shownTileName(cell, nameSources(stores)) ?? say("player.noCamera"),
          }),
        );
      }),
    [stores, say],
  );
  return <output className={words.hidden}>{text}</output>;
}
