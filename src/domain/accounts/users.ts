/** User accounts (document 2, sections 2, 5 and 8). */
import { type Failure, failure } from "#domain/failures/failure.ts";
import { ROLES, type Role } from "./access.ts";
import { changedFields } from "../changed-fields.ts";
import { say } from "../errors.ts";
import { PASSWORD_MIN } from "../limits.ts";
import { misnamed, USERNAME_MAX } from "./username.ts";

export const DEFAULT_NEW_ROLE: Role = "Manager";
/** server: the users of one recorder; multi-server: the aggregator's own users */
export type UsersMode = "server" | "multi-server";
export type UserTask = "new" | "edit" | "bulk-create";

export interface UserForm {
  readonly username: string;
  readonly role: Role;
  readonly password: string;
  readonly passwordConfirm: string;
}
export interface UserAccount {
  readonly id: string;
  readonly username: string;
  readonly superUser: boolean;
}
export interface UserFaults {
  readonly username: string | null;
  readonly password: string | null;
  readonly passwordConfirm: string | null;
}

/** What accounts must be like there. */
export interface UserRules {
  /** user names there are, without this user's own */
  readonly others: readonly string[];
  /** sign-in is by domain or by Google, so that names may be user@domain */
  readonly addresses?: boolean;
  /** the name that the user has: it may stay, whatever it is */
  readonly before?: string | undefined;
  /** letters of a password at least, as the server is set; PASSWORD_MIN is the floor, also where it is not known */
  readonly shortest?: number;
}

/** What is wrong with each field, or null. */
export function userFaults(form: UserForm, task: UserTask, rules: UserRules): UserFaults {
  return {
    username: usernameFault(form.username, rules),
    password: passwordFault(form.password, task !== "edit", Math.max(PASSWORD_MIN, rules.shortest ?? 0)),
    passwordConfirm: confirmFault(form, task),
  };
}

function usernameFault(username: string, { others, addresses = false, before }: UserRules): string | null {
  if (username === before) return null;
  const fault = misnamed(username, addresses);
  if (fault !== null) return usernameText(fault);
  const taken = others.some((other) => other.toLowerCase() === username.toLowerCase());
  return taken ? say("user_exists", { name: username }) : null;
}
/** Why a name cannot be had. */
export function usernameFailure(fault: NonNullable<ReturnType<typeof misnamed>>): Failure {
  if (fault === "too_long") return failure("user/name-too-long", { count: USERNAME_MAX });
  return failure(fault === "required" ? "user/name-required" : "user/name-characters");
}
/** The text for a name that cannot be had. */
export const usernameText = (fault: NonNullable<ReturnType<typeof misnamed>>): string =>
  fault === "too_long" ? say("username_too_long", { count: USERNAME_MAX }) : say(`username_${fault}`);

function passwordFault(password: string, required: boolean, shortest: number): string | null {
  if (password === "") return required ? say("password_required") : null;
  return isTooShort(password, shortest) ? say("password_too_short", { count: shortest }) : null;
}
/** Counted in letters, however many units of UTF-16 they take. */
export const isTooShort = (password: string, shortest: number): boolean => Array.from(password).length < shortest;

/** Confirmation is required for a new user and must match whatever password is given. */
const confirmFault = (form: UserForm, task: UserTask): string | null =>
  (task === "new" || form.password !== "" || form.passwordConfirm !== "") && form.password !== form.passwordConfirm
    ? say("password_mismatch")
    : null;

/** What is saved: an empty password becomes null (unchanged). */
export const userPayload = (form: UserForm) => ({
  username: form.username,
  role: form.role,
  password: form.password === "" ? null : form.password,
});

/** What a change sends: the password (null: unchanged), and name and role where they are others than `before`. */
export const userChange = (before: Pick<UserForm, "username" | "role">, form: UserForm) => {
  const { password, ...now } = userPayload(form);
  return { ...changedFields<typeof now>(before, now), password };
};

/** The account whose name and role are locked and that cannot be deleted or downgraded. */
export const isProtected = (user: UserAccount, mode: UsersMode): boolean =>
  user.superUser || (mode === "server" && user.username === "admin");

export type DeleteAnswer =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly code: "user/protected" | "user/self"; readonly reason: string };
/** Not the default superuser, not 'admin' in server mode, not yourself in multi-server mode: page and server ask here. */
export function mayDeleteUser(user: UserAccount, mode: UsersMode, ownId: string): DeleteAnswer {
  if (isProtected(user, mode)) return { allowed: false, code: "user/protected", reason: say("user_protected") };
  if (mode === "multi-server" && user.id === ownId)
    return { allowed: false, code: "user/self", reason: say("user_delete_self") };
  return { allowed: true };
}

/** Editing one's own account shows this notice, and signs out after saving. */
export const ownAccountNotice = (userId: string, ownId: string): string | null =>
  userId === ownId ? say("user_edit_self") : null;

/** Rows ordered by user name. */
export const byUsername = (a: { readonly username: string }, b: { readonly username: string }): number =>
  a.username.localeCompare(b.username, "en", { numeric: true, sensitivity: "base" });

export const rolesInOrder = ROLES;

/** One server of the bulk delete confirmation. */
export interface BulkRow {
  readonly server: string;
  /** null: the server could not be asked; undefined: no such user there */
  readonly user: { readonly username: string; readonly role: string } | null | undefined;
}
export interface BulkAction {
  readonly text: string;
  /** the apply checkbox can be used */
  readonly applicable: boolean;
}
export function bulkDeleteAction(row: BulkRow): BulkAction {
  if (row.user === null) return { text: say("bulk_no_query"), applicable: false };
  if (row.user === undefined) return { text: say("bulk_no_user"), applicable: false };
  return { text: say("bulk_removed"), applicable: true };
}
