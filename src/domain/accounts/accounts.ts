/** The aggregator's own accounts (document 2, sections 3 and 5): the fields of a form, and what is wrong with them. */
import { type Failure, failure } from "../failures/failure.ts";
import { changedFields } from "../changed-fields.ts";
import {
  backHere,
  DEFAULT_NEW_ROLE,
  proofOf,
  type SignsInBy,
  type UserFaults,
  type UserRules,
  type UserTask,
  userFaults,
} from "./users.ts";

export interface AccountForm {
  /** absent: by a password */
  readonly signsInBy?: SignsInBy;
  readonly username: string;
  readonly email: string;
  /** administrator on its own, whatever groups it is in */
  readonly admin: boolean;
  /** ids of permission groups */
  readonly groups: readonly string[];
  readonly password: string;
  readonly passwordConfirm: string;
}
interface AccountFaults extends UserFaults {
  readonly email: Failure | null;
}

const EMAIL = /^[^\s@<>",;]{1,64}@[^\s@<>",;]{1,255}$/;

/** What is wrong with each field, or null. */
export function accountFaults(form: AccountForm, task: UserTask, rules: UserRules): AccountFaults {
  const email = form.email.trim();
  return {
    ...userFaults({ ...form, role: DEFAULT_NEW_ROLE }, task, rules),
    email: email === "" || EMAIL.test(email) ? null : failure("user/email-invalid"),
  };
}

/** What is saved: an empty password becomes null (unchanged). */
export const accountPayload = (form: AccountForm) => ({
  username: form.username,
  email: form.email.trim(),
  admin: form.admin,
  groups: form.groups,
  ...proofOf(form),
});
type AccountPayload = ReturnType<typeof accountPayload>;

/** The body of a change: the password (null: unchanged), and every field that differs from `before`. */
export const accountChange = (
  before: Omit<AccountPayload, "password" | "signsInBy"> & Pick<AccountForm, "signsInBy">,
  form: AccountForm,
) => {
  const { password = null, ...now } = accountPayload(form);
  return { ...changedFields<typeof now>(before, now), ...backHere(before, form), password };
};
