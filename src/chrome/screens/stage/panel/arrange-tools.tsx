/** The foot of the cameras tab: undo, redo, arrange, Clear Stage; while cameras are selected, what is done with them. */
import { IconArrowBackUp, IconArrowForwardUp, IconLayoutDashboard, IconX } from "@tabler/icons-react";
import { Button } from "#chrome/kit/button/button.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { MenuPopup, MenuTrigger } from "#chrome/kit/popup/menu.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import css from "./panel.module.css";
import { ArrangeAll } from "../arrange/arrange-menu.tsx";

export function ArrangeTools({
  selected,
  onShow,
  onUnselect,
}: {
  /** how many cameras are selected */
  readonly selected: number;
  readonly onShow: () => void;
  readonly onUnselect: () => void;
}) {
  const { stores } = useProduct();
  const { stage } = useWorkspace();
  const say = useText();
  const isEmpty = useFacts(stores.stage, (facts) => facts.grid.cells.length === 0);
  const { undo, redo } = useFacts(
    stores.stage,
    ({ history }) => ({ undo: history.past.at(-1)?.step, redo: history.future.at(-1)?.step }),
    sameFields,
  );
  return (
    <div className={css.foot}>
      {selected > 0 ? (
        <div className={css.row}>
          <output className={css.grow}>{say("wall.selected", { count: selected })}</output>
          <Button size="small" tone="primary" onPress={onShow}>
            {say("wall.showSelected")}
          </Button>
          <IconButton size="small" label={say("wall.unselect")} onPress={onUnselect}>
            <IconX size={16} />
          </IconButton>
        </div>
      ) : (
        <div className={css.row}>
          <IconButton
            size="small"
            label={undo === undefined ? say("wall.undo") : say("wall.undoStep", { what: say(`wall.done.${undo}`) })}
            keys="Ctrl+Z"
            isDisabled={undo === undefined}
            onPress={() => stage.undo()}
          >
            <IconArrowBackUp size={18} />
          </IconButton>
          <IconButton
            size="small"
            label={redo === undefined ? say("wall.redo") : say("wall.redoStep", { what: say(`wall.done.${redo}`) })}
            keys="Shift+Ctrl+Z"
            isDisabled={redo === undefined}
            onPress={() => stage.redo()}
          >
            <IconArrowForwardUp size={18} />
          </IconButton>
          <MenuTrigger>
            <IconButton size="small" label={say("wall.arrange")} isDisabled={isEmpty}>
              <IconLayoutDashboard size={18} />
            </IconButton>
            <MenuPopup label={say("wall.arrange")} placement="top end">
              <ArrangeAll />
            </MenuPopup>
          </MenuTrigger>
          <div className={css.grow}>
            <Button size="small" wide isDisabled={isEmpty} onPress={() => stage.clear()}>
              {say("panel.clear")}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
