/** What a dewarped tile offers of views: name it, change the named one, begin with it, split it. */
import { IconBookmarkPlus, IconColumns2, IconDeviceFloppy, IconHomeCheck, IconLayoutGrid } from "@tabler/icons-react";
import { MenuItem } from "#chrome/kit/popup/menu.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { lookOf, splitLook, SPLITS } from "#domain/dewarp/look.ts";
import { tileDewarp } from "#state/stage/dewarp-tile.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { Result } from "#base/result.ts";

const splitIcons = { 2: <IconColumns2 size={16} />, 4: <IconLayoutGrid size={16} /> };

export function ViewItems({ tileId, canSplit }: { readonly tileId: string; readonly canSplit: boolean }) {
  const { stores } = useProduct();
  const { stage, players, views } = useWorkspace();
  const say = useText();
  const cell = useFacts(stores.stage, ({ grid }) => cellById(grid, tileId));
  const isMoved = useFacts(stores.players, ({ byTile }) => (byTile[tileId]?.dewarp ?? null) !== null);
  const named = useFacts(stores.views, ({ list }) =>
    cell?.view && "id" in cell.view
      ? list.find(({ id }) => cell.view && "id" in cell.view && id === cell.view.id)
      : null,
  );
  if (!cell || cell.dewarpMode === 0) return null;
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
            void tell(views.update(named.id, tileId), say("views.updated", { name: named.name }));
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
              say(named.home ? "views.begunNot" : "views.begun", { name: named.name }),
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
