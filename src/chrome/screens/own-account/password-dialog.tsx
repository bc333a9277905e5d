import { use } from "react";
import { PASSWORD_MIN } from "#domain/limits/administration.ts";
import { type OwnPasswordForm, ownPasswordFaults } from "#domain/accounts/own-password.ts";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import css from "../administration/forms/form.module.css";

const PLACES = {
  "user/old-password-wrong": "oldPassword",
  "user/password-too-short": "password",
  "user/password-common": "password",
  "user/password-same": "password",
} as const;

/** Changes the own password. What was typed stays when the server refuses. */
export default function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const { stores, workspace } = useProduct();
  const { ownAccount } = use(workspace());
  const say = useText();
  const shortest = useFacts(stores.session, ({ about }) => about?.passwordMinLength ?? PASSWORD_MIN);
  const form = useForm<OwnPasswordForm>(
    { oldPassword: "", password: "", passwordConfirm: "" },
    (typed) => ownPasswordFaults(typed, shortest),
    PLACES,
  );
  const { oldPassword, password } = form.values;
  return (
    <FormDialog
      title={say("own.password")}
      submitLabel={say("own.passwordSave")}
      valid={form.isValid}
      onSubmit={() => ownAccount.changePassword(oldPassword, password)}
      onDone={() => showToast({ text: say("own.passwordChanged"), tone: "info" })}
      onRefused={form.refused}
      onClose={onClose}
    >
      <TextField
        {...form.field("oldPassword")}
        label={say("own.oldPassword")}
        type="password"
        autoComplete="current-password"
      />
      <TextField
        {...form.field("password")}
        label={say("own.newPassword")}
        type="password"
        autoComplete="new-password"
        hint={say("own.newPasswordHint", { count: shortest })}
      />
      <TextField
        {...form.field("passwordConfirm")}
        label={say("own.newPasswordConfirm")}
        type="password"
        autoComplete="new-password"
      />
      <p className={css.small}>{say("own.passwordEnds")}</p>
    </FormDialog>
  );
}
