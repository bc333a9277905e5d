import type { LightMyRequestResponse } from "fastify";
import type { CompanySignInWrite } from "#protocol/rest/accounts/company.ts";
import { CLIENT_ID, CLIENT_SECRET, type CompanyProvider, Surfer } from "#test/support/company/company-provider.ts";
import type { TestHouse } from "#test/recorder/support/test-house.ts";

export const WALL = "https://wall.example";

export const companySettings = (issuer: string, more: Partial<CompanySignInWrite> = {}): CompanySignInWrite => ({
  issuer,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  label: "Sign in with Example AG",
  scopes: "profile email groups",
  nameClaim: "preferred_username",
  groupsClaim: "groups",
  grants: [
    { group: "watchers", grants: "Viewer" },
    { group: "bosses", grants: "Administrator" },
  ],
  others: "",
  makesAccounts: true,
  domains: [],
  contact: "",
  publicAddress: WALL,
  ca: "",
  signsOutThere: true,
  ...more,
});

export const setUp = async (house: TestHouse, settings: CompanySignInWrite): Promise<LightMyRequestResponse> =>
  house.ask("PUT", "/service/company-sign-in", { as: "admin", body: settings });

const cookiesOf = (answer: LightMyRequestResponse): string =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

/** The way to the provider and back. `tampered`: what becomes of the address with which the provider sends back. */
export async function companySignIn(
  house: TestHouse,
  login: string,
  how: {
    readonly surfer?: Surfer;
    readonly body?: object;
    readonly tampered?: (returned: URL) => void;
    readonly cookie?: (own: string) => string;
  } = {},
) {
  const begun = await house.ask("POST", "/service/sessions/company", { body: how.body ?? {} });
  if (begun.statusCode !== 200) throw new Error(begun.body);
  const address = String(begun.json().address);
  const returned = new URL(await (how.surfer ?? new Surfer()).surf(address, `${WALL}/`, login));
  how.tampered?.(returned);
  const own = cookiesOf(begun);
  const back = await house.ask("GET", returned.pathname + returned.search, {
    headers: { cookie: how.cookie?.(own) ?? own },
  });
  const cookie = cookiesOf(back);
  const page = pageOf(String(back.headers.location));
  const refusal =
    page === "/#/sign-in?refused"
      ? (await house.ask("GET", "/service/sessions/company/refusal", { headers: { cookie } })).json()
      : null;
  const me = () => house.ask("GET", "/service/sessions/me", { headers: { cookie } });
  return { begun, returned, back, page, cookie, refusal, me };
}

/** Where a browser comes to, which is on the way back from the provider. */
export function pageOf(location: string, wall = WALL): string {
  const { pathname, search, hash } = new URL(location, `${wall}/service/sessions/company`);
  return pathname + search + hash;
}

export function hire(provider: CompanyProvider, login: string, groups: readonly string[], more: object = {}): void {
  provider.employees.set(login, { name: login, groups, ...more });
}
