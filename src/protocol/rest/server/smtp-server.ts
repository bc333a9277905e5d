/** /service/smtp-servers of the aggregator: the mail servers that send its notifications. Administrators only. */
import { failureBody } from "../error.ts";
import * as z from "zod/mini";
import { wireBoolean, wireId, wireNumber } from "#protocol/scalars.ts";
import { pathId } from "../list.ts";
import { writtenName } from "../name.ts";

const smtpSecurity = z.enum(["none", "starttls", "tls"]);

export const smtpServer = z.object({
  id: wireId,
  href: z.optional(z.string()),
  name: z.string(),
  host: z.string(),
  port: wireNumber,
  security: z._default(smtpSecurity, "none"),
  /** empty = without signing in */
  username: z._default(z.string(), ""),
  /** the password itself is never sent */
  hasPassword: z._default(wireBoolean, false),
  /** sender address of the mails */
  from: z.string(),
});
export type SmtpServer = z.infer<typeof smtpServer>;

export const smtpServerList = z.object({ href: z.optional(z.string()), smtpServers: z.array(smtpServer) });

/** Letters, digits and the usual signs around one @: never a line break, which would add lines to a mail's head. */
export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.maxLength(320),
    z.regex(/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/, "name@domain"),
  );

const fields = {
  name: writtenName,
  host: z
    .string()
    .check(z.trim(), z.regex(/^(\[?[0-9a-fA-F:.]{2,45}\]?|[A-Za-z0-9._-]{1,253})$/, "a host name or address")),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  username: z.string().check(z.maxLength(320)),
  password: z.string().check(z.maxLength(1024)),
};

/** POST /service/smtp-servers */
export const smtpServerCreate = z.strictObject({
  name: fields.name,
  host: fields.host,
  port: fields.port,
  security: smtpSecurity,
  username: z._default(fields.username, ""),
  password: z._default(z.nullable(fields.password), null),
  from: emailAddress,
});

/** PATCH /service/smtp-servers/{id}: `password` null or absent keeps it, "" forgets it. */
export const smtpServerPatch = z.strictObject({
  name: z.optional(fields.name),
  host: z.optional(fields.host),
  port: z.optional(fields.port),
  security: z.optional(smtpSecurity),
  username: z.optional(fields.username),
  password: z.optional(z.nullable(fields.password)),
  from: z.optional(emailAddress),
});

/** POST /service/smtp-servers/test: with `id`, the stored password is used when none is given. */
export const smtpTest = z.strictObject({
  id: z.optional(pathId),
  name: z.optional(fields.name),
  host: fields.host,
  port: fields.port,
  security: smtpSecurity,
  username: z._default(fields.username, ""),
  password: z._default(z.nullable(fields.password), null),
  from: emailAddress,
  to: emailAddress,
});

/** `message`: the mail server's answer, for people. */
export const smtpTestAnswer = z.object({
  success: wireBoolean,
  /** the mail server's answer, or the fault in English */
  message: z._default(z.string(), ""),
  told: z.optional(failureBody),
});
export type SmtpTestAnswer = z.infer<typeof smtpTestAnswer>;
