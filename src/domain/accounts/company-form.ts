/** The form in which administrators set up the company's provider: what is wrong with each field, and what is sent. [ours] */
import { type Failure, failure } from "../failures/failure.ts";
import type { Grant, GrantRules } from "./company-sign-in.ts";

/** As the server has it; it never says the secret. */
interface CompanyFields extends GrantRules {
  readonly issuer: string;
  readonly clientId: string;
  readonly label: string;
  readonly scopes: string;
  readonly nameClaim: string;
  readonly groupsClaim: string;
  readonly makesAccounts: boolean;
  readonly domains: readonly string[];
  readonly contact: string;
  readonly publicAddress: string;
  readonly ca: string;
  readonly signsOutThere: boolean;
}
/** `clientSecret` null keeps the one before. */
export type CompanyAsk = CompanyFields & { readonly clientSecret: string | null };
/** Domains as they are typed: by commas or blanks. */
export type CompanyForm = Omit<CompanyFields, "domains" | "grants"> & {
  readonly domains: string;
  readonly grants: readonly Grant[];
  readonly clientSecret: string;
};

const NEW: CompanyFields = {
  issuer: "",
  clientId: "",
  label: "",
  scopes: "profile email",
  nameClaim: "preferred_username",
  groupsClaim: "groups",
  grants: [],
  others: "",
  makesAccounts: true,
  domains: [],
  contact: "",
  publicAddress: "",
  ca: "",
  signsOutThere: true,
};

/** `label`, `publicAddress`: what a new one begins with. */
export function companyForm(
  now: CompanyFields | null,
  fresh: Pick<CompanyFields, "label" | "publicAddress">,
): CompanyForm {
  const { domains, ...rest } = now ?? { ...NEW, ...fresh };
  return { ...rest, domains: domains.join(", "), clientSecret: "" };
}

const ISSUER = /^(https:\/\/[^\s"'<>?#@]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/[^\s"'<>?#@]*)?)$/;
const ORIGIN = /^https?:\/\/[^\s"'<>?#@/]+$/;
const domainsIn = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((one) => one !== "");

type Faults = Partial<Record<keyof CompanyForm, Failure | null>>;

/** What is wrong with each field, or null. */
export function companyFaults(form: CompanyForm): Faults {
  const missing = (name: "clientId" | "label" | "nameClaim") =>
    form[name].trim() === "" ? failure("company/field-required") : null;
  return {
    issuer: ISSUER.test(form.issuer.trim()) ? null : failure("company/issuer-address"),
    publicAddress: ORIGIN.test(bare(form.publicAddress)) ? null : failure("company/public-address"),
    clientId: missing("clientId"),
    label: missing("label"),
    nameClaim: missing("nameClaim"),
    domains: domainsIn(form.domains).every((one) => /^[\w-]+(\.[\w-]+)*$/.test(one))
      ? null
      : failure("company/domains"),
    grants: form.grants.every(({ group, grants }) => group.trim() !== "" && grants !== "")
      ? null
      : failure("company/grant-incomplete"),
  };
}

/** The body to send. An empty secret keeps the one before, where there is one. */
export const companyAsk = (form: CompanyForm): CompanyAsk => ({
  ...form,
  issuer: form.issuer.trim(),
  clientId: form.clientId.trim(),
  label: form.label.trim(),
  scopes: form.scopes.trim(),
  nameClaim: form.nameClaim.trim(),
  groupsClaim: form.groupsClaim.trim(),
  contact: form.contact.trim(),
  publicAddress: bare(form.publicAddress),
  ca: form.ca.trim(),
  domains: domainsIn(form.domains),
  grants: form.grants.map(({ group, grants }) => ({ group: group.trim(), grants })),
  clientSecret: form.clientSecret === "" ? null : form.clientSecret,
});

/** Without the slash that browsers show behind a name. */
const bare = (address: string): string => address.trim().replace(/\/+$/, "");
