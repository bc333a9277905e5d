import { ok, type Result } from "#base/result.ts";
import { isRole } from "#domain/accounts/access.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { fusionUser } from "#protocol/rest/accounts/fusion.ts";
import { session } from "#protocol/rest/accounts/session.ts";
import type { SessionStore, UserFacts } from "#state/session-store.ts";
import type { HttpClient } from "#transport/http.ts";

interface SignedInUser {
  readonly user: UserFacts;
  readonly token: string | null;
}

/** Asks the server for the user of the cookie (or bearer); null = nobody. */
export async function whoIsSignedIn(
  http: HttpClient,
  store: SessionStore,
): Promise<Result<SignedInUser | null, Failure>> {
  if (store.get().about?.edition === "aggregator") {
    const answer = await http.json({ path: "/service/users/me" }, fusionUser);
    if (answer.ok) {
      const { id, userId, username, admin } = answer.value;
      const user: UserFacts = { userId: userId ?? id ?? username, username, role: null, admin, scope: null };
      return ok({ user, token: store.get().token });
    }
    return saysNobody(answer.error) ? ok(null) : answer;
  }
  const answer = await http.json({ path: "/service/sessions/me" }, session);
  if (answer.ok) return ok({ user: userOf(answer.value), token: store.get().token });
  return saysNobody(answer.error) ? ok(null) : answer;
}

/** Any other refusal (too many requests, overload, a proxy's answer) does not tell who is signed in. */
const saysNobody = ({ status }: Failure): boolean => status === 401 || status === 403;

export function userOf(value: ReturnType<typeof session.parse>): UserFacts {
  return {
    userId: value.userId,
    username: value.name,
    role: isRole(value.role) ? value.role : null,
    admin: false,
    scope: value.scope,
  };
}
