/** The header of one player: it shows the parts for which the tile has room; the others are in its menu. */
import {
  IconBolt,
  IconChartBar,
  IconDotsVertical,
  IconFeather,
  IconMaximize,
  IconMinimize,
  IconPhotoDown,
  IconPlug,
  IconVolume,
  IconVolume2,
  IconVolumeOff,
  IconX,
} from "@tabler/icons-react";
import { Toolbar } from "react-aria-components/Toolbar";
import { Button } from "#chrome/kit/button/button.tsx";
import { classes } from "#chrome/kit/classes.ts";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { useMedia } from "#chrome/kit/browser/use-media.ts";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useTileName } from "#chrome/use-tile-name.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import type { Point, Rect } from "#base/geometry.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { cameraKey } from "#state/camera-store.ts";
import { transportOf } from "#state/stage/player-store.ts";
import { dewarpedTiles } from "#state/stage/dewarp-tile.ts";
import { DewarpControls } from "./dewarp-controls.tsx";
import { useDewarpConfig } from "./dewarp-items.tsx";
import { LinkToggle } from "../unlinked/link-toggle.tsx";
import { PresetsButton, PtzToggle, usePresetsButton, usePtzOffered } from "../ptz/ptz-toggle.tsx";
import { usePhone } from "../small/use-small-window.ts";
import { savePicture } from "./save-picture.ts";
import css from "./toolbar.module.css";
import { type HeaderPart, headerRoom, NARROW_PX } from "./toolbar-room.ts";
import { useLink } from "../unlinked/use-link.ts";

const transportIcons = {
  webrtc: <IconBolt size={16} />,
  socket: <IconPlug size={16} />,
  lowbandwidth: <IconFeather size={16} />,
} as const;

/** A wider tile shows the zoom level also when it is not zoomed. */
const ZOOM_SAID_PX = 480;
/** One camera at a time: the phone's bar and the menus of the page stand beside the header (toolbar.module.css). */
const BESIDE_HEADER_PX = 236;

interface PlayerHeaderProps {
  readonly tileId: string;
  readonly rect: Rect;
  readonly onMenu: (open: boolean) => void;
}

export function PlayerHeader({ tileId, rect, onMenu }: PlayerHeaderProps) {
  const { stores } = useProduct();
  const { stage, players, timeline } = useWorkspace();
  const say = useText();
  const camera = useFacts(stores.stage, (facts) => {
    const cell = cellById(facts.grid, tileId);
    return cell ? cameraKey(cell.camera) : "";
  });
  const name = useTileName(tileId);
  const server = useFacts(stores.servers, (facts) => facts.byId[camera.split("/")[0] ?? ""]?.name);
  // Digital zoom exists for the round picture and the panorama; the perspective view has a zoom of its own.
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
        transport: each ? transportOf(each) : ("webrtc" as const),
        switchable: (each?.modes.length ?? 0) > 1,
        hasAudio: each?.hasAudio ?? false,
        volume: each?.volume ?? 0,
        zoom: each?.zoom.scale ?? 1,
        panoramaZoom: each?.dewarp?.panoramaZoom.scale ?? 1,
        statsShown: each?.statsShown ?? false,
        still: each?.still ?? false,
        saving: each?.saving ?? false,
      };
    },
    sameFields,
  );
  const percent = Math.round(100 * (dewarpMode === 2 ? player.panoramaZoom : player.zoom));
  const dewarp = useDewarpConfig(tileId);
  const ptz = usePtzOffered(tileId);
  const presets = usePresetsButton(tileId, rect);
  const link = useLink(tileId, camera);
  const touch = useMedia("(pointer: coarse)");
  const offered: HeaderPart[] = ["full", "mode", "picture", "stats"];
  if (dewarpMode !== 1 && (percent !== 100 || rect.width >= ZOOM_SAID_PX)) offered.push("zoom");
  if (dewarp) offered.push("dewarp", "dewarpModes");
  if (ptz) offered.push("ptz");
  if (presets) offered.push("presets");
  if (link.offered) offered.push("link");
  if (player.hasAudio) offered.push("volume");
  const isPhone = usePhone();
  const isOver = useFacts(stores.stage, (facts) => facts.form === "one");
  // A phone closes a picture from its menu: the cross would be taken for the way back.
  const closable = !isOnly && !isPhone;
  const widthPx = rect.width - (isOver ? BESIDE_HEADER_PX : 0);
  const room = headerRoom(offered, { widthPx, touch, closable });
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
      data-toolbar={tileId}
      data-over={isOver || undefined}
      style={{ width: rect.width, transform: `translate(${rect.x}px, ${rect.y}px)` }}
    >
      {room.has("full") ? (
        <IconButton
          size="small"
          label={say(isFull ? "player.leaveFullScreen" : "player.fullScreen")}
          keys="f Enter"
          onPress={() => stage.setFull(isFull ? null : tileId)}
        >
          {isFull ? <IconMinimize size={16} /> : <IconMaximize size={16} />}
        </IconButton>
      ) : null}
      <span className={css.name} title={server}>
        {name}
      </span>
      {player.still ? (
        <span className={css.zoom} title={say("still.hint")}>
          {say("still.mark")}
        </span>
      ) : player.saving ? (
        <span className={css.zoom} title={say("saving.hint")}>
          {say("saving.mark")}
        </span>
      ) : null}
      {room.has("zoom") ? (
        percent === 100 ? (
          <span className={css.zoom}>{say("player.zoom", { percent })}</span>
        ) : (
          <Button
            tone="quiet"
            size="small"
            aria-label={say("player.zoomReset", { percent })}
            onPress={() => players.resetZoom(tileId, dewarpMode)}
          >
            <span className={css.zoom}>{say("player.zoom", { percent })}</span>
          </Button>
        )
      ) : null}
      {dewarp && room.has("dewarp") ? (
        <DewarpControls tileId={tileId} config={dewarp} wide={room.has("dewarpModes")} onOpenChange={onMenu} />
      ) : null}
      {room.has("ptz") ? <PtzToggle tileId={tileId} /> : null}
      {room.has("presets") ? <PresetsButton tileId={tileId} size={rect} /> : null}
      {room.has("volume") ? (
        <IconButton
          size="small"
          label={say("player.volume", { percent: Math.round(player.volume * 100) })}
          keys="m"
          onPress={() => players.cycleVolume(tileId)}
        >
          {volumeIcon}
        </IconButton>
      ) : null}
      {room.has("mode") ? (
        <IconButton
          size="small"
          label={say(`player.mode.${player.transport}`)}
          isDisabled={!player.switchable}
          onPress={() => players.toggleMode(tileId)}
        >
          {transportIcons[player.transport]}
        </IconButton>
      ) : null}
      {room.has("link") ? <LinkToggle {...link} /> : null}
      {room.has("picture") ? (
        <IconButton
          size="small"
          label={say("player.snapshot")}
          onPress={() => void savePicture({ players, timeline, stores }, tileId, name)}
        >
          <IconPhotoDown size={16} />
        </IconButton>
      ) : null}
      {room.has("stats") ? (
        <IconButton
          size="small"
          label={say("player.stats")}
          keys="i"
          selected={player.statsShown}
          onPress={() => players.toggleStats(tileId)}
        >
          <IconChartBar size={16} />
        </IconButton>
      ) : null}
      <IconButton
        size="small"
        label={say("player.menu", { name })}
        keys="Shift+F10"
        aria-haspopup="menu"
        aria-expanded={menuOpen}
        onPress={({ target }) => stage.setMenu({ tileId, at: below(target) })}
      >
        <IconDotsVertical size={16} />
      </IconButton>
      {closable ? (
        <IconButton
          size="small"
          label={say("player.close", { name })}
          keys="Delete"
          onPress={() => stage.close(tileId)}
        >
          <IconX size={16} />
        </IconButton>
      ) : null}
    </Toolbar>
  );
}

/** The lower left corner of a button, in the stage area's CSS px. */
function below(button: Element): Point | null {
  const area = button.closest("[data-stage-area]")?.getBoundingClientRect();
  const { left, bottom } = button.getBoundingClientRect();
  return area ? { x: left - area.left, y: bottom - area.top } : null;
}
