import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { UserEntry } from "#actions/administration/user-actions.ts";
import {
  DEFAULT_NEW_ROLE,
  isProtected,
  ownAccountNotice,
  rolesInOrder,
  userFaults,
  type UserFaults,
  userChange,
  type UserForm,
  userIsValid,
  userPayload,
  type UsersMode,
} from "#domain/accounts/users.ts";
import type { BulkPlan } from "#domain/accounts/bulk-users.ts";
import { FormFrame } from "#chrome/kit/dialog/form-frame.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useProduct } from "#chrome/product.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import css from "../administration/forms/form.module.css";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import { EverywhereBoxes, onlyHere, planOf, taskOf } from "./everywhere.tsx";
import { useAccountRules, usePasswordHint } from "./use-account-rules.ts";

/** Adds (`user` null) or edits an account. What was typed stays when the server refuses. */
export function UserDialog(props: {
  readonly user: UserEntry | null;
  readonly mode: UsersMode;
  /** user names there are, without this one's */
  readonly others: readonly string[];
  readonly ownId: string;
  /** one of an aggregator's servers: the same can be done on all of them */
  readonly bulk: boolean;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const { user, mode, others, ownId, onClose, onSaved } = props;
  const { session } = useProduct();
  const { users } = useAdministration();
  const say = useText();
  const navigate = useNavigate();
  const { shortest, addresses } = useAccountRules();
  const passwordHint = usePasswordHint(user === null, shortest);
  const [form, setForm] = useState<UserForm>({
    username: user?.username ?? "",
    role: user?.role ?? DEFAULT_NEW_ROLE,
    password: "",
    passwordConfirm: "",
  });
  // What the user had when the dialog opened: somebody else's change is not undone by ours.
  const [opened] = useState(form);
  const [touched, setTouched] = useState<ReadonlySet<keyof UserFaults>>(new Set());
  const [failure, setFailure] = useState<string | null>(null);
  const [processing, setProcessing] = useState(false);

  const [everywhere, setEverywhere] = useState(onlyHere);
  const [plan, setPlan] = useState<BulkPlan | null>(null);

  const before = user?.username ?? null;
  const faults = userFaults(form, taskOf(before, everywhere), {
    others,
    addresses,
    before: user?.username,
    shortest,
  });
  const locked = user !== null && isProtected(user, mode);
  const own = user === null ? null : ownAccountNotice(user.id, ownId);
  const change = (part: Partial<UserForm>): void => setForm({ ...form, ...part });
  const touch = (field: keyof UserFaults) => () => setTouched(new Set([...touched, field]));
  const shown = (field: keyof UserFaults): { error?: string } =>
    faults[field] !== null && touched.has(field) ? { error: faults[field] } : {};

  const save = async (): Promise<void> => {
    setTouched(new Set(["username", "password", "passwordConfirm"]));
    if (processing || !userIsValid(faults)) return;
    if (everywhere.on) return setPlan(() => planOf(before, form, everywhere));
    setProcessing(true);
    setFailure(null);
    const done = user ? await users.change(user.id, userChange(opened, form)) : await users.add(userPayload(form));
    setProcessing(false);
    if (!done.ok) return setFailure(done.error);
    onSaved();
    if (own === null) return;
    await session.signOut();
    await navigate("/sign-in?skipAuth=true");
  };

  return (
    <FormFrame
      title={say(user ? "users.editTitle" : "users.addTitle")}
      submitLabel={say(everywhere.on ? "bulk.next" : processing ? "users.saving" : "users.save")}
      cancelLabel={say("app.cancel")}
      canSubmit={userIsValid(faults)}
      processing={processing}
      onSubmit={save}
      onClose={onClose}
      formClass={css.form ?? ""}
    >
      {own === null ? null : <Notice tone="info">{own}</Notice>}
      {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
      <TextField
        label={say("users.username")}
        value={form.username}
        isDisabled={locked}
        autoComplete="off"
        onBlur={touch("username")}
        onChange={(username) => change({ username })}
        {...(locked ? { hint: say("users.locked") } : {})}
        {...shown("username")}
      />
      <Select
        label={say("users.role")}
        value={form.role}
        isDisabled={locked}
        options={rolesInOrder.map((role) => ({ id: role, label: say(`role.${role}`) }))}
        onChange={(role) => change({ role })}
      />
      <TextField
        label={say("users.password")}
        type="password"
        value={form.password}
        autoComplete="new-password"
        hint={passwordHint}
        onBlur={touch("password")}
        onChange={(password) => change({ password })}
        {...shown("password")}
      />
      <TextField
        label={say("users.passwordConfirm")}
        type="password"
        value={form.passwordConfirm}
        autoComplete="new-password"
        onBlur={touch("passwordConfirm")}
        onChange={(passwordConfirm) => change({ passwordConfirm })}
        {...shown("passwordConfirm")}
      />
      {props.bulk ? <EverywhereBoxes isNew={user === null} value={everywhere} onChange={setEverywhere} /> : null}
      {plan ? (
        <BulkDialog
          title={say(user ? "bulk.replicateTitle" : "bulk.createTitle", { name: form.username })}
          confirmLabel={say(user ? "bulk.replicateConfirm" : "bulk.createConfirm")}
          plan={plan}
          onClose={(applied) => (applied ? onSaved() : setPlan(null))}
        />
      ) : null}
    </FormFrame>
  );
}
