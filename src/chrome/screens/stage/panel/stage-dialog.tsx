/** The stage name dialog: a new stage, or the pending edit of a saved one. */
import { type ReactNode, useEffect, useState } from "react";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import { freeStageName, stageOffers } from "#domain/stage/saved-stages.ts";
import { mayShareStage } from "#domain/accounts/access.ts";
import { failure } from "#domain/failures/failure.ts";
import { requiredName } from "#domain/required-name.ts";
import { shortName } from "#domain/short-name.ts";
import { visitorOf } from "#state/session-store.ts";
import { NameDialog, type NameDialogProps } from "../name-dialog.tsx";
import { useCycleWaits } from "../use-cycle-waits.ts";

interface StageFormProps extends Pick<NameDialogProps, "title" | "name" | "onName" | "onSave" | "onSaved" | "onClose"> {
  /** null: sharing is not offered */
  readonly shared: boolean | null;
  readonly onShared: (shared: boolean) => void;
}

function StageForm({ shared, onShared, ...dialog }: StageFormProps): ReactNode {
  const say = useText();
  const read = requiredName(dialog.name, "stage");
  return (
    <NameDialog
      {...dialog}
      label={say("stages.name")}
      saveLabel={say("stages.saveEdit")}
      problem={read.ok ? null : read.error}
    >
      {shared === null ? null : (
        <Checkbox isSelected={shared} onChange={onShared}>
          {say("stages.share.check")}
        </Checkbox>
      )}
    </NameDialog>
  );
}

/** Saves the current stage under a name. */
export function NewStageDialog({ onClose }: { readonly onClose: () => void }) {
  const { stores } = useProduct();
  const { savedStages } = useWorkspace();
  const say = useText();
  const mayShare = useFacts(stores.session, (facts) => mayShareStage(visitorOf(facts)));
  const [name, setName] = useState(() =>
    freeStageName(
      stores.savedStages.get().list.map((each) => each.name),
      (number) => say("stages.free", { number }),
    ),
  );
  const [shared, setShared] = useState(false);
  // The stage that is saved is the one that was shown when the name was typed.
  useCycleWaits();
  return (
    <StageForm
      title={say("stages.newTitle")}
      name={name}
      onName={setName}
      shared={mayShare ? shared : null}
      onShared={setShared}
      onSave={() => savedStages.create(name, shared)}
      onSaved={() => {
        showToast({ text: say("stages.saved", { name: shortName(name.trim()) }), tone: "info" });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Edits name and sharing of a saved stage: both are pending until they are saved. */
export function EditStageDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { stores } = useProduct();
  const { savedStages } = useWorkspace();
  const say = useText();
  const visitor = useFacts(stores.session, visitorOf, sameFields);
  const userId = useFacts(stores.session, (facts) => facts.user?.userId);
  const stage = useFacts(stores.savedStages, (facts) => facts.list.find((each) => each.id === id) ?? null);
  const isGone = stage === null;
  // Another user has removed the stage meanwhile: a dialog that just closed would leave the user to guess whether it
  // was saved.
  useEffect(() => {
    if (!isGone) return;
    showToast({ text: failure("stage/gone"), tone: "bad" });
    onClose();
  }, [isGone, onClose]);
  if (!stage) return null;
  const offers = stageOffers(visitor, stage.shared, stage.ownerId === userId);
  return (
    <StageForm
      title={say("stages.editTitle")}
      name={stage.shadowName ?? stage.name}
      onName={(name) => savedStages.setShadow(id, { name })}
      shared={offers.share || offers.unshare ? (stage.shadowShared ?? stage.shared) : null}
      onShared={(shared) => savedStages.setShadow(id, { shared })}
      onSave={() => savedStages.saveEdit(id)}
      onSaved={onClose}
      onClose={() => {
        savedStages.cancelEdit(id);
        onClose();
      }}
    />
  );
}
