/** Sign-in by a company's OpenID Connect provider: its settings for administrators, and the calls of the sign-in page. [ours] */
import * as z from "zod/mini";
import { wireBoolean } from "#protocol/scalars.ts";

const text = (most: number) => z.string().check(z.maxLength(most));
/** Plain HTTP only where nobody listens in between: on this machine. */
const SAFE_ADDRESS =
  /^(https:\/\/[^\s"'<>?#@]{1,500}|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(\/[^\s"'<>?#@]{0,400})?)$/;
const issuer = z.string().check(z.regex(SAFE_ADDRESS, "https://..."));
const publicAddress = z
  .string()
  .check(z.regex(/^https?:\/\/[^\s"'<>?#@/]{1,260}$/, "https://name or https://name:port"));
const domain = z.string().check(z.regex(/^[\w-]+(\.[\w-]+)*$/, "example.com"), z.maxLength(253));
const grant = z.strictObject({
  group: z.string().check(z.minLength(1), z.maxLength(512)),
  grants: z.string().check(z.minLength(1), z.maxLength(64)),
});
export const grantRules = {
  /** whoever is in this group there gets this role here, or on the aggregator this permission group (its id) */
  grants: z.array(grant).check(z.maxLength(200)),
  /** what everybody gets whose groups grant nothing; empty = they are refused */
  others: text(64),
};

/** What both directions have. */
const fields = {
  issuer,
  clientId: z.string().check(z.minLength(1), z.maxLength(256)),
  /** on the button of the sign-in page */
  label: z.string().check(z.minLength(1), z.maxLength(64)),
  /** beside openid, by blanks */
  scopes: z.string().check(z.regex(/^[\x21\x23-\x5b\x5d-\x7e ]{0,300}$/)),
  nameClaim: z.string().check(z.minLength(1), z.maxLength(128)),
  groupsClaim: text(128),
  ...grantRules,
  makesAccounts: z.boolean(),
  /** e-mail domains; empty = any */
  domains: z.array(domain).check(z.maxLength(50)),
  /** whom people ask who are refused; empty = an administrator */
  contact: text(200),
  /** where browsers reach this server */
  publicAddress,
  /** PEM: of authorities that have signed the provider's certificate; empty = those that this machine knows */
  ca: text(32_768),
  /** a sign-out here ends the session there, too */
  signsOutThere: z.boolean(),
};

/** PUT /service/company-sign-in, and what its test takes. `clientSecret` null keeps the one before; "" = none. */
export const companySignInWrite = z.strictObject({ ...fields, clientSecret: z.nullable(text(1024)) });
export type CompanySignInWrite = z.infer<typeof companySignInWrite>;

/** GET /service/company-sign-in */
export const companySignIn = z.object({
  /** null = not set up */
  settings: z.nullable(z.object({ ...fields, hasSecret: wireBoolean })),
  /** what the provider must know of this server: the paths behind its public address */
  paths: z.object({ redirect: z.string(), backChannel: z.string(), afterSignOut: z.string() }),
});
export type CompanySignIn = z.infer<typeof companySignIn>;
export type CompanySettings = NonNullable<CompanySignIn["settings"]>;

/** POST /service/company-sign-in/test */
export const companyTest = z.object({
  issuer: z.string(),
  /** whether the provider has accepted client id and secret; false: it does not say */
  clientAccepted: wireBoolean,
  /** it ends its session when somebody signs out here */
  signsOutThere: wireBoolean,
  /** it tells us when somebody signs out there */
  tellsSignOut: wireBoolean,
});
export type CompanyTest = z.infer<typeof companyTest>;

/** POST /service/sessions/company: the answer is where the browser goes. */
export const companyStart = z.strictObject({
  cookie: z._default(z.enum(["session", "persistent"]), "session"),
  /** the page to come back to: query and fragment of its address */
  search: z._default(z.string().check(z.regex(/^(\?[\x21-\x7e]*)?$/), z.maxLength(800)), ""),
  fragment: z._default(z.string().check(z.regex(/^(#\/[\x21-\x7e]*)?$/), z.maxLength(800)), ""),
});
export const companyStarted = z.object({ address: z.string() });

/** POST /service/sessions/company/end: what the provider tells us when somebody signs out there. */
export const logoutToken = z.object({ logout_token: z.string().check(z.minLength(1), z.maxLength(16_384)) });
