import { TextField } from "#chrome/kit/field/text-field.tsx";
import type { Form } from "#chrome/kit/field/use-form.ts";
import { useText } from "#chrome/texts/use-text.ts";

/** An account's new password, twice. */
export function PasswordFields({
  form,
  hint,
}: {
  readonly form: Pick<Form<{ readonly password: string; readonly passwordConfirm: string }>, "field">;
  readonly hint: string;
}) {
  const say = useText();
  return (
    <>
      <TextField
        {...form.field("password")}
        label={say("users.password")}
        type="password"
        autoComplete="new-password"
        hint={hint}
      />
      <TextField
        {...form.field("passwordConfirm")}
        label={say("users.passwordConfirm")}
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}
