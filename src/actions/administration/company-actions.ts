/** Sign-in by the company: its settings. */
import type { Failure } from "#domain/failures/failure.ts";
import type { Result } from "#base/result.ts";
import type { CompanyAsk } from "#domain/accounts/company-form.ts";
import { type CompanySignIn, companySignIn, type CompanyTest, companyTest } from "#protocol/rest/accounts/company.ts";
import type { HttpClient } from "#transport/http.ts";

export type CompanyFacts = CompanySignIn;
type CompanyTested = CompanyTest;

export interface CompanyActions {
  readonly get: (signal?: AbortSignal) => Promise<Result<CompanyFacts, Failure>>;
  readonly save: (ask: CompanyAsk) => Promise<Result<CompanyFacts, Failure>>;
  /** Asks the provider with what is not saved yet. */
  readonly test: (ask: CompanyAsk) => Promise<Result<CompanyTested, Failure>>;
  readonly remove: () => Promise<Result<null, Failure>>;
}

const PATH = "/service/company-sign-in";

export const createCompanyActions = (http: HttpClient): CompanyActions => ({
  get: async (signal) => await http.json({ path: PATH, ...(signal ? { signal } : {}) }, companySignIn),
  save: async (body) => await http.json({ method: "PUT", path: PATH, body }, companySignIn),
  test: async (body) => await http.json({ method: "POST", path: `${PATH}/test`, body }, companyTest),
  remove: async () => await http.done({ method: "DELETE", path: PATH }),
});
