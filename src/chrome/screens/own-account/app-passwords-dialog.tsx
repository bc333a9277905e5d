/** Everybody's own passwords for programs: making and withdrawing them. */
import { IconTrash } from "@tabler/icons-react";
import { use, useState } from "react";
import type { AppPassword } from "#actions/session/own-account-actions.ts";
import type { Result } from "#base/result.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { ClosingDialog } from "#chrome/kit/dialog/closing-dialog.tsx";
import { CopyButton } from "#chrome/kit/feedback/copy-button.tsx";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { DeleteDialog } from "../administration/forms/delete-dialog.tsx";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import form from "../administration/forms/form.module.css";
import css from "./own-account.module.css";
import { OwnListDialog, OwnListRefused, useOwnList } from "./own-list.tsx";
import { PasswordField, useProof } from "./proof.tsx";

type Step =
  | { readonly kind: "list" }
  | { readonly kind: "make" }
  | { readonly kind: "made"; readonly name: string; readonly secret: string }
  | { readonly kind: "remove"; readonly appPassword: AppPassword };
const LIST: Step = { kind: "list" };

export default function AppPasswordsDialog({ onClose }: { readonly onClose: () => void }) {
  const { workspace } = useProduct();
  const { ownAccount } = use(workspace());
  const say = useText();
  const { value, refused, reload } = useOwnList(ownAccount.appPasswords);
  const [step, setStep] = useState<Step>(LIST);
  if (refused) return <OwnListRefused title={say("apps.title")} why={refused} onClose={onClose} />;
  // The dialog opens when its list is there.
  if (value === null) return null;
  const back = (): void => {
    setStep(LIST);
    reload();
  };
  const { fresh, appPasswords } = value;
  switch (step.kind) {
    case "list":
      return <List appPasswords={appPasswords} onStep={setStep} onClose={onClose} />;
    case "make":
      return <Making fresh={fresh} onMade={(name, secret) => setStep({ kind: "made", name, secret })} onClose={back} />;
    case "made":
      return (
        <ClosingDialog
          title={say("apps.made", { name: step.name })}
          closeLabel={say("factor.kept")}
          dismissable={false}
          onClose={back}
        >
          <div className={form.form}>
            <p>{say("apps.madeText")}</p>
            <div className={css.secret}>
              <code>{step.secret}</code>
              <CopyButton
                text={step.secret}
                label={say("apps.copy")}
                copied={say("apps.copied")}
                failed={say("apps.copyFailed")}
              />
            </div>
          </div>
        </ClosingDialog>
      );
    case "remove":
      return (
        <DeleteDialog
          title={say("apps.removeTitle")}
          confirmLabel={say("apps.removeTitle")}
          onDelete={() => ownAccount.removeAppPassword(step.appPassword.id)}
          onDeleted={back}
          onClose={back}
        >
          <p>{say("apps.removeText", { name: step.appPassword.name })}</p>
        </DeleteDialog>
      );
  }
}

function List(props: {
  readonly appPasswords: readonly AppPassword[];
  readonly onStep: (step: Step) => void;
  readonly onClose: () => void;
}) {
  const { appPasswords, onStep, onClose } = props;
  const say = useText();
  const { date } = useShownTime();
  return (
    <OwnListDialog
      title={say("apps.title")}
      about={say("apps.about")}
      label={say("apps.list")}
      none={say("apps.none")}
      entries={appPasswords.map((appPassword) => {
        const { id, name, created, lastUsed, lastAddress, viewOnly } = appPassword;
        const used = lastUsed === null ? "never" : "some";
        return {
          id,
          facts: (
            <>
              <span className={form.inline}>
                <strong>{name}</strong>
                {viewOnly ? <span className={form.badge}>{say("apps.watches")}</span> : null}
              </span>
              <span className={form.small}>
                {say("apps.facts", {
                  created: date(created),
                  used,
                  lastUsed: date(lastUsed ?? 0),
                  address: lastAddress,
                })}
              </span>
            </>
          ),
          actions: (
            <IconButton label={say("apps.remove", { name })} onPress={() => onStep({ kind: "remove", appPassword })}>
              <IconTrash size={16} aria-hidden="true" />
            </IconButton>
          ),
        };
      })}
      onClose={onClose}
    >
      <Button onPress={() => onStep({ kind: "make" })}>{say("apps.add")}</Button>
    </OwnListDialog>
  );
}

function Making(props: {
  readonly fresh: boolean;
  readonly onMade: (name: string, secret: string) => void;
  readonly onClose: () => void;
}) {
  const { fresh, onMade, onClose } = props;
  const { workspace, stores } = useProduct();
  const { ownAccount } = use(workspace());
  const say = useText();
  const proof = useProof(fresh);
  const isRecorder = useFacts(stores.session, (facts) => facts.about?.edition !== "aggregator");
  const [viewOnly, setViewOnly] = useState(false);
  const fields = useForm({ name: "", password: "" }, ({ name, password }) => ({
    name: name.trim() === "" ? failure("user/app-password-name") : null,
    password: proof.fault(password),
  }));
  const make = async (): Promise<Result<unknown, Failure>> => {
    const name = fields.values.name.trim();
    const made = await proof.heeded(ownAccount.makeAppPassword(name, fields.values.password, viewOnly));
    if (made.ok) onMade(name, made.value);
    return made;
  };
  return (
    <FormDialog
      title={say("apps.add")}
      submitLabel={say("apps.make")}
      valid={fields.isValid}
      onSubmit={make}
      keepOpen
      onClose={onClose}
    >
      <TextField {...fields.field("name")} label={say("apps.for")} maxLength={64} />
      {isRecorder ? (
        <Checkbox isSelected={viewOnly} onChange={setViewOnly}>
          {say("apps.viewOnly")}
        </Checkbox>
      ) : null}
      {proof.isAsked ? <PasswordField {...fields.field("password")} /> : null}
    </FormDialog>
  );
}
