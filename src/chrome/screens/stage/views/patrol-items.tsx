/** What a fisheye's tile offers of patrols: run one, let it wait or go on, make or change one. */
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconPlus, IconRoute } from "@tabler/icons-react";
import { MenuItem, MenuPopup, MenuSeparator, SubmenuTrigger } from "#chrome/kit/popup/menu.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { cellById, patrolIdOf } from "#domain/stage-grid/grid.ts";
import { cameraKey } from "#state/camera-store.ts";

export function PatrolItems({ tileId }: { readonly tileId: string }) {
  const { stores } = useProduct();
  const { stage, patrols: verbs, players } = useWorkspace();
  const say = useText();
  const cell = useFacts(stores.stage, ({ grid }) => cellById(grid, tileId));
  const views = useFacts(stores.views, ({ list }) => list);
  const all = useFacts(stores.views, ({ patrols }) => patrols);
  const isHeld = useFacts(stores.players, ({ byTile }) => {
    const patrol = byTile[tileId]?.patrol;
    return patrol ? patrol.heldAtMs !== null : null;
  });
  const key = cell && cameraKey(cell.camera);
  const patrols = all.filter(({ camera }) => cameraKey(camera) === key);
  const hasViews = views.some(({ camera }) => cameraKey(camera) === key);
  if (!cell || key === null || (patrols.length === 0 && !hasViews)) return null;
  const runs = patrolIdOf(cell);
  const running = patrols.find(({ id }) => id === runs);
  const ask = (what: "new" | "edit", id: string): void =>
    stores.dialogs.change(({ queue }) => void queue.push({ kind: "patrol", ask: what, id }));
  return (
    <>
      {running && isHeld !== null && cell.dewarpMode !== 0 ? (
        <MenuItem
          label={say(isHeld ? "patrols.goOn" : "patrols.pause")}
          icon={isHeld ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
          onAction={() => verbs.toggle(tileId)}
        />
      ) : null}
      <SubmenuTrigger>
        <MenuItem label={say("patrols.choose")} icon={<IconRoute size={16} />} />
        <MenuPopup label={say("patrols.choose")} placement="end top">
          {patrols.map(({ id, name }) => (
            <MenuItem
              key={id}
              label={name}
              end={id === runs ? "✓" : null}
              onAction={() => {
                if (id !== runs) return verbs.run(tileId, id);
                stage.showView(tileId, null);
                players.setDewarp(tileId, null);
              }}
            />
          ))}
          {patrols.length > 0 ? <MenuSeparator /> : null}
          {running?.editable ? (
            <MenuItem
              label={say("patrols.edit", { name: running.name })}
              icon={<IconPencil size={16} />}
              onAction={() => ask("edit", running.id)}
            />
          ) : null}
          <MenuItem label={say("patrols.make")} icon={<IconPlus size={16} />} onAction={() => ask("new", key)} />
        </MenuPopup>
      </SubmenuTrigger>
    </>
  );
}
