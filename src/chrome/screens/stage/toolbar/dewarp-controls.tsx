/** The header's dewarp controls: off, perspective, panorama; home, layouts and the outline in a menu. */
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { MenuPopup, MenuTrigger } from "#chrome/kit/popup/menu.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { DewarpConfig } from "#domain/dewarp/config.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { DEWARP_MODES, DewarpItems, dewarpModeIcons } from "./dewarp-items.tsx";

/** `wide`: there is room for a button per mode. */
export function DewarpControls({
  tileId,
  config,
  wide,
  onOpenChange,
}: {
  readonly tileId: string;
  readonly config: DewarpConfig;
  readonly wide: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const { stores } = useProduct();
  const { stage, patrols } = useWorkspace();
  const say = useText();
  const mode = useFacts(stores.stage, (facts) => cellById(facts.grid, tileId)?.dewarpMode ?? 0);
  /** closes the open menu */
  const closing = useRef<(() => void) | null>(null);
  const onMenu = (open: boolean): void => {
    closing.current = open ? () => onOpenChange(false) : null;
    onOpenChange(open);
  };
  // The menu closes with the controls: the tile has become too narrow, or does not show a fisheye any more.
  useEffect(() => () => closing.current?.(), []);
  return (
    <>
      {wide
        ? DEWARP_MODES.map((each) => (
            <IconButton
              key={each}
              size="small"
              label={say(`dewarp.mode.${each}`)}
              keys="d"
              selected={mode === each}
              onPress={() => {
                patrols.hold(tileId);
                stage.setDewarpMode(tileId, each);
              }}
            >
              {dewarpModeIcons[each]}
            </IconButton>
          ))
        : null}
      <MenuTrigger onOpenChange={onMenu}>
        <IconButton size="small" label={say("dewarp.label")} {...(wide ? {} : { keys: "d" })}>
          {wide ? <IconAdjustmentsHorizontal size={16} /> : dewarpModeIcons[mode]}
        </IconButton>
        <MenuPopup label={say("dewarp.label")}>
          <DewarpItems tileId={tileId} config={config} modes={!wide} />
        </MenuPopup>
      </MenuTrigger>
    </>
  );
}
