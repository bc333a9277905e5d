/** The dewarp actions of a fisheye as entries of a menu: off, perspective, panorama; home, layouts, outline. */
import {
  IconAlertTriangle,
  IconBorderAll,
  IconCarouselHorizontal,
  IconCircle,
  IconCircleDashed,
  IconHome,
  IconLayoutRows,
  IconPerspective,
  IconSquare,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { MenuItem, MenuSeparator } from "#chrome/kit/popup/menu.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { DewarpConfig, DewarpLayout, DewarpMode } from "#domain/dewarp/config.ts";
import { homeState, layoutsOf } from "#domain/dewarp/tile-dewarp.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { cameraKey } from "#state/camera-store.ts";
import { openLens } from "./use-moved-circles.ts";
import { beginning } from "#state/stage/dewarp-tile.ts";

export const DEWARP_MODES = [0, 1, 2] as const;
export const dewarpModeIcons: Readonly<Record<DewarpMode, ReactNode>> = {
  0: <IconCircle size={16} />,
  1: <IconPerspective size={16} />,
  2: <IconCarouselHorizontal size={16} />,
};
const layoutIcons: Readonly<Record<DewarpLayout, ReactNode>> = {
  single: <IconSquare size={16} />,
  quad: <IconBorderAll size={16} />,
  "double-panorama": <IconLayoutRows size={16} />,
};

/** The dewarp state of a tile's camera; null for a camera that is not a fisheye. */
export function useDewarpConfig(tileId: string): DewarpConfig | null {
  const { stores } = useProduct();
  const key = useFacts(stores.stage, (facts) => {
    const cell = cellById(facts.grid, tileId);
    return cell ? cameraKey(cell.camera) : "";
  });
  return useFacts(stores.cameras, (facts) => facts.byKey[key]?.dewarp ?? null);
}

/** `modes`: shows the modes too, and not only the entries of the chosen mode. */
export function DewarpItems({
  tileId,
  config,
  modes,
}: {
  readonly tileId: string;
  readonly config: DewarpConfig;
  readonly modes: boolean;
}) {
  const { stores } = useProduct();
  const { stage, patrols, players } = useWorkspace();
  const say = useText();
  const mode = useFacts(stores.stage, (facts) => cellById(facts.grid, tileId)?.dewarpMode ?? 0);
  const state = useFacts(stores.players, (facts) => facts.byTile[tileId]?.dewarp ?? null);
  const cell = useFacts(stores.stage, (facts) => cellById(facts.grid, tileId));
  const cameras = useFacts(stores.cameras, (facts) => facts);
  const views = useFacts(stores.views, (facts) => facts);
  const begun = cell && beginning({ cameras, views }, cell);
  const outline = useFacts(stores.players, (facts) => facts.byTile[tileId]?.viewOutline ?? false);
  const layouts = layoutsOf(mode, config);
  const shown = (state ?? begun)?.layout ?? "single";
  const layout = layouts.includes(shown) ? shown : "single";
  const setLayout = (next: DewarpLayout): void =>
    players.setDewarp(tileId, { ...(state ?? begun ?? homeState(config)), layout: next });
  const key = cell ? cameraKey(cell.camera) : "";
  const isMoved = useFacts(stores.players, (facts) => facts.movedCircles.includes(key));
  const mark = (chosen: boolean): ReactNode => (chosen ? "✓" : null);
  return (
    <>
      {isMoved && cell ? (
        <>
          <MenuItem
            label={say("dewarp.checkCircle")}
            hint={say("dewarp.checkCircleHint")}
            icon={<IconAlertTriangle size={16} />}
            onAction={() => openLens(cell.camera.id)}
          />
          <MenuSeparator />
        </>
      ) : null}
      {modes
        ? DEWARP_MODES.map((each) => (
            <MenuItem
              key={each}
              label={say(`dewarp.mode.${each}`)}
              icon={dewarpModeIcons[each]}
              end={mark(mode === each)}
              onAction={() => {
                patrols.hold(tileId);
                stage.setDewarpMode(tileId, each);
              }}
            />
          ))
        : null}
      {modes ? <MenuSeparator /> : null}
      {mode === 0 ? null : (
        <MenuItem
          label={say("dewarp.home")}
          keys="Home"
          icon={<IconHome size={16} />}
          onAction={() => players.setDewarp(tileId, null)}
        />
      )}
      {layouts.length < 2
        ? null
        : layouts.map((each) => (
            <MenuItem
              key={each}
              label={say(`dewarp.layout.${each}`)}
              icon={layoutIcons[each]}
              end={mark(layout === each)}
              onAction={() => setLayout(each)}
            />
          ))}
      {mode === 2 ? null : (
        <MenuItem
          label={say("dewarp.outline")}
          icon={<IconCircleDashed size={16} />}
          end={mark(outline)}
          onAction={() => players.toggleViewOutline(tileId)}
        />
      )}
    </>
  );
}
