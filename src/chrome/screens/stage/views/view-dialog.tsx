/** Names what a tile of a fisheye shows, renames or shares a view, or asks before one is removed. */
import { useState } from "react";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { mayShareView } from "#domain/accounts/access.ts";
import { freeStageName } from "#domain/stage/saved-stages.ts";
import { requiredName } from "#domain/required-name.ts";
import { visitorOf } from "#state/session-store.ts";
import type { NamedView } from "#state/stage/view-store.ts";
import { NameDialog } from "../name-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import css from "../panel/panel.module.css";

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
  const mayShare = useFacts(stores.session, (facts) => mayShareView(visitorOf(facts)));
  const [name, setName] = useState(
    () =>
      view?.name ??
      freeStageName(
        stores.views.get().list.map((each) => each.name),
        (number) => say("views.free", { number }),
      ),
  );
  const [shared, setShared] = useState(view?.shared ?? false);
  const read = requiredName(name, "view");
  return (
    <NameDialog
      title={say(view ? "views.editTitle" : "views.newTitle")}
      label={say("views.name")}
      saveLabel={say("views.save")}
      formClass={css.form ?? ""}
      name={name}
      onName={setName}
      problem={read.ok ? null : read.error}
      onSave={() => (view ? views.rename(view.id, name, shared) : views.create(tileId, name, shared))}
      onSaved={() => {
        showToast({ text: say("views.saved", { name: name.trim() }), tone: "info" });
        onClose();
      }}
      onClose={onClose}
    >
      {mayShare ? (
        <Checkbox isSelected={shared} onChange={setShared}>
          {say("views.share")}
        </Checkbox>
      ) : null}
    </NameDialog>
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
