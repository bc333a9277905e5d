import { useState } from "react";
import { Controller, type Resolver, useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import type { AccountEntry } from "#actions/administration/account-actions.ts";
import { type AccountForm, accountFaults } from "#domain/accounts/accounts.ts";
import type { PermissionGroupEntry } from "#domain/accounts/permission-editing.ts";
import { isProtected, ownAccountNotice } from "#domain/accounts/users.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { TextField, type TextFieldProps } from "#chrome/kit/field/text-field.tsx";
import { useProduct } from "#chrome/product.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Checklist } from "../administration/forms/checklist.tsx";
import css from "../administration/forms/form.module.css";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useAccountRules, usePasswordHint } from "./use-account-rules.ts";

/** Adds (`account` null) or edits an account of the aggregator. What was typed stays when the server refuses. */
export function AccountDialog(props: {
  readonly account: AccountEntry | null;
  readonly groups: readonly PermissionGroupEntry[];
  /** user names there are, without this one's */
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
  // What the account had when the dialog opened: somebody else's change is not undone by ours.
  const [before] = useState(account);
  const { control, formState, getValues } = useForm<AccountForm>({
    mode: "onTouched",
    defaultValues: {
      username: account?.username ?? "",
      email: account?.email ?? "",
      admin: account?.admin ?? false,
      groups: account?.groups ?? [],
      password: "",
      passwordConfirm: "",
    },
    resolver: resolverOf((form) =>
      accountFaults(form, account ? "edit" : "new", { others, addresses, before: account?.username, shortest }),
    ),
  });

  const field = (
    name: "username" | "email" | "password" | "passwordConfirm",
    more: Omit<TextFieldProps, "name" | "value" | "onChange" | "error">,
  ) => (
    <Controller
      control={control}
      name={name}
      render={({ field: { ref, ...bound }, fieldState }) => (
        <TextField {...more} {...bound} inputRef={ref} error={fieldState.error?.message} />
      )}
    />
  );
  const signOut = async (): Promise<void> => {
    await session.signOut();
    await navigate("/sign-in?skipAuth=true");
  };

  return (
    <FormDialog
      title={say(account ? "users.editTitle" : "users.addTitle")}
      submitLabel={say("users.save")}
      valid={formState.isValid}
      onSubmit={() => accounts.save(before, getValues())}
      onDone={() => {
        props.onSaved();
        if (own !== null) void signOut();
      }}
      onClose={props.onClose}
    >
      {own === null ? null : <Notice tone="info">{own}</Notice>}
      {field("username", {
        label: say("users.username"),
        isDisabled: locked,
        autoComplete: "off",
        ...(locked ? { hint: say("accounts.locked") } : {}),
      })}
      {field("email", { label: say("accounts.email"), autoComplete: "off" })}
      {field("password", {
        label: say("users.password"),
        type: "password",
        autoComplete: "new-password",
        hint: passwordHint,
      })}
      {field("passwordConfirm", {
        label: say("users.passwordConfirm"),
        type: "password",
        autoComplete: "new-password",
      })}
      <Controller
        control={control}
        name="admin"
        render={({ field: { value, onChange } }) => (
          <div>
            <Checkbox isSelected={value} isDisabled={locked} onChange={onChange} aria-describedby="account-admin-hint">
              {say("accounts.admin")}
            </Checkbox>
            <p className={css.small} id="account-admin-hint">
              {say("accounts.adminHint")}
            </p>
          </div>
        )}
      />
      <Controller
        control={control}
        name="groups"
        render={({ field: { value, onChange } }) => (
          <Checklist
            label={say("accounts.groups")}
            items={groups}
            chosen={value}
            onChange={onChange}
            empty={say("accounts.noGroups")}
          />
        )}
      />
    </FormDialog>
  );
}

const resolverOf =
  (faultsOf: (form: AccountForm) => ReturnType<typeof accountFaults>): Resolver<AccountForm> =>
  (values) => {
    const faults = Object.entries(faultsOf(values)).filter(([, message]) => message !== null);
    if (faults.length === 0) return { values, errors: {} };
    return {
      values: {},
      errors: Object.fromEntries(faults.map(([name, message]) => [name, { type: "fault", message }])),
    };
  };
