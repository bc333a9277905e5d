/** The dialog in which everybody changes the own password. */
import { type Failure, failure } from "../failures/failure.ts";
import { isTooShort } from "./users.ts";

export interface OwnPasswordForm {
  readonly oldPassword: string;
  readonly password: string;
  readonly passwordConfirm: string;
}

/** What is wrong with each field, or null. `shortest`: letters of a password at least, as the server is set. */
export function ownPasswordFaults(
  { oldPassword, password, passwordConfirm }: OwnPasswordForm,
  shortest: number,
): Readonly<Record<keyof OwnPasswordForm, Failure | null>> {
  return {
    oldPassword: oldPassword === "" ? failure("user/old-password-required") : null,
    password: newPasswordFault(password, oldPassword, shortest),
    passwordConfirm: password === passwordConfirm ? null : failure("user/password-mismatch"),
  };
}

function newPasswordFault(password: string, oldPassword: string, shortest: number): Failure | null {
  if (password === "") return failure("user/password-required");
  if (password === oldPassword) return failure("user/password-same");
  return isTooShort(password, shortest) ? failure("user/password-too-short", { count: shortest }) : null;
}
