import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { AccountEntry } from "#actions/administration/account-actions.ts";
import { type AccountForm, accountFaults } from "#domain/accounts/accounts.ts";
import type { PermissionGroupEntry } from "#domain/accounts/permission-editing.ts";
import { ACCOUNT_PLACES, isProtected, ownAccountNotice } from "#domain/accounts/users.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useProduct } from "#chrome/product.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Checklist } from "../administration/forms/checklist.tsx";
import css from "../administration/forms/form.module.css";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { PasswordFields } from "./password-fields.tsx";
import { SignsInByField } from "./signs-in-by.tsx";
import { useAccountRules, usePasswordHint } from "./use-account-rules.ts";

/** Adds (`account` null) or edits an account of the aggregator. The typed values stay when the server refuses them. */
export function AccountDialog(props: {
  readonly account: AccountEntry | null;
  readonly groups: readonly PermissionGroupEntry[];
  /** the existing user names, without the name of this account */
  readonly others: readonly string[];
  readonly ownId: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const { account, groups, others, ownId } = props;
  const { session } = useProduct();
  const { accounts } = useAdministration();
  const say = useText();
  const navigate = useNavigate();
  const { shortest, addresses } = useAccountRules();
  const passwordHint = usePasswordHint(account === null, shortest);
  const locked = account !== null && isProtected(account, "multi-server");
  const own = account === null ? null : ownAccountNotice(account.id, ownId);
  // The account as it was when the dialog opened: a save must not undo the change of another user.
  const [before] = useState(account);
  const beforeBy = account?.signsInBy ?? "password";
  const form = useForm<AccountForm>(
    {
      username: account?.username ?? "",
      email: account?.email ?? "",
      admin: account?.admin ?? false,
      groups: account?.groups ?? [],
      password: "",
      passwordConfirm: "",
      signsInBy: beforeBy,
    },
    (typed) =>
      accountFaults(typed, account ? "edit" : "new", {
        others,
        addresses,
        before: account?.username,
        shortest,
        signedInBy: beforeBy,
      }),
    ACCOUNT_PLACES,
  );
  const { signsInBy = "password" } = form.values;
  const signOut = async (): Promise<void> => {
    await session.signOut();
    await navigate("/sign-in?skipAuth=true");
  };

  return (
    <FormDialog
      title={say(account ? "users.editTitle" : "users.add")}
      submitLabel={say("users.save")}
      valid={form.isValid}
      onSubmit={() => accounts.save(before, form.values)}
      onDone={() => {
        props.onSaved();
        if (own !== null) void signOut();
      }}
      onRefused={form.refused}
      now={account}
      onClose={props.onClose}
    >
      {own === null ? null : (
        <Notice tone="info">
          <FailureWords of={own} />
        </Notice>
      )}
      <TextField
        {...form.field("username")}
        label={say("users.username")}
        isDisabled={locked}
        autoComplete="off"
        {...(locked ? { hint: say("accounts.locked") } : {})}
      />
      <TextField {...form.field("email")} label={say("accounts.email")} autoComplete="off" />
      <SignsInByField
        value={signsInBy}
        before={beforeBy}
        isDisabled={locked}
        onChange={(by) => form.change({ signsInBy: by })}
      />
      {signsInBy === "password" ? <PasswordFields form={form} hint={passwordHint} /> : null}
      <div>
        <Checkbox
          isSelected={form.values.admin}
          isDisabled={locked}
          onChange={(admin) => form.change({ admin })}
          aria-describedby="account-admin-hint"
        >
          {say("accounts.admin")}
        </Checkbox>
        <p className={css.small} id="account-admin-hint">
          {say("accounts.adminHint")}
        </p>
      </div>
      <Checklist
        label={say("accounts.groups")}
        items={groups}
        chosen={form.values.groups}
        onChange={(chosen) => form.change({ groups: chosen })}
        empty={say("accounts.noGroups")}
      />
    </FormDialog>
  );
}
