import { FailureWords } from "#chrome/texts/failure-words.tsx";
import type { Failure } from "#domain/failures/failure.ts";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { UserEntry } from "#actions/administration/user-actions.ts";
import { type Role, rolePermissions } from "#domain/accounts/access.ts";
import { viewsNamed } from "#domain/accounts/camera-views.ts";
import {
  ACCOUNT_PLACES,
  DEFAULT_NEW_ROLE,
  isProtected,
  ownAccountNotice,
  rolesInOrder,
  userFaults,
  userChange,
  type UserForm,
  userPayload,
  type UsersMode,
} from "#domain/accounts/users.ts";
import type { BulkPlan } from "#domain/accounts/bulk-users.ts";
import { FormFrame } from "#chrome/kit/dialog/form-frame.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useProduct } from "#chrome/product.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { CameraViewsField } from "../administration/forms/camera-views-field.tsx";
import css from "../administration/forms/form.module.css";
import { ChangedMeanwhile, Notice, Refusal } from "#chrome/screens/administration/page.tsx";
import { useServerHere } from "#chrome/screens/administration/server-here.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { AddedRights } from "./added-rights.tsx";
import { LateBulkDialog } from "./late-bulk-dialog.tsx";
import { EverywhereBoxes, onlyHere, planOf, taskOf } from "./everywhere.tsx";
import { PasswordFields } from "./password-fields.tsx";
import { SignsInByField } from "./signs-in-by.tsx";
import { useAccountRules, usePasswordHint } from "./use-account-rules.ts";

const isAdministrators = (role: Role): boolean => rolePermissions[role].includes("config");

/** Adds (`user` null) or edits an account. The typed values stay when the server refuses them. */
export function UserDialog(props: {
  readonly user: UserEntry | null;
  readonly mode: UsersMode;
  /** the existing user names, without the name of this account */
  readonly others: readonly string[];
  readonly ownId: string;
  /** this is one server of an aggregator: the same change can be made on all of them */
  readonly bulk: boolean;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const { user, mode, others, ownId, onClose, onSaved } = props;
  const { session } = useProduct();
  const { users } = useAdministration();
  const say = useText();
  const navigate = useNavigate();
  const here = useServerHere();
  const { shortest, addresses } = useAccountRules();
  const passwordHint = usePasswordHint(user === null, shortest);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [processing, setProcessing] = useState(false);
  const [sent, setSent] = useState(false);

  const [everywhere, setEverywhere] = useState(onlyHere);
  const [plan, setPlan] = useState<BulkPlan | null>(null);

  const before = user?.username ?? null;
  const beforeBy = user?.signsInBy ?? "password";
  const form = useForm<UserForm>(
    {
      username: user?.username ?? "",
      role: user?.role ?? DEFAULT_NEW_ROLE,
      unmask: user !== null && user.unmask && !isAdministrators(user.role),
      share: user !== null && user.share && !isAdministrators(user.role),
      views: viewsNamed(user?.cameraScopes ?? []),
      password: "",
      passwordConfirm: "",
      signsInBy: beforeBy,
    },
    (typed) =>
      userFaults(typed, taskOf(before, everywhere), {
        others,
        addresses,
        before: user?.username,
        shortest,
        signedInBy: beforeBy,
      }),
    ACCOUNT_PLACES,
  );
  const { values } = form;
  const { signsInBy = "password" } = values;
  const locked = user !== null && isProtected(user, mode);
  const own = user === null ? null : ownAccountNotice(user.id, ownId);

  const save = async (): Promise<void> => {
    if (processing || !form.isValid) return;
    if (everywhere.on) return setPlan(() => planOf(before, values, everywhere));
    setProcessing(true);
    setSent(true);
    setFailure(null);
    const done = user
      ? await users.change(user.id, userChange(form.first, values, user.cameraScopes))
      : await users.add(userPayload(values));
    setProcessing(false);
    if (!done.ok) {
      setSent(false);
      return form.refused(done.error) ? undefined : setFailure(done.error);
    }
    onSaved();
    if (own === null) return;
    await session.signOut();
    await navigate("/sign-in?skipAuth=true");
  };

  return (
    <FormFrame
      title={say(user ? "users.editTitle" : "users.add")}
      submitLabel={say(everywhere.on ? "bulk.next" : processing ? "users.saving" : "users.save")}
      cancelLabel={say("app.cancel")}
      canSubmit={form.isValid}
      processing={processing}
      onSubmit={save}
      onClose={onClose}
      formClass={css.form ?? ""}
    >
      {own === null ? null : (
        <Notice tone="info">
          <FailureWords of={own} />
        </Notice>
      )}
      <ChangedMeanwhile now={user} sent={sent} />
      <Refusal of={failure} />
      <TextField
        {...form.field("username")}
        label={say("users.username")}
        isDisabled={locked}
        autoComplete="off"
        {...(locked ? { hint: say("users.locked") } : {})}
      />
      <Select
        label={say("users.role")}
        value={values.role}
        isDisabled={locked}
        options={rolesInOrder.map((role) => ({ id: role, label: say(`role.${role}`) }))}
        onChange={(role) => form.change({ role })}
      />
      <AddedRights values={values} isDisabled={everywhere.on} onChange={form.change} />
      {mode !== "server" || isAdministrators(values.role) || everywhere.on || here !== null ? null : (
        <CameraViewsField of="users" value={values.views ?? {}} onChange={(views) => form.change({ views })} />
      )}
      <SignsInByField
        value={signsInBy}
        before={beforeBy}
        isDisabled={locked || everywhere.on}
        onChange={(by) => form.change({ signsInBy: by })}
      />
      {signsInBy === "password" ? <PasswordFields form={form} hint={passwordHint} /> : null}
      {props.bulk ? <EverywhereBoxes isNew={user === null} value={everywhere} onChange={setEverywhere} /> : null}
      {plan ? (
        <LateBulkDialog
          title={say(user ? "bulk.replicateTitle" : "bulk.createTitle", { name: values.username })}
          confirmLabel={say(user ? "bulk.replicateConfirm" : "bulk.createConfirm")}
          plan={plan}
          onClose={(applied) => (applied ? onSaved() : setPlan(null))}
        />
      ) : null}
    </FormFrame>
  );
}
