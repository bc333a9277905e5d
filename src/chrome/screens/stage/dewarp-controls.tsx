/** The header's dewarp controls: off, perspective, panorama; home, layouts and the outline in a menu. */
import {
  IconAspectRatio,
  IconBorderAll,
  IconCircle,
  IconCircleDashed,
  IconHome,
  IconLayoutRows,
  IconPerspective,
  IconSquare,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { IconButton } from "#chrome/kit/icon-button.tsx";
import { MenuItem, MenuPopup, MenuSeparator, MenuTrigger } from "#chrome/kit/menu.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { DewarpConfig, DewarpMode } from "#domain/dewarp/config.ts";
import { type DewarpLayout, homeState, layoutsOf } from "#domain/dewarp/tile-view.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { cameraKey } from "#state/camera-store.ts";

const MODES = [0, 1, 2] as const;
const modeIcons: Readonly<Record<DewarpMode, ReactNode>> = {
  0: <IconCircle size={16} />,
  1: <IconPerspective size={16} />,
  2: <IconAspectRatio size={16} />,
};
const layoutIcons: Readonly<Record<DewarpLayout, ReactNode>> = {
  single: <IconSquare size={16} />,
  quad: <IconBorderAll size={16} />,
  "double-panorama": <IconLayoutRows size={16} />,
};

/** Nothing for a camera that is no fisheye. `wide`: room for a button per mode. */
export function DewarpControls({
  tileId,
  wide,
  onOpenChange,
}: {
  readonly tileId: string;
  readonly wide: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const { stores } = useProduct();
  const key = useFacts(stores.stage, (facts) => {
    const cell = cellById(facts.grid, tileId);
    return cell ? cameraKey(cell.camera) : "";
  });
  const config = useFacts(stores.cameras, (facts) => facts.byKey[key]?.dewarp ?? null);
  return config ? <Controls tileId={tileId} wide={wide} config={config} onOpenChange={onOpenChange} /> : null;
}

function Controls({
  tileId,
  wide,
  config,
  onOpenChange,
}: {
  readonly tileId: string;
  readonly wide: boolean;
  readonly config: DewarpConfig;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const { stores } = useProduct();
  const { stage, players } = useWorkspace();
  const say = useText();
  const mode = useFacts(stores.stage, (facts) => cellById(facts.grid, tileId)?.dewarpMode ?? 0);
  const state = useFacts(stores.players, (facts) => facts.byTile[tileId]?.dewarp ?? null);
  const outline = useFacts(stores.players, (facts) => facts.byTile[tileId]?.viewOutline ?? false);
  const layouts = layoutsOf(mode, config);
  const layout = state && layouts.includes(state.layout) ? state.layout : "single";
  const setLayout = (next: DewarpLayout): void =>
    players.setDewarp(tileId, { ...(state ?? homeState(config)), layout: next });
  const mark = (chosen: boolean): ReactNode => (chosen ? "✓" : null);
  return (
    <>
      {wide
        ? MODES.map((each) => (
            <IconButton
              key={each}
              size="small"
              label={say(`dewarp.mode.${each}`)}
              selected={mode === each}
              onPress={() => stage.setDewarpMode(tileId, each)}
            >
              {modeIcons[each]}
            </IconButton>
          ))
        : null}
      <MenuTrigger onOpenChange={onOpenChange}>
        <IconButton size="small" label={say("dewarp.label")}>
          {wide ? <IconCircleDashed size={16} /> : modeIcons[mode]}
        </IconButton>
        <MenuPopup label={say("dewarp.label")}>
          {wide
            ? null
            : MODES.map((each) => (
                <MenuItem
                  key={each}
                  id={`mode-${each}`}
                  label={say(`dewarp.mode.${each}`)}
                  icon={modeIcons[each]}
                  end={mark(mode === each)}
                  onAction={() => stage.setDewarpMode(tileId, each)}
                />
              ))}
          {wide ? null : <MenuSeparator />}
          {mode === 0 ? null : (
            <MenuItem
              id="home"
              label={say("dewarp.home")}
              icon={<IconHome size={16} />}
              onAction={() => players.setDewarp(tileId, null)}
            />
          )}
          {layouts.length < 2
            ? null
            : layouts.map((each) => (
                <MenuItem
                  key={each}
                  id={each}
                  label={say(`dewarp.layout.${each}`)}
                  icon={layoutIcons[each]}
                  end={mark(layout === each)}
                  onAction={() => setLayout(each)}
                />
              ))}
          {mode === 2 ? null : (
            <MenuItem
              id="outline"
              label={say("dewarp.outline")}
              icon={<IconCircleDashed size={16} />}
              end={mark(outline)}
              onAction={() => players.toggleViewOutline(tileId)}
            />
          )}
        </MenuPopup>
      </MenuTrigger>
    </>
  );
}
