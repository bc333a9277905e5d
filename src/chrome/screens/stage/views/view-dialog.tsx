/** Names what a tile of a fisheye shows, renames or shares a view, or asks before one is removed. */
import { useState } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { cameraKey } from "#state/camera-store.ts";
import type { NamedView } from "#state/stage/view-store.ts";
import { RemoveDialog } from "./remove-dialog.tsx";
import { SharedNameDialog } from "./shared-name-dialog.tsx";

export default function ViewDialog({ onClose }: { readonly onClose: () => void }) {
  const { stores } = useProduct();
  const [asked] = useState(() => stores.dialogs.get().queue[0]);
  const view = useFacts(stores.views, ({ list }) => list.find(({ id }) => asked?.kind === "view" && id === asked.id));
  if (asked?.kind !== "view") return null;
  if (asked.ask === "name") return <NameOfView tileId={asked.id} view={null} onClose={onClose} />;
  if (!view) return null;
  if (asked.ask === "edit") return <NameOfView tileId="" view={view} onClose={onClose} />;
  return <RemoveView view={view} onClose={onClose} />;
}

interface NameProps {
  readonly tileId: string;
  /** null: a new one, of what the tile shows */
  readonly view: NamedView | null;
  readonly onClose: () => void;
}

function NameOfView({ tileId, view, onClose }: NameProps) {
  const { stores } = useProduct();
  const { views } = useWorkspace();
  const say = useText();
  const cell = useFacts(stores.stage, ({ grid }) => cellById(grid, tileId));
  const of = view?.camera ?? cell?.camera;
  return (
    <SharedNameDialog
      of="view"
      title={say(view ? "views.editTitle" : "views.newTitle")}
      camera={of ? cameraKey(of) : ""}
      before={view}
      taken={() => stores.views.get().list.map((each) => each.name)}
      save={(name, shared) => (view ? views.rename(view.id, name, shared) : views.create(tileId, name, shared))}
      onClose={onClose}
    />
  );
}

function RemoveView({ view, onClose }: { readonly view: NamedView; readonly onClose: () => void }) {
  const { views } = useWorkspace();
  const say = useText();
  return (
    <RemoveDialog
      title={say("views.removeTitle")}
      text={say(view.shared ? "views.removeSharedText" : "views.removeText", { name: view.name })}
      remove={() => views.remove(view.id)}
      onClose={onClose}
    />
  );
}
