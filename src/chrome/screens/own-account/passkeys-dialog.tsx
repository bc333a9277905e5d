/** Everybody's own passkeys: adding, renaming and removing them. */
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { use, useState } from "react";
import type { OwnPasskey } from "#actions/session/own-account-actions.ts";
import type { Result } from "#base/result.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { ClosingDialog } from "#chrome/kit/dialog/closing-dialog.tsx";
import { RecoveryCodes } from "#chrome/kit/factor/recovery-codes.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useProduct } from "#chrome/product.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import form from "../administration/forms/form.module.css";
import { OwnListDialog, OwnListRefused, useOwnList } from "./own-list.tsx";
import { PasswordField, useProof } from "./proof.tsx";

/** What is done at the moment; the list is shown between. */
type Step =
  | { readonly kind: "list" }
  | { readonly kind: "add" }
  | { readonly kind: "codes"; readonly codes: readonly string[] }
  | { readonly kind: "rename" | "remove"; readonly passkey: OwnPasskey };
const LIST: Step = { kind: "list" };

export default function PasskeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { workspace } = useProduct();
  const { ownAccount } = use(workspace());
  const say = useText();
  const { value, refused, reload } = useOwnList(ownAccount.passkeys);
  const [step, setStep] = useState<Step>(LIST);
  if (refused) return <OwnListRefused title={say("passkeys.title")} why={refused} onClose={onClose} />;
  // The dialog opens when its list is there.
  if (value === null) return null;
  const back = (text?: string): void => {
    if (text !== undefined) showToast({ text, tone: "info" });
    setStep(LIST);
    reload();
  };
  const { fresh, passkeys } = value;
  switch (step.kind) {
    case "list":
      return <List passkeys={passkeys} onStep={setStep} onClose={onClose} />;
    case "add":
      return (
        <Adding
          fresh={fresh}
          isFirst={passkeys.length === 0}
          onAdded={(codes) => (codes === null ? back(say("passkeys.added")) : setStep({ kind: "codes", codes }))}
          onClose={() => back()}
        />
      );
    case "codes":
      return (
        <ClosingDialog
          title={say("factor.codes")}
          closeLabel={say("factor.kept")}
          dismissable={false}
          onClose={() => back()}
        >
          <RecoveryCodes codes={step.codes} />
        </ClosingDialog>
      );
    case "rename":
      return <Renaming passkey={step.passkey} onClose={back} />;
    case "remove":
      return <Removing passkey={step.passkey} fresh={fresh} onClose={back} />;
  }
}

function List(props: {
  readonly passkeys: readonly OwnPasskey[];
  readonly onStep: (step: Step) => void;
  readonly onClose: () => void;
}) {
  const { passkeys, onStep, onClose } = props;
  const { workspace } = useProduct();
  const { ownAccount } = use(workspace());
  const say = useText();
  const trouble = ownAccount.passkeyTrouble();
  return (
    <OwnListDialog
      title={say("passkeys.title")}
      about={say("passkeys.about")}
      label={say("passkeys.list")}
      none={say("passkeys.none")}
      entries={passkeys.map((passkey) => ({
        id: passkey.id,
        facts: <Facts of={passkey} />,
        actions: (
          <>
            <IconButton
              label={say("passkeys.rename", { name: passkey.name })}
              onPress={() => onStep({ kind: "rename", passkey })}
            >
              <IconPencil size={16} aria-hidden="true" />
            </IconButton>
            <IconButton
              label={say("passkeys.remove", { name: passkey.name })}
              onPress={() => onStep({ kind: "remove", passkey })}
            >
              <IconTrash size={16} aria-hidden="true" />
            </IconButton>
          </>
        ),
      }))}
      onClose={onClose}
    >
      {trouble === null ? (
        <Button onPress={() => onStep({ kind: "add" })}>{say("passkeys.add")}</Button>
      ) : (
        <p className={form.small}>
          <FailureWords of={trouble} />
        </p>
      )}
    </OwnListDialog>
  );
}

function Facts({ of }: { readonly of: OwnPasskey }) {
  const say = useText();
  const { date } = useShownTime();
  const { name, host, created, lastUsed, alone, synced, blocked } = of;
  return (
    <>
      <span className={form.inline}>
        <strong>{name}</strong>
        {alone ? null : <span className={form.badge}>{say("passkeys.second")}</span>}
        {synced ? <span className={form.badge}>{say("passkeys.synced")}</span> : null}
      </span>
      <span className={form.small}>
        {say("passkeys.facts", {
          host,
          created: date(created),
          used: lastUsed === null ? "never" : "some",
          lastUsed: date(lastUsed ?? 0),
        })}
      </span>
      {blocked ? <span className={form.bad}>{say("passkeys.blocked")}</span> : null}
    </>
  );
}

const nameFault = (name: string): Failure | null => (name.trim() === "" ? failure("user/passkey-name") : null);

function Adding(props: {
  readonly fresh: boolean;
  readonly isFirst: boolean;
  readonly onAdded: (codes: readonly string[] | null) => void;
  readonly onClose: () => void;
}) {
  const { fresh, isFirst, onAdded, onClose } = props;
  const { workspace } = useProduct();
  const { ownAccount } = use(workspace());
  const say = useText();
  const proof = useProof(fresh);
  const fields = useForm({ name: "", password: "" }, ({ name, password }) => ({
    name: nameFault(name),
    password: proof.fault(password),
  }));
  const add = async (): Promise<Result<unknown, Failure>> => {
    const added = await proof.heeded(ownAccount.addPasskey(fields.values.name.trim(), fields.values.password));
    if (added.ok) onAdded(added.value);
    return added;
  };
  return (
    <FormDialog
      title={say("passkeys.add")}
      submitLabel={say("factor.next")}
      valid={fields.isValid}
      onSubmit={add}
      keepOpen
      onClose={onClose}
    >
      <p>{say("passkeys.addAbout")}</p>
      {isFirst ? <p>{say("passkeys.addFirst")}</p> : null}
      <TextField
        {...fields.field("name")}
        label={say("passkeys.name")}
        hint={say("passkeys.nameHint")}
        maxLength={64}
      />
      {proof.isAsked ? <PasswordField {...fields.field("password")} /> : null}
    </FormDialog>
  );
}

function Renaming({ passkey, onClose }: { readonly passkey: OwnPasskey; readonly onClose: () => void }) {
  const { workspace } = useProduct();
  const { ownAccount } = use(workspace());
  const say = useText();
  const fields = useForm({ name: passkey.name }, ({ name }) => ({ name: nameFault(name) }));
  return (
    <FormDialog
      title={say("passkeys.renameTitle")}
      submitLabel={say("passkeys.save")}
      valid={fields.isValid}
      onSubmit={() => ownAccount.renamePasskey(passkey.id, fields.values.name.trim())}
      onClose={onClose}
    >
      <TextField {...fields.field("name")} label={say("passkeys.name")} maxLength={64} />
    </FormDialog>
  );
}

function Removing(props: {
  readonly passkey: OwnPasskey;
  readonly fresh: boolean;
  readonly onClose: (text?: string) => void;
}) {
  const { passkey, fresh, onClose } = props;
  const { workspace } = useProduct();
  const { ownAccount } = use(workspace());
  const say = useText();
  const proof = useProof(fresh);
  const fields = useForm({ password: "" }, ({ password }) => ({ password: proof.fault(password) }));
  return (
    <FormDialog
      title={say("passkeys.removeTitle")}
      submitLabel={say("passkeys.removeTitle")}
      valid={fields.isValid}
      onSubmit={() => proof.heeded(ownAccount.removePasskey(passkey.id, fields.values.password))}
      onDone={() => onClose(say("passkeys.removed"))}
      keepOpen
      onClose={() => onClose()}
    >
      <p>{say("passkeys.removeText", { name: passkey.name })}</p>
      {proof.isAsked ? <PasswordField {...fields.field("password")} /> : null}
    </FormDialog>
  );
}
