/** The stage name dialog: a new stage, or the pending edit of a saved one. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Form } from "react-aria-components/Form";
import { Button } from "#chrome/kit/button.tsx";
import { Checkbox } from "#chrome/kit/checkbox.tsx";
import { Dialog } from "#chrome/kit/dialog.tsx";
import { showToast } from "#chrome/kit/toast.tsx";
import { TextField } from "#chrome/kit/text-field.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import { freeStageName, stageOffers } from "#domain/saved-stages.ts";
import { mayShareStage } from "#domain/access.ts";
import { requiredName } from "#domain/sign-in.ts";
import { visitorOf } from "#state/session-store.ts";
import css from "./panel.module.css";

const FORM = "stage-form";

interface FormProps {
  readonly title: string;
  readonly name: string;
  readonly onName: (name: string) => void;
  /** null: not offered */
  readonly shared: boolean | null;
  readonly onShared: (shared: boolean) => void;
  /** the failure is the text to show */
  readonly onSave: () => Promise<{ readonly ok: boolean; readonly error?: string }>;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

function StageForm({ title, name, onName, shared, onShared, onSave, onSaved, onClose }: FormProps): ReactNode {
  const say = useText();
  const [touched, setTouched] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [processing, setProcessing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The name is what the dialog is for.
  useEffect(() => field.current?.select(), []);
  const read = requiredName(name, "stage");
  const error = failure ?? (touched && !read.ok ? read.error : null);
  const save = async (): Promise<void> => {
    setTouched(true);
    if (processing || !read.ok) return;
    setProcessing(true);
    const done = await onSave();
    setProcessing(false);
    if (done.ok) onSaved();
    else setFailure(done.error ?? "");
  };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      dismissable={!processing}
      actions={
        <>
          <Button onPress={onClose} isDisabled={processing}>
            {say("app.cancel")}
          </Button>
          <Button tone="primary" type="submit" form={FORM} isDisabled={processing}>
            {say("stages.saveEdit")}
          </Button>
        </>
      }
    >
      <Form
        id={FORM}
        className={css.form ?? ""}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={say("stages.name")}
          value={name}
          onChange={(typed) => {
            setFailure(null);
            onName(typed);
          }}
          onBlur={() => setTouched(true)}
          inputRef={field}
          maxLength={200}
          autoComplete="off"
          validationBehavior="aria"
          {...(error === null ? {} : { error })}
        />
        {shared === null ? null : (
          <Checkbox isSelected={shared} onChange={onShared}>
            {say("stages.share.check")}
          </Checkbox>
        )}
      </Form>
    </Dialog>
  );
}

/** Saves what stands on the stage under a name. */
export function NewStageDialog({ onClose }: { readonly onClose: () => void }) {
  const { stores } = useProduct();
  const { savedStages } = useWorkspace();
  const say = useText();
  const mayShare = useFacts(stores.session, (facts) => mayShareStage(visitorOf(facts)));
  const [name, setName] = useState(() => freeStageName(stores.savedStages.get().list.map((each) => each.name)));
  const [shared, setShared] = useState(false);
  return (
    <StageForm
      title={say("stages.newTitle")}
      name={name}
      onName={setName}
      shared={mayShare ? shared : null}
      onShared={setShared}
      onSave={() => savedStages.create(name, shared)}
      onSaved={() => {
        showToast({ text: say("stages.saved", { name: name.trim() }), tone: "info" });
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
  const stage = useFacts(stores.savedStages, (facts) => facts.list.find((each) => each.id === id) ?? null);
  // Removed meanwhile by somebody else.
  if (!stage) return null;
  const offers = stageOffers(visitor, stage.shared);
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
