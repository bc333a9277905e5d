/** Everybody's own second factor: setting it up, and removing it. */
import { use, useEffect, useState } from "react";
import type { FactorKey, OwnFactor } from "#actions/session/own-account-actions.ts";
import type { Result } from "#base/result.ts";
import { failure, type Failure } from "#domain/failures/failure.ts";
import { ClosingDialog } from "#chrome/kit/dialog/closing-dialog.tsx";
import { FactorKeyView } from "#chrome/kit/factor/factor-key.tsx";
import { RecoveryCodes } from "#chrome/kit/factor/recovery-codes.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useProduct } from "#chrome/product.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { FormDialog } from "../administration/forms/form-dialog.tsx";

export default function OwnFactorDialog({ onClose }: { readonly onClose: () => void }) {
  const { workspace } = useProduct();
  const { ownAccount } = use(workspace());
  const [state, setState] = useState<Result<OwnFactor, Failure> | null>(null);
  useEffect(() => {
    let isShown = true;
    void ownAccount.factor().then((answer) => {
      if (isShown) setState(answer);
    });
    return () => {
      isShown = false;
    };
  }, [ownAccount]);
  const say = useText();
  // The dialog opens when the state of the factor is there.
  if (state === null) return null;
  if (!state.ok || !state.value.possible)
    return (
      <ClosingDialog title={say("factor.title")} closeLabel={say("app.close")} onClose={onClose}>
        <FailureWords of={state.ok ? failure("user/factor-elsewhere") : state.error} />
      </ClosingDialog>
    );
  return state.value.active ? <Removal state={state.value} onClose={onClose} /> : <SettingUp onClose={onClose} />;
}

const passwordFault = (password: string): Failure | null =>
  password === "" ? failure("user/password-required") : null;
const codeFault = (code: string): Failure | null => (code.trim() === "" ? failure("user/code-required") : null);

function SettingUp({ onClose }: { readonly onClose: () => void }) {
  const [key, setKey] = useState<FactorKey | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const say = useText();
  if (codes)
    return (
      <ClosingDialog title={say("factor.codes")} closeLabel={say("factor.kept")} dismissable={false} onClose={onClose}>
        <RecoveryCodes codes={codes} />
      </ClosingDialog>
    );
  return key ? (
    <FirstCode factor={key} onConfirmed={setCodes} onClose={onClose} />
  ) : (
    <Password onBegun={setKey} onClose={onClose} />
  );
}

function Password(props: { readonly onBegun: (key: FactorKey) => void; readonly onClose: () => void }) {
  const { workspace } = useProduct();
  const { ownAccount } = use(workspace());
  const say = useText();
  const form = useForm({ password: "" }, ({ password }) => ({ password: passwordFault(password) }));
  return (
    <FormDialog
      title={say("factor.setUp")}
      submitLabel={say("factor.next")}
      valid={form.isValid}
      onSubmit={() => handed(ownAccount.beginFactor(form.values.password), props.onBegun)}
      keepOpen
      onClose={props.onClose}
    >
      <p>{say("factor.about")}</p>
      <TextField
        {...form.field("password")}
        label={say("factor.password")}
        type="password"
        autoComplete="current-password"
      />
    </FormDialog>
  );
}

function FirstCode(props: {
  readonly factor: FactorKey;
  readonly onConfirmed: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}) {
  const { workspace } = useProduct();
  const { ownAccount } = use(workspace());
  const say = useText();
  const form = useForm({ code: "" }, ({ code }) => ({ code: codeFault(code) }));
  return (
    <FormDialog
      title={say("factor.setUp")}
      submitLabel={say("factor.confirm")}
      valid={form.isValid}
      onSubmit={() => handed(ownAccount.confirmFactor(form.values.code), props.onConfirmed)}
      keepOpen
      onClose={props.onClose}
    >
      <FactorKeyView of={props.factor} />
      <TextField
        {...form.field("code")}
        label={say("factor.code")}
        hint={say("factor.firstCodeHint")}
        autoComplete="one-time-code"
      />
    </FormDialog>
  );
}

function Removal({ state, onClose }: { readonly state: OwnFactor; readonly onClose: () => void }) {
  const { workspace } = useProduct();
  const { ownAccount } = use(workspace());
  const say = useText();
  const form = useForm({ password: "", code: "" }, ({ password, code }) => ({
    password: passwordFault(password),
    code: codeFault(code),
  }));
  const left = say("factor.active", { count: state.recoveryCodesLeft });
  if (state.required)
    return (
      <ClosingDialog title={say("factor.title")} closeLabel={say("app.close")} onClose={onClose}>
        <p>{left}</p>
        <FailureWords of={failure("user/factor-required")} />
      </ClosingDialog>
    );
  return (
    <FormDialog
      title={say("factor.title")}
      submitLabel={say("factor.remove")}
      valid={form.isValid}
      onSubmit={() => ownAccount.removeFactor(form.values)}
      onDone={() => showToast({ text: say("factor.removed"), tone: "info" })}
      onClose={onClose}
    >
      <p>{left}</p>
      <TextField
        {...form.field("password")}
        label={say("factor.password")}
        type="password"
        autoComplete="current-password"
      />
      <TextField
        {...form.field("code")}
        label={say("factor.code")}
        hint={say("factor.codeHint")}
        autoComplete="one-time-code"
      />
    </FormDialog>
  );
}

/** The answer, after its value was handed to what comes next. */
async function handed<T>(
  asked: Promise<Result<T, Failure>>,
  next: (value: T) => void,
): Promise<Result<unknown, Failure>> {
  const answer = await asked;
  if (answer.ok) next(answer.value);
  return answer;
}
