/** Sign-in at the company's provider: the way there, the way back, and sign-out on either side; the journal's lines about it. */
import * as z from "zod/mini";
import { ok, type Result } from "#base/result.ts";
import { groupsIn, claimAt, isOfDomains } from "#domain/accounts/company-sign-in.ts";
import { englishText } from "#domain/failures/english.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import { SESSION_EXPIRY_S } from "#domain/limits/session.ts";
import { readFailure, writeFailure } from "#protocol/rest/error.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { Vault } from "#recorder/store/vault.ts";
import type { Visitor } from "../session-desk.ts";
import type { Sessions, SignedIn } from "../sessions.ts";
import type { UsedOnce } from "../used-once.ts";
import type { Users } from "../users.ts";
import { type CompanyAccounts, whomToAsk } from "./company-accounts.ts";
import { COMPANY_PATHS, type CompanySetting, type StoredCompany } from "./company-settings.ts";
import { LOGOUT_TOKEN_LIFE_MS } from "./logout-token.ts";
import type { Provider, Verified } from "./provider.ts";

/** From the button until the browser is back. */
export const SIGN_IN_MS = 10 * 60_000;
const FLOW = "company sign-in";
const REFUSAL = "company refusal";

const kept = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  cookie: z.enum(["session", "persistent"]),
  search: z.string(),
  fragment: z.string(),
  before: z.nullable(z.object({ userId: z.string(), handle: z.string() })),
  untilMs: z.number(),
});
type Kept = z.infer<typeof kept>;

interface Returned {
  readonly begun: SignedIn;
  readonly cookie: "session" | "persistent";
  /** the page to go on with: query and fragment */
  readonly page: string;
}

interface Parts {
  readonly setting: CompanySetting;
  readonly provider: Provider;
  readonly accounts: CompanyAccounts;
  readonly sessions: Sessions;
  readonly users: Users;
  readonly journal: Journal;
  readonly vault: Pick<Vault, "seal" | "open">;
  readonly usedOnce: Pick<UsedOnce, "take">;
  readonly now: () => number;
}

export class CompanyDesk {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get setting(): CompanySetting {
    return this.#parts.setting;
  }

  /**
   * Where the browser goes to sign in, and what it keeps meanwhile. `origin`: of the page, where the browser says it.
   * Failures: company/not-set-up, company/other-address, and of Provider.discover.
   */
  async begin(
    ask: Pick<Kept, "cookie" | "search" | "fragment">,
    { before }: Visitor,
    origin: string | null,
    choosesAccount = false,
  ): Promise<Result<{ address: string; kept: string; isSecure: boolean }, Failure>> {
    const { setting, provider, vault, now } = this.#parts;
    const company = await setting.get();
    if (!company) return refuse("company/not-set-up");
    const { publicAddress: address } = company;
    // The cookie of another address would not come back.
    if (origin !== null && origin !== new URL(address).origin) return refuse("company/other-address", { address });
    const scope = [...new Set(["openid", ...company.scopes.split(/\s+/)])].join(" ").trim();
    const begun = await provider.begin(company, {
      redirect: address + COMPANY_PATHS.redirect,
      scope,
      ...(choosesAccount ? { prompt: "select_account" } : {}),
    });
    if (!begun.ok) return begun;
    const own = before?.via === "cookie" && before.session ? before.session.handle : null;
    const flow: Kept = {
      ...ask,
      ...begun.value.secrets,
      before: before && own !== null ? { userId: before.userId, handle: own } : null,
      untilMs: now() + SIGN_IN_MS,
    };
    return ok({
      address: begun.value.address,
      kept: vault.seal(JSON.stringify(flow), FLOW),
      isSecure: address.startsWith("https:"),
    });
  }

  /**
   * The browser is back. `query`: as it came; `sealed`: what it has kept. Failures: company/..., and permission/... where
   * nobody would be an administrator any more.
   */
  async finish(query: string, sealed: string | null, visitor: Visitor): Promise<Result<Returned, Failure>> {
    const flow = this.#opened(sealed);
    const company = await this.#parts.setting.get();
    const answer =
      company && flow
        ? await this.#enter(company, flow, query, visitor)
        : refuse(company ? "company/expired" : "company/not-set-up");
    if (!answer.ok) {
      const { code, params } = answer.error;
      const name = typeof params?.["name"] === "string" ? params["name"] : "";
      await this.#parts.journal.audit(null, "sign-in-refused", name, visitor.address, { code, by: "company" });
    }
    return answer;
  }

  /** What a browser keeps so that its page can say why it was refused. */
  keepRefusal(why: Failure): string {
    const untilMs = this.#parts.now() + SIGN_IN_MS;
    return this.#parts.vault.seal(JSON.stringify({ why: writeFailure(why, englishText), untilMs }), REFUSAL);
  }

  /** Null: this browser was not refused, or long ago. */
  refusal(sealed: string | null): Failure | null {
    const text = sealed === null ? null : this.#parts.vault.open(sealed, REFUSAL);
    const read = text === null ? null : refusalKept.safeParse(JSON.parse(text));
    return read?.success && read.data.untilMs > this.#parts.now() ? readFailure(read.data.why) : null;
  }

  /** Somebody has signed out there. Failures: company/not-set-up, company/bad-logout, and of Provider.discover. */
  async endedThere(token: string, address: string): Promise<Result<null, Failure>> {
    const { setting, provider, sessions, users, journal, usedOnce, now } = this.#parts;
    const company = await setting.get();
    if (!company) return refuse("company/not-set-up");
    const read = await provider.readLogout(company, token);
    if (!read.ok) return read;
    const { subject, session, tokenId } = read.value;
    const isNew = await usedOnce.take("logout token", tokenId, now() + LOGOUT_TOKEN_LIFE_MS);
    if (!isNew) return refuse("company/bad-logout", { message: "it was used before" });
    const user = subject === null ? undefined : await users.admitted("company", subjectOf(company, subject));
    if (subject !== null && !user) return ok(null);
    const count = await sessions.ends.endOfCompany({ userId: user?.id, session: session ?? undefined });
    const who = user ? { userId: user.id, username: user.username } : null;
    await journal.audit(who, "signed-out-there", user?.id ?? "", address, { count });
    return ok(null);
  }

  /**
   * For who signs out here, to be asked before the session ends: what finds the page that ends the session there, too;
   * null = there is nothing to end.
   */
  async leaving(who: Identity): Promise<() => Promise<string | null>> {
    const there = await this.#parts.sessions.open.there(who);
    const company = there && (await this.#parts.setting.get());
    if (!there || !company?.signsOutThere) return () => Promise.resolve(null);
    const token = this.#parts.vault.open(there.token, TOKEN) ?? "";
    return () =>
      this.#parts.provider.signOutAddress(company, token, company.publicAddress + COMPANY_PATHS.afterSignOut);
  }

  #opened(sealed: string | null): Kept | null {
    const text = sealed === null ? null : this.#parts.vault.open(sealed, FLOW);
    const read = text === null ? null : kept.safeParse(JSON.parse(text));
    return read?.success && read.data.untilMs > this.#parts.now() ? read.data : null;
  }

  async #enter(
    company: StoredCompany,
    flow: Kept,
    query: string,
    visitor: Visitor,
  ): Promise<Result<Returned, Failure>> {
    const { provider, sessions, journal, vault, usedOnce } = this.#parts;
    const returned = new URL(`${company.publicAddress}${COMPANY_PATHS.redirect}?${query}`);
    const verified = await provider.finish(company, returned, flow);
    if (!verified.ok) return verified;
    // Not every provider takes care that its code counts once.
    if (!(await usedOnce.take("company sign-in", flow.state, flow.untilMs))) return refuse("company/expired");
    const admitted = await this.#admit(company, verified.value);
    if (!admitted.ok) return admitted;
    const { user, isNew } = admitted.value;
    const who = { userId: user.id, username: user.username };
    if (isNew) await journal.audit(who, "user-added", user.id, visitor.address, { by: "company", role: user.role });
    const begun = await sessions.beginAtCompany(
      user,
      { expiresInS: SESSION_EXPIRY_S, address: visitor.address },
      { session: verified.value.session, token: vault.seal(verified.value.idToken, TOKEN) },
    );
    // What was open in this browser is replaced, as at every sign-in.
    if (flow.before) await sessions.ends.endByHandle(flow.before.handle, flow.before.userId);
    await journal.audit(who, "sign-in", user.id, visitor.address, { by: "company" });
    return ok({ begun, cookie: flow.cookie, page: flow.search + flow.fragment });
  }

  #admit(company: StoredCompany, { claims, subject }: Verified): ReturnType<CompanyAccounts["admit"]> {
    const { nameClaim, groupsClaim, domains, contact, makesAccounts } = company;
    const name = claimAt(claims, nameClaim);
    const email = typeof claims["email"] === "string" && claims["email"].length <= 320 ? claims["email"] : "";
    const isVerified = String(claims["email_verified"]) === "true";
    const cause = whomToAsk(contact);
    // An address that nobody has verified proves nothing: whoever may type one in there could be anybody here.
    if (domains.length > 0 && !(isVerified && isOfDomains(email, domains)))
      return Promise.resolve(
        refuse("company/domain", {
          name: email === "" ? (typeof name === "string" ? name.slice(0, 64) : subject) : email,
          cause,
        }),
      );
    if (nameClaim === "email" && claims["email_verified"] !== undefined && !isVerified)
      return Promise.resolve(refuse("company/name-unfit", { claim: nameClaim, cause }));
    const groups = groupsIn(claims, groupsClaim);
    return this.#parts.accounts.admit(
      { by: "company", subject: subjectOf(company, subject), name, groups, email },
      { rules: company, makesAccounts, contact, nameClaim },
    );
  }
}

const TOKEN = "company ID token";
const refusalKept = z.object({ why: z.unknown(), untilMs: z.number() });

/** A subject means somebody only together with its issuer. */
const subjectOf = ({ issuer }: StoredCompany, subject: string): string => `${issuer} ${subject}`;
