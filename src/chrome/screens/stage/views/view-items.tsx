/** What a dewarped tile offers of views: name it, change the named one, begin with it, split it. */
import {
  IconBookmarkPlus,
  IconColumns2,
  IconDeviceFloppy,
  IconHomeCheck,
  IconLayoutGrid,
  IconViewfinder,
} from "@tabler/icons-react";
import { MenuItem, MenuPopup, SubmenuTrigger } from "#chrome/kit/popup/menu.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { lookOf, splitLook, SPLITS } from "#domain/dewarp/look.ts";
import { cameraKey } from "#state/camera-store.ts";
import { tileDewarp } from "#state/stage/dewarp-tile.ts";
import { cellById, viewIdOf } from "#domain/stage-grid/grid.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { shortName } from "#domain/short-name.ts";
import type { Result } from "#base/result.ts";

const splitIcons = { 2: <IconColumns2 size={16} />, 4: <IconLayoutGrid size={16} /> };

export function ViewItems({ tileId, canSplit }: { readonly tileId: string; readonly canSplit: boolean }) {
  const { stores } = useProduct();
  const { stage, players, views } = useWorkspace();
  const say = useText();
  const cell = useFacts(stores.stage, ({ grid }) => cellById(grid, tileId));
  const isMoved = useFacts(stores.players, ({ byTile }) => (byTile[tileId]?.dewarp ?? null) !== null);
  const viewId = cell && viewIdOf(cell);
  const named = useFacts(stores.views, ({ list }) => list.find(({ id }) => id === viewId));
  const all = useFacts(stores.views, ({ list }) => list);
  const ofCamera = cell ? all.filter((view) => cameraKey(view.camera) === cameraKey(cell.camera)) : [];
  if (!cell) return null;
  const show = (viewId: string | null): void => {
    stage.showView(tileId, viewId);
    players.setDewarp(tileId, null);
  };
  const chooser =
    ofCamera.length === 0 ? null : (
      <SubmenuTrigger>
        <MenuItem label={say("views.choose")} icon={<IconViewfinder size={16} />} />
        <MenuPopup label={say("views.choose")} placement="end top">
          <MenuItem label={say("views.own")} end={cell.view ? null : "✓"} onAction={() => show(null)} />
          {ofCamera.map(({ id, name }) => (
            <MenuItem key={id} label={name} end={named?.id === id ? "✓" : null} onAction={() => show(id)} />
          ))}
        </MenuPopup>
      </SubmenuTrigger>
    );
  // The round picture has no view to name or split.
  if (cell.dewarpMode === 0) return chooser;
  const tell = async (done: Promise<Result<null, Failure>>, text: string): Promise<void> => {
    const answer = await done;
    showToast(answer.ok ? { text, tone: "info" } : { text: answer.error, tone: "bad" });
  };
  const split = (parts: (typeof SPLITS)[number]): void => {
    const sources = {
      grid: stores.stage.get().grid,
      cameras: stores.cameras.get(),
      players: stores.players.get(),
      views: stores.views.get(),
      dewarpMax: stores.preferences.get().dewarpMax,
    };
    const tile = tileDewarp(sources, tileId);
    if (!tile) return;
    stage.split(tileId, splitLook(lookOf(tile), tile.config, parts));
    players.setDewarp(tileId, null);
  };
  return (
    <>
      {chooser}
      <MenuItem
        label={say("views.make")}
        icon={<IconBookmarkPlus size={16} />}
        onAction={() =>
          stores.dialogs.change(({ queue }) => void queue.push({ kind: "view", ask: "name", id: tileId }))
        }
      />
      {named?.editable && isMoved ? (
        <MenuItem
          label={say("views.update", { name: named.name })}
          icon={<IconDeviceFloppy size={16} />}
          onAction={() => {
            void tell(views.update(named.id, tileId), say("views.updated", { name: shortName(named.name) }));
          }}
        />
      ) : null}
      {named ? (
        <MenuItem
          label={say("views.begin", { name: named.name })}
          icon={<IconHomeCheck size={16} />}
          end={named.home ? "✓" : null}
          onAction={() =>
            void tell(
              views.setHome(named.id, !named.home),
              say(named.home ? "views.begunNot" : "views.begun", { name: shortName(named.name) }),
            )
          }
        />
      ) : null}
      {canSplit
        ? SPLITS.map((parts) => (
            <MenuItem
              key={parts}
              label={say("views.split", { count: parts })}
              icon={splitIcons[parts]}
              onAction={() => split(parts)}
            />
          ))
        : null}
    </>
  );
}
