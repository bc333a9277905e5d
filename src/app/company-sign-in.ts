/** The way to the company's sign-in and back. A chunk of its own: it is needed after the button was pressed. */
import { ok, type Result } from "#base/result.ts";
import { cookieFor, type SignInChoices } from "#domain/accounts/sign-in.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { companyStarted } from "#protocol/rest/accounts/company.ts";
import type { HttpClient } from "#transport/http.ts";

const PATH = "/service/sessions/company";
const QUERY_MAX = 800;

/** Leaves the page, unless it is refused. `askedFor`: the router's address to come back to. */
export async function startCompanySignIn(
  http: HttpClient,
  choices: SignInChoices,
  askedFor: string,
): Promise<Result<null, Failure>> {
  const search = location.search.length > QUERY_MAX ? "" : location.search;
  const fragment = askedFor.length > QUERY_MAX - 1 ? "" : `#${askedFor}`;
  const body = { cookie: cookieFor(choices), search, fragment };
  const answer = await http.json({ method: "POST", path: PATH, body }, companyStarted);
  if (!answer.ok) return answer;
  location.assign(answer.value.address);
  return ok(null);
}

/** Why the sign-in of this browser was refused; null = it was not. */
export async function companyRefusal(http: HttpClient): Promise<Failure | null> {
  const answer = await http.done({ path: `${PATH}/refusal` });
  return answer.ok ? null : answer.error;
}
