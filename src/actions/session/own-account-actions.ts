/** What everybody does with the own account. */
import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import type { HttpClient } from "#transport/http.ts";

export interface OwnAccountActions {
  /** Other sessions of the account end, this one stays. */
  readonly changePassword: (oldPassword: string, newPassword: string) => Promise<Result<null, Failure>>;
}

export const createOwnAccountActions = (http: HttpClient): OwnAccountActions => ({
  changePassword: async (oldPassword, newPassword) =>
    await http.done({ method: "PUT", path: "/service/users/me/password", body: { oldPassword, newPassword } }),
});
