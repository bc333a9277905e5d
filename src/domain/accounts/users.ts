/** User accounts (document 2, sections 2, 5 and 8). */
import { type Failure, failure } from "../failures/failure.ts";
import { type OnCamera, ROLES, type Role } from "./access.ts";
import { type CameraViews, viewsNamed, withViews } from "./camera-views.ts";
import { changedFields } from "../changed-fields.ts";
import { PASSWORD_MIN } from "../limits/administration.ts";
import { companyName } from "./company-sign-in.ts";
import { misnamed, USERNAME_MAX } from "./username.ts";

export const DEFAULT_NEW_ROLE: Role = "Manager";
/** server: the users of one recorder; multi-server: the aggregator's own users */
export type UsersMode = "server" | "multi-server";
export type UserTask = "new" | "edit" | "bulk-create";

/** Who checks somebody: this server by a password, the company's provider, or its directory. */
export type SignsInBy = "password" | "company" | "directory";

export interface UserForm {
  readonly username: string;
  /** absent: by a password */
  readonly signsInBy?: SignsInBy;
  readonly role: Role;
  /** may see without privacy masks though the role may not; absent: no */
  readonly unmask?: boolean;
  /** may share views of fisheyes though the role may not; absent: no */
  readonly share?: boolean;
  /** cameras of which only these views are seen; absent: none */
  readonly views?: CameraViews;
  readonly password: string;
  readonly passwordConfirm: string;
}
interface UserAccount {
  readonly id: string;
  readonly username: string;
  readonly superUser: boolean;
}
export interface UserFaults {
  readonly username: Failure | null;
  readonly password: Failure | null;
  readonly passwordConfirm: Failure | null;
}

/** The field that a server's refusal is about, by its code. */
export const ACCOUNT_PLACES = {
  "user/exists": "username",
  "user/password-too-short": "password",
  "user/password-common": "password",
} as const;

/** The rules for accounts on that server. */
export interface UserRules {
  /** existing user names, without this user's own */
  readonly others: readonly string[];
  /** sign-in is by domain or by Google, so names may be user@domain */
  readonly addresses?: boolean;
  /** the user's current name: it may stay, whatever it is */
  readonly before?: string | undefined;
  /** who checks this account now; absent: this server by a password */
  readonly signedInBy?: SignsInBy | undefined;
  /**
   * minimum letters of a password, as the server is set; PASSWORD_MIN is the floor, also where the setting is not known
   */
  readonly shortest?: number;
}

/** What is wrong with each field, or null. */
export function userFaults(form: UserForm, task: UserTask, rules: UserRules): UserFaults {
  if (isElsewhere(form))
    return { username: elsewhereFault(form.username, rules), password: null, passwordConfirm: null };
  const isNeeded = task !== "edit" || isElsewhere({ signsInBy: rules.signedInBy });
  return {
    username: usernameFault(form.username, rules),
    password: passwordFault(form.password, isNeeded, Math.max(PASSWORD_MIN, rules.shortest ?? 0)),
    passwordConfirm: confirmFault(form, task),
  };
}

function usernameFault(username: string, { others, addresses = false, before }: UserRules): Failure | null {
  if (username === before) return null;
  const fault = misnamed(username, addresses);
  if (fault !== null) return usernameFailure(fault);
  const taken = others.some((other) => other.toLowerCase() === username.toLowerCase());
  return taken ? failure("user/exists", { name: username }) : null;
}
/** The company's names may have dots, blanks and letters of any script. */
function elsewhereFault(username: string, { others, before }: UserRules): Failure | null {
  if (username === before) return null;
  if (username === "") return failure("user/name-required");
  if (companyName(username) !== username) return failure("user/name-elsewhere");
  const taken = others.some((other) => other.toLowerCase() === username.toLowerCase());
  return taken ? failure("user/exists", { name: username }) : null;
}
/** The company, and not this server, checks the account. */
const isElsewhere = ({ signsInBy = "password" }: { readonly signsInBy?: SignsInBy | undefined }): boolean =>
  signsInBy !== "password";

/** Why a name is not allowed. */
export function usernameFailure(fault: NonNullable<ReturnType<typeof misnamed>>): Failure {
  if (fault === "too_long") return failure("user/name-too-long", { count: USERNAME_MAX });
  return failure(fault === "required" ? "user/name-required" : "user/name-characters");
}

function passwordFault(password: string, required: boolean, shortest: number): Failure | null {
  if (password === "") return required ? failure("user/password-required") : null;
  return isTooShort(password, shortest) ? failure("user/password-too-short", { count: shortest }) : null;
}
/** Counted in letters, however many units of UTF-16 each takes. */
export const isTooShort = (password: string, shortest: number): boolean => Array.from(password).length < shortest;

/** Confirmation is required for a new user, and must match every password that is given. */
const confirmFault = (form: UserForm, task: UserTask): Failure | null =>
  (task === "new" || form.password !== "" || form.passwordConfirm !== "") && form.password !== form.passwordConfirm
    ? failure("user/password-mismatch")
    : null;

/** How the account is checked from now on: by somebody else, or by this password. */
export const proofOf = ({
  signsInBy = "password",
  password,
}: Pick<UserForm, "signsInBy" | "password">): { readonly signsInBy?: SignsInBy; readonly password?: string | null } =>
  signsInBy === "password" ? { password: password === "" ? null : password } : { signsInBy };

/** What is saved: an empty password becomes null (unchanged). */
export const userPayload = ({ views = {}, ...form }: UserForm) => ({
  username: form.username,
  role: form.role,
  // Servers that are older than rights to single views do not know `cameraScopes`.
  ...(Object.keys(views).length > 0 ? { cameraScopes: withViews([], views, form.role) } : {}),
  // Servers that are older than privacy masks, or than shared views by a right, do not know the words.
  ...(form.unmask ? { unmask: true } : {}),
  ...(form.share ? { share: true } : {}),
  ...proofOf(form),
});

/**
 * The body of a change: the password (null: unchanged), and name and role where they differ from `before`. `rights`: on
 * single cameras, before.
 */
export const userChange = (
  before: Pick<UserForm, "username" | "role" | "signsInBy" | "unmask" | "share">,
  form: UserForm,
  rights: readonly OnCamera[] = [],
) => {
  const { password = null, unmask: _, share: __, cameraScopes: ___, ...now } = userPayload(form);
  const rightsNow = withViews(rights, form.views ?? {}, form.role);
  const isSame = JSON.stringify(rightsNow) === JSON.stringify(withViews(rights, viewsNamed(rights), before.role));
  const cameras = isSame ? {} : { cameraScopes: rightsNow };
  const { unmask = false, share = false } = form;
  const seeing = unmask === (before.unmask ?? false) ? {} : { unmask };
  const sharing = share === (before.share ?? false) ? {} : { share };
  return {
    ...changedFields<typeof now>(before, now),
    ...seeing,
    ...sharing,
    ...cameras,
    ...backHere(before, form),
    password,
  };
};

/** Said where an account comes back from the company to a password of this server. */
export const backHere = (before: Pick<UserForm, "signsInBy">, form: Pick<UserForm, "signsInBy">) =>
  isElsewhere(before) && !isElsewhere(form) ? { signsInBy: "password" as const } : {};

/** The account whose name and role are locked and that cannot be deleted or downgraded. */
export const isProtected = (user: UserAccount, mode: UsersMode): boolean =>
  user.superUser || (mode === "server" && user.username === "admin");

type DeleteAnswer = { readonly allowed: true } | { readonly allowed: false; readonly failure: Failure };
/**
 * Not the default superuser, not 'admin' in server mode, not oneself in multi-server mode: page and server use this
 * rule.
 */
export function mayDeleteUser(user: UserAccount, mode: UsersMode, ownId: string): DeleteAnswer {
  if (isProtected(user, mode)) return { allowed: false, failure: failure("user/protected") };
  if (mode === "multi-server" && user.id === ownId) return { allowed: false, failure: failure("user/self") };
  return { allowed: true };
}

/** Editing one's own account shows this notice, and signs out after saving. */
export const ownAccountNotice = (userId: string, ownId: string): Failure | null =>
  userId === ownId ? failure("user/edit-self") : null;

/** Rows ordered by user name. */
export const byUsername = (a: { readonly username: string }, b: { readonly username: string }): number =>
  a.username.localeCompare(b.username, "en", { numeric: true, sensitivity: "base" });

export const rolesInOrder = ROLES;

/** One server of the bulk delete confirmation. */
interface BulkRow {
  readonly server: string;
  /** null: the server did not answer; undefined: no such user there */
  readonly user: { readonly username: string; readonly role: string } | null | undefined;
}
interface BulkAction {
  readonly effect: Failure;
  /** the apply checkbox can be used */
  readonly applicable: boolean;
}
export function bulkDeleteAction(row: BulkRow): BulkAction {
  if (row.user === null) return { effect: failure("bulk/no-query"), applicable: false };
  if (row.user === undefined) return { effect: failure("bulk/no-user"), applicable: false };
  return { effect: failure("bulk/removed"), applicable: true };
}
