/**
 * The menu of a tile: the actions of its toolbar, and an entry for each drag, for users who cannot drag. It opens from
 * the toolbar, by right click, a long press, the context-menu key or Shift+F10, at the pointer or at the tile's corner.
 */
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBolt,
  IconChartBar,
  IconDeviceGamepad2,
  IconEye,
  IconEyeOff,
  IconFeather,
  IconInfoCircle,
  IconLayoutDashboard,
  IconLink,
  IconLinkOff,
  IconListDetails,
  IconMaximize,
  IconMinimize,
  IconPhotoDown,
  IconReplace,
  IconVolume,
  IconVolumeOff,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { useRef } from "react";
import { ContextMenu, MenuItem, MenuPopup, MenuSeparator, SubmenuTrigger } from "#chrome/kit/popup/menu.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useTileName } from "#chrome/use-tile-name.ts";
import { transportOf } from "#state/stage/player-store.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import type { Rect } from "#base/geometry.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { cameraKey } from "#state/camera-store.ts";
import { fillingTileId } from "#state/stage/stage-geometry.ts";
import type { TileMenu as OpenMenu } from "#state/stage/stage-store.ts";
import { ArrangeAll } from "../arrange/arrange-menu.tsx";
import { ArrangeItems } from "./arrange-items.tsx";
import { DewarpItems, useDewarpConfig } from "../toolbar/dewarp-items.tsx";
import { usePtzOffered } from "../ptz/ptz-toggle.tsx";
import { savePicture } from "../toolbar/save-picture.ts";
import css from "../stage.module.css";
import { RecordedItems } from "./recorded-items.tsx";
import { UnlinkedItems } from "../unlinked/unlinked-items.tsx";
import { useLink } from "../unlinked/use-link.ts";
import { usePresetCamera } from "../ptz/use-preset-camera.ts";
import { PatrolItems } from "../views/patrol-items.tsx";
import { ViewItems } from "../views/view-items.tsx";

export default function TileMenu({ menu: { tileId, at }, rect }: { readonly menu: OpenMenu; readonly rect: Rect }) {
  const { stores } = useProduct();
  const { stage, players, timeline } = useWorkspace();
  const say = useText();
  const anchor = useRef<HTMLSpanElement>(null);
  const camera = useFacts(stores.stage, (facts) => {
    const cell = cellById(facts.grid, tileId);
    return cell ? cameraKey(cell.camera) : "";
  });
  const name = useTileName(tileId);
  const { isFull, fills, isEnlarged, isWall } = useFacts(
    stores.stage,
    (facts) => ({
      isFull: facts.fullTileId === tileId,
      fills: fillingTileId(facts) === tileId,
      isEnlarged: facts.enlargedTileId === tileId,
      isWall: facts.form === "wall",
    }),
    sameFields,
  );
  const player = useFacts(
    stores.players,
    ({ byTile }) => {
      const each = byTile[tileId];
      return {
        mode: each?.mode ?? "webrtc",
        transport: each ? transportOf(each) : ("webrtc" as const),
        switchable: (each?.modes.length ?? 0) > 1,
        hasAudio: each?.hasAudio ?? false,
        volume: each?.volume ?? 0,
        ptz: each?.ptz ?? false,
        statsShown: each?.statsShown ?? false,
        unmasked: each?.unmasked ?? false,
      };
    },
    sameFields,
  );
  const mayUnmask = useFacts(stores.cameras, ({ byKey }) => {
    const each = byKey[camera];
    return each?.isMasked === true && each.actions.unmask;
  });
  const undone = useFacts(stores.stage, ({ history }) => history.past.at(-1)?.step);
  const redone = useFacts(stores.stage, ({ history }) => history.future.at(-1)?.step);
  const link = useLink(tileId, camera);
  const isOnly = useFacts(stores.single, (facts) => facts.page !== null);
  const presets = usePresetCamera(tileId) !== null;
  const ptzOffered = usePtzOffered(tileId);
  const dewarp = useDewarpConfig(tileId);
  const point = at ?? { x: rect.x, y: rect.y };
  return (
    <>
      <span ref={anchor} className={css.menuAnchor} style={{ transform: `translate(${point.x}px, ${point.y}px)` }} />
      <ContextMenu label={say("player.menu", { name })} anchor={anchor} onClose={() => stage.setMenu(null)}>
        <MenuItem
          label={say(isFull ? "player.leaveFullScreen" : "player.fullScreen")}
          keys="f"
          icon={isFull ? <IconMinimize size={16} /> : <IconMaximize size={16} />}
          onAction={() => stage.setFull(isFull ? null : tileId)}
        />
        {fills ? null : (
          <MenuItem
            label={say(isEnlarged ? "player.reduce" : "player.enlarge")}
            icon={isEnlarged ? <IconZoomOut size={16} /> : <IconZoomIn size={16} />}
            onAction={() => stage.setEnlarged(isEnlarged ? null : tileId)}
          />
        )}
        <MenuItem
          label={say(`player.mode.${player.transport}`)}
          icon={player.mode === "webrtc" ? <IconBolt size={16} /> : <IconFeather size={16} />}
          isDisabled={!player.switchable}
          onAction={() => players.toggleMode(tileId)}
        />
        <MenuItem
          label={say("player.aboutModes")}
          icon={<IconInfoCircle size={16} />}
          onAction={() =>
            stores.dialogs.change(({ queue }) => {
              queue.push({ kind: "bandwidth" });
            })
          }
        />
        {link.offered ? (
          <MenuItem
            label={say(link.isUnlinked ? "player.link" : "player.unlink")}
            icon={link.isUnlinked ? <IconLink size={16} /> : <IconLinkOff size={16} />}
            onAction={link.toggle}
          />
        ) : null}
        <UnlinkedItems tileId={tileId} />
        {ptzOffered ? (
          <MenuItem
            label={say("ptz.toggle")}
            keys="p"
            icon={<IconDeviceGamepad2 size={16} />}
            end={player.ptz ? "✓" : null}
            onAction={() => players.togglePtz(tileId)}
          />
        ) : null}
        {presets ? (
          <MenuItem
            label={say("ptz.presetsMenu")}
            icon={<IconListDetails size={16} />}
            onAction={() => stage.setPresets(tileId)}
          />
        ) : null}
        {mayUnmask || player.unmasked ? (
          <MenuItem
            label={say(player.unmasked ? "player.mask" : "player.unmask")}
            icon={player.unmasked ? <IconEyeOff size={16} /> : <IconEye size={16} />}
            onAction={() => players.toggleUnmasked(tileId)}
          />
        ) : null}
        {player.hasAudio ? (
          <MenuItem
            label={say("player.volume", { percent: Math.round(player.volume * 100) })}
            keys="m"
            icon={player.volume === 0 ? <IconVolumeOff size={16} /> : <IconVolume size={16} />}
            onAction={() => players.cycleVolume(tileId)}
          />
        ) : null}
        <MenuItem
          label={say("player.snapshot")}
          icon={<IconPhotoDown size={16} />}
          onAction={() => void savePicture({ players, timeline, stores }, tileId, name)}
        />
        <RecordedItems tileId={tileId} />
        <MenuItem
          label={say("player.stats")}
          keys="i"
          icon={<IconChartBar size={16} />}
          end={player.statsShown ? "✓" : null}
          onAction={() => players.toggleStats(tileId)}
        />
        {dewarp ? (
          <>
            <MenuSeparator />
            <DewarpItems tileId={tileId} config={dewarp} modes />
            <ViewItems tileId={tileId} canSplit={isWall && !isOnly} />
            <PatrolItems tileId={tileId} />
          </>
        ) : null}
        {/* Alone in front of the stage it has no place to change. */}
        {fills || isEnlarged || !isWall ? null : <ArrangeItems tileId={tileId} />}
        {isOnly ? null : (
          <>
            <MenuSeparator />
            <SubmenuTrigger>
              <MenuItem label={say("wall.arrange")} icon={<IconLayoutDashboard size={16} />} />
              <MenuPopup label={say("wall.arrange")} placement="end top">
                <ArrangeAll />
              </MenuPopup>
            </SubmenuTrigger>
            <MenuItem
              label={say("wall.replace")}
              icon={<IconReplace size={16} />}
              onAction={() =>
                stores.dialogs.change(({ queue }) => void queue.push({ kind: "palette", replacing: tileId }))
              }
            />
            <MenuItem
              label={
                undone === undefined ? say("wall.undo") : say("wall.undoStep", { what: say(`wall.done.${undone}`) })
              }
              keys="Ctrl+Z"
              icon={<IconArrowBackUp size={16} />}
              isDisabled={undone === undefined}
              onAction={() => stage.undo()}
            />
            <MenuItem
              label={
                redone === undefined ? say("wall.redo") : say("wall.redoStep", { what: say(`wall.done.${redone}`) })
              }
              keys="Shift+Ctrl+Z"
              icon={<IconArrowForwardUp size={16} />}
              isDisabled={redone === undefined}
              onAction={() => stage.redo()}
            />
            <MenuSeparator />
            <MenuItem
              pinned
              label={say("player.close", { name })}
              keys="Delete"
              icon={<IconX size={16} />}
              onAction={() => stage.close(tileId)}
            />
          </>
        )}
      </ContextMenu>
    </>
  );
}
