/** The player's header as one DOM toolbar that follows the hovered, else the focused tile. */
import {
  IconBolt,
  IconChartBar,
  IconDotsVertical,
  IconFeather,
  IconMaximize,
  IconMinimize,
  IconPhotoDown,
  IconVolume,
  IconVolume2,
  IconVolumeOff,
  IconX,
} from "@tabler/icons-react";
import { useState } from "react";
import { Toolbar } from "react-aria-components/Toolbar";
import { Button } from "#chrome/kit/button.tsx";
import { classes } from "#chrome/kit/classes.ts";
import { IconButton } from "#chrome/kit/icon-button.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useCameraName } from "#chrome/use-camera-name.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import type { Point, Rect } from "#base/geometry.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { cameraKey } from "#state/camera-store.ts";
import { dewarpedTiles } from "#state/dewarp-tile.ts";
import type { TileRect } from "#state/stage-geometry.ts";
import { DewarpControls } from "./dewarp-controls.tsx";
import { LinkToggle } from "./link-toggle.tsx";
import { PresetsButton, PtzToggle } from "./ptz-toggle.tsx";
import { ResizeGrips } from "./resize-grips.tsx";
import { savePicture } from "./save-picture.ts";
import css from "./toolbar.module.css";

/** Narrower tiles show only what nothing else can do. */
const NARROW_PX = 260;
/** Narrower ones leave full screen, zoom, the player's mode, its link and its volume to the menu. */
const TINY_PX = 190;
/** Wider tiles have a button for each dewarp mode. */
const WIDE_PX = 420;
/** Wider ones say the zoom also where there is none. */
const ZOOM_SAID_PX = 480;
/** Narrower ones leave the presets to the menu. */
const PRESETS_PX = 150;
/** Too narrow for any toolbar but the close button's. */
const MIN_PX = 96;

export function TileToolbar({ tiles }: { readonly tiles: readonly TileRect[] }) {
  const { stores } = useProduct();
  const { stage } = useWorkspace();
  // While one of its menus is open the toolbar stays, wherever the pointer is.
  const [pinned, setPinned] = useState<string | null>(null);
  const pointed = useFacts(stores.stage, (facts) =>
    facts.drag
      ? null
      : (facts.fullTileId ??
        facts.enlargedTileId ??
        facts.presetsTileId ??
        facts.menu?.tileId ??
        facts.hoveredTileId ??
        facts.focusedTileId),
  );
  const tileId = pinned ?? pointed;
  // In full screen and enlarged a tile has no neighbours and no edges to pull.
  const alone = useFacts(stores.stage, (facts) => facts.fullTileId !== null || facts.enlargedTileId !== null);
  const tile = tiles.find((each) => each.tileId === tileId);
  if (!tile || tile.rect.width < MIN_PX) return null;
  return (
    <>
      {alone ? null : <ResizeGrips rect={tile.rect} />}
      <Bar
        key={tile.tileId}
        tileId={tile.tileId}
        rect={tile.rect}
        onMenu={(open) => {
          setPinned(open ? tile.tileId : null);
          // The menu's veil took the pointer away; the toolbar stays until the pointer says where it is.
          if (!open) stage.hover(tile.tileId);
        }}
      />
    </>
  );
}

interface BarProps {
  readonly tileId: string;
  readonly rect: Rect;
  readonly onMenu: (open: boolean) => void;
}

function Bar({ tileId, rect, onMenu }: BarProps) {
  const { stores } = useProduct();
  const { stage, players } = useWorkspace();
  const say = useText();
  const camera = useFacts(stores.stage, (facts) => {
    const cell = cellById(facts.grid, tileId);
    return cell ? cameraKey(cell.camera) : "";
  });
  const name = useCameraName(camera) ?? camera;
  const server = useFacts(stores.servers, (facts) => facts.byId[camera.split("/")[0] ?? ""]?.name);
  // Digital zoom is the round picture's and the panorama's; the perspective view has one of its own.
  const dewarpMode = useFacts(stores.stage, ({ grid }) => {
    const { dewarpMax } = stores.preferences.get();
    const shown = dewarpedTiles({ grid, cameras: stores.cameras.get(), dewarpMax }).includes(tileId);
    return shown ? (cellById(grid, tileId)?.dewarpMode ?? 0) : 0;
  });
  const isFull = useFacts(stores.stage, (facts) => facts.fullTileId === tileId);
  const isOnly = useFacts(stores.single, (facts) => facts.page !== null);
  const menuOpen = useFacts(stores.stage, (facts) => facts.menu?.tileId === tileId);
  const player = useFacts(
    stores.players,
    (facts) => {
      const each = facts.byTile[tileId];
      return {
        mode: each?.mode ?? "webrtc",
        switchable: (each?.modes.length ?? 0) > 1,
        hasAudio: each?.hasAudio ?? false,
        volume: each?.volume ?? 0,
        zoom: each?.zoom.scale ?? 1,
        panoramaZoom: each?.dewarp?.panoramaZoom.scale ?? 1,
        statsShown: each?.statsShown ?? false,
      };
    },
    sameFields,
  );
  const tiny = rect.width < TINY_PX;
  const percent = Math.round(100 * (dewarpMode === 2 ? player.panoramaZoom : player.zoom));
  const volumeIcon =
    player.volume === 0 ? (
      <IconVolumeOff size={16} />
    ) : player.volume < 1 ? (
      <IconVolume2 size={16} />
    ) : (
      <IconVolume size={16} />
    );
  return (
    <Toolbar
      aria-label={say("player.toolbar", { name })}
      className={classes(css.toolbar, rect.width < NARROW_PX && css.narrow)}
      data-toolbar=""
      style={{ width: rect.width, transform: `translate(${rect.x}px, ${rect.y}px)` }}
    >
      {tiny ? null : (
        <IconButton
          size="small"
          label={say(isFull ? "player.leaveFullScreen" : "player.fullScreen")}
          onPress={() => stage.setFull(isFull ? null : tileId)}
        >
          {isFull ? <IconMinimize size={16} /> : <IconMaximize size={16} />}
        </IconButton>
      )}
      <span className={css.name} title={server}>
        {name}
      </span>
      {dewarpMode === 1 ? null : percent === 100 ? (
        rect.width < ZOOM_SAID_PX ? null : (
          <span className={css.zoom}>{say("player.zoom", { percent })}</span>
        )
      ) : tiny ? null : (
        <Button
          tone="quiet"
          size="small"
          aria-label={say("player.zoomReset", { percent })}
          onPress={() => players.resetZoom(tileId, dewarpMode)}
        >
          <span className={css.zoom}>{say("player.zoom", { percent })}</span>
        </Button>
      )}
      <DewarpControls tileId={tileId} wide={rect.width >= WIDE_PX} onOpenChange={onMenu} />
      <PtzToggle tileId={tileId} />
      {rect.width < PRESETS_PX ? null : <PresetsButton tileId={tileId} size={rect} />}
      {tiny ? null : (
        <>
          <IconButton
            size="small"
            label={say(`player.mode.${player.mode}`)}
            isDisabled={!player.switchable}
            onPress={() => players.toggleMode(tileId)}
          >
            {player.mode === "webrtc" ? <IconBolt size={16} /> : <IconFeather size={16} />}
          </IconButton>
          <LinkToggle tileId={tileId} camera={camera} />
        </>
      )}
      {player.hasAudio && !tiny ? (
        <IconButton
          size="small"
          label={say("player.volume", { percent: Math.round(player.volume * 100) })}
          onPress={() => players.cycleVolume(tileId)}
        >
          {volumeIcon}
        </IconButton>
      ) : null}
      {rect.width < NARROW_PX ? null : (
        <>
          <IconButton
            size="small"
            label={say("player.snapshot")}
            onPress={() => void savePicture(players, tileId, name)}
          >
            <IconPhotoDown size={16} />
          </IconButton>
          <IconButton
            size="small"
            label={say("player.stats")}
            selected={player.statsShown}
            onPress={() => players.toggleStats(tileId)}
          >
            <IconChartBar size={16} />
          </IconButton>
        </>
      )}
      <IconButton
        size="small"
        label={say("player.menu", { name })}
        aria-haspopup="menu"
        aria-expanded={menuOpen}
        onPress={({ target }) => stage.setMenu({ tileId, at: below(target) })}
      >
        <IconDotsVertical size={16} />
      </IconButton>
      {isOnly ? null : (
        <IconButton size="small" label={say("player.close", { name })} onPress={() => stage.close(tileId)}>
          <IconX size={16} />
        </IconButton>
      )}
    </Toolbar>
  );
}

/** The lower left corner of a button, in the stage area's CSS px. */
function below(button: Element): Point | null {
  const area = button.closest("[data-stage-area]")?.getBoundingClientRect();
  const { left, bottom } = button.getBoundingClientRect();
  return area ? { x: left - area.left, y: bottom - area.top } : null;
}
