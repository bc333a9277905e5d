/** The entries of a tile's menu that move and resize it: they do the same as its drags. */
import {
  IconArrowBarToDown,
  IconArrowBarToLeft,
  IconArrowBarToRight,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
} from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import { MenuItem, MenuPairs, MenuSeparator } from "#chrome/kit/popup/menu.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useCameraNames } from "#chrome/use-camera-name.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { arrangementsOf } from "#domain/stage-grid/arrange.ts";
import type { Direction } from "#domain/stage-grid/grid.ts";
import { cameraKey } from "#state/camera-store.ts";

const moveIcons: Readonly<Record<Direction, ReactNode>> = {
  left: <IconArrowLeft size={16} />,
  right: <IconArrowRight size={16} />,
  up: <IconArrowUp size={16} />,
  down: <IconArrowDown size={16} />,
};
const sizeIcons: Readonly<Record<Direction, ReactNode>> = {
  left: <IconArrowBarToLeft size={16} />,
  right: <IconArrowBarToRight size={16} />,
  up: <IconArrowBarToUp size={16} />,
  down: <IconArrowBarToDown size={16} />,
};

const ARROWS = { left: "ArrowLeft", right: "ArrowRight", up: "ArrowUp", down: "ArrowDown" } as const;

export function ArrangeItems({ tileId }: { readonly tileId: string }) {
  const { stores } = useProduct();
  const { stage } = useWorkspace();
  const say = useText();
  const grid = useFacts(stores.stage, (facts) => facts.grid);
  const nameOf = useCameraNames();
  const arrangements = useMemo(() => arrangementsOf(grid, tileId), [grid, tileId]);
  return (
    <>
      <MenuSeparator />
      <MenuPairs>
        {arrangements.map(({ direction, moves, swapsWith }) => {
          const swaps = swapsWith
            ? say("arrange.swaps", { name: nameOf(cameraKey(swapsWith)) ?? swapsWith.id })
            : undefined;
          return (
            <MenuItem
              key={direction}
              label={say(`arrange.move.${direction}`)}
              keys={`Shift+${ARROWS[direction]}`}
              icon={moveIcons[direction]}
              end={swaps}
              hint={swaps}
              isDisabled={!moves}
              onAction={() => stage.moveBy(tileId, direction)}
            />
          );
        })}
      </MenuPairs>
      <MenuSeparator />
      <MenuPairs>
        {arrangements.map(({ direction, resizes }) => (
          <MenuItem
            key={direction}
            label={say(`arrange.size.${direction}`)}
            keys={`Alt+${ARROWS[direction]}`}
            icon={sizeIcons[direction]}
            isDisabled={!resizes}
            onAction={() => stage.resizeBy(tileId, direction)}
          />
        ))}
      </MenuPairs>
    </>
  );
}
