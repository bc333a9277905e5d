/** User accounts (document 2, sections 2 and 7). */
import { type Failure, failure } from "#domain/failures/failure.ts";
import { fail, type Result } from "#base/result.ts";
import { isRole, type OnCamera, type Role } from "#domain/accounts/access.ts";
import { USER_REQUESTS_MAX } from "#domain/limits/requests.ts";
import { user, type User, userList } from "#protocol/rest/accounts/user.ts";
import type { SignsInBy } from "#domain/accounts/users.ts";
import type { HttpClient } from "#transport/http.ts";
import type { Call, Schema } from "#transport/http-call.ts";
import { aborted } from "#transport/http-failure.ts";
import { Throttle } from "#transport/throttle.ts";
import { answeredWith } from "../answered.ts";

export interface UserEntry {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly superUser: boolean;
  readonly secondFactor: boolean;
  readonly signsInBy: SignsInBy;
  /** may see without privacy masks */
  readonly unmask: boolean;
  /** may share views of fisheyes */
  readonly share: boolean;
  readonly admin: boolean;
  /** where its rights on a camera are others than by the role */
  readonly cameraScopes: readonly OnCamera[];
}
/** `password` null keeps the old one. */
interface NewUser {
  readonly username: string;
  readonly role: Role;
  readonly password?: string | null;
  readonly signsInBy?: SignsInBy;
  readonly unmask?: boolean;
  readonly share?: boolean;
  readonly cameraScopes?: readonly OnCamera[];
}
/** An absent field stays unchanged. */
type UserChange = Partial<NewUser>;

export interface UserActions {
  readonly list: (signal?: AbortSignal) => Promise<Result<readonly UserEntry[], Failure>>;
  readonly add: (form: NewUser) => Promise<Result<UserEntry, Failure>>;
  readonly change: (id: string, form: UserChange) => Promise<Result<UserEntry, Failure>>;
  readonly remove: (id: string) => Promise<Result<null, Failure>>;
  /** Takes away the second factor of a user who has lost it. */
  readonly resetFactor: (id: string) => Promise<Result<null, Failure>>;
}

const path = (id: string): string => `/service/users/${encodeURIComponent(id)}`;

export function createUserActions(http: HttpClient): UserActions {
  const throttle = new Throttle(USER_REQUESTS_MAX);
  const json = async <T>(call: Call, schema: Schema<T>): Promise<Result<T, Failure>> =>
    (await throttle.run(() => http.json(call, schema), call.signal)) ?? fail(aborted);
  return {
    list: async (signal) =>
      answeredWith(await json({ path: "/service/users", ...(signal ? { signal } : {}) }, userList), ({ users }) =>
        users.map(entryOf),
      ),
    add: async (form) =>
      answeredWith(await json({ method: "POST", path: "/service/users", body: form }, user), entryOf),
    change: async (id, form) =>
      answeredWith(await json({ method: "PATCH", path: path(id), body: form }, user), entryOf),
    resetFactor: async (id) => await http.done({ method: "DELETE", path: `${path(id)}/second-factor` }),
    remove: async (id) => {
      const answer = (await throttle.run(() => http.done({ method: "DELETE", path: path(id) }))) ?? fail(aborted);
      return answer.ok ? answer : fail(answer.error.reason ? answer.error : failure("user/delete-error"));
    },
  };
}

const entryOf = ({
  id,
  username,
  role,
  superUser,
  secondFactor,
  signsInBy,
  unmask,
  share,
  admin,
  ...rest
}: User): UserEntry => ({
  id,
  username,
  // An unknown role of a newer server counts as the one with the fewest rights.
  role: isRole(role) ? role : "Live Viewer",
  superUser,
  secondFactor,
  signsInBy,
  unmask,
  share,
  admin,
  cameraScopes: rest.cameraScopes ?? [],
});
