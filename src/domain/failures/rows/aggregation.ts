/** Permission groups and notifications of an aggregator, and the servers that send its mails. */
import { input, refused, trouble } from "./row.ts";

export const aggregation = {
  "permission/unknown": refused({ status: 404 }),
  "permission/too-many": trouble({ status: 409 }),
  "permission/name-taken": refused({ status: 409, params: { name: "text" } }),
  "permission/last-administrator": refused({ status: 409 }),
  "notification/unknown": refused({ status: 404 }),
  "notification/too-many": trouble({ status: 409 }),
  "notification/name-required": input(),
  "notification/trigger-required": input(),
  "notification/scope-required": input(),
  "notification/recipients-required": input(),
  "notification/recipients-too-many": input(),
  "notification/address-invalid": input({ params: { name: "text" } }),
  "notification/digest-time-invalid": input(),
  "notification/smtp-server-required": input(),
  "smtp-server/unknown": refused({ status: 404 }),
  "smtp-server/too-many": trouble({ status: 409 }),
  "smtp-server/name-required": input(),
  "smtp-server/host-invalid": input(),
  "smtp-server/port-invalid": input(),
  "smtp-server/from-required": input(),
  "smtp-server/password-required": input({ status: 422 }),
  "smtp/failed": trouble({ status: 400, cause: "must" }),
  "smtp/forbidden": refused({ params: { name: "text" } }),
} as const;
