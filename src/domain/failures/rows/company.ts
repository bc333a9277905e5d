/** Sign-in by a company's provider (OpenID Connect). */
import { input, refused, trouble } from "./row.ts";

export const company = {
  "company/not-set-up": refused({ status: 404 }),
  "company/unreachable": trouble({ status: 502, params: { address: "text", reason: "text" } }),
  "company/certificate": refused({ status: 502, params: { address: "text", reason: "text" } }),
  "company/forbidden-address": refused({ status: 400, params: { address: "text" } }),
  "company/not-a-provider": refused({ status: 502, params: { address: "text" } }),
  "company/other-issuer": refused({ status: 502, params: { issuer: "text", named: "text" } }),
  "company/no-code": refused({ status: 502 }),
  "company/client-refused": refused({ status: 502, params: { message: "text" } }),
  "company/refused": trouble({ status: 403, params: { message: "text" } }),
  "company/wrong": trouble({ status: 403, params: { message: "text" } }),
  "company/expired": trouble({ status: 403 }),
  "company/other-address": refused({ status: 409, params: { address: "text" } }),
  "company/no-role": refused({ status: 403, params: { name: "text" }, cause: "must" }),
  "company/no-account": refused({ status: 403, params: { name: "text" }, cause: "must" }),
  "company/domain": refused({ status: 403, params: { name: "text" }, cause: "must" }),
  "company/name-taken": refused({ status: 403, params: { name: "text" }, cause: "must" }),
  "company/name-unfit": refused({ status: 403, params: { claim: "text" }, cause: "must" }),
  "company/too-many-groups": refused({ status: 403, cause: "must" }),
  "company/ask": refused({ params: { contact: "text" } }),
  "company/ask-administrator": refused(),
  "company/unknown-grant": input({ status: 400, params: { name: "text" } }),
  "company/secret-required": input({ status: 400 }),
  "company/bad-logout": refused({ status: 400, params: { message: "text" } }),
} as const;
