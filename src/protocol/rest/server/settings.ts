import * as z from "zod/mini";
import { AUDIT_DAYS } from "#domain/accounts/audit.ts";
import {
  FACTOR_RULES,
  SECURITY_DEFAULTS,
  SECURITY_LIMITS,
  type SecurityField,
} from "#domain/accounts/sign-in-security.ts";
import { WATERMARKS } from "#domain/accounts/watermark.ts";
import { wireNumber } from "#protocol/scalars.ts";

/** GET and PATCH /service/settings (administrator). */
export const settings = z.object({
  agreement: z._default(z.string(), ""),
  greeting: z._default(z.string(), ""),
  googleClientId: z._default(z.string(), ""),
  lowBandwidthOffered: z._default(z.boolean(), true),
  passwordMinLength: z._default(wireNumber, SECURITY_DEFAULTS.passwordMinLength),
  /** also of sign-ins that ask for more, and of those that are open already */
  sessionMaxHours: z._default(wireNumber, SECURITY_DEFAULTS.sessionMaxHours),
  lockoutFreeTries: z._default(wireNumber, SECURITY_DEFAULTS.lockoutFreeTries),
  lockoutMaxPauseMinutes: z._default(wireNumber, SECURITY_DEFAULTS.lockoutMaxPauseMinutes),
  secondFactor: z._default(z.enum(FACTOR_RULES), "nobody"),
  maxExportHours: z._default(z.nullable(wireNumber), null),
  maxPlayerCount: z._default(z.nullable(wireNumber), null),
  /** percent */
  cleanerThreshold: z._default(wireNumber, 85),
  /** how long entries of the audit are kept [ours] */
  auditDays: z._default(wireNumber, 365),
  supportUrl: z._default(z.string(), ""),
  /** over whose views and exports account and time are written [ours] */
  watermark: z._default(z.enum(WATERMARKS), "off"),
  /** accounts whose views have a watermark may read streams by RTSP, which shows none [ours] */
  watermarkRtsp: z._default(z.boolean(), true),
  groups: z._default(z.object({ orchids: z.object({ show: z.boolean() }) }), { orchids: { show: true } }),
});
export type Settings = z.infer<typeof settings>;

const httpUrl = z.string().check(z.regex(/^(https?:\/\/[^\s"'<>]{1,500})?$/));
const wholeNumber = (field: SecurityField) =>
  z.int().check(z.minimum(SECURITY_LIMITS[field].least), z.maximum(SECURITY_LIMITS[field].most));
export const settingsPatch = z.strictObject({
  agreement: z.optional(z.string().check(z.maxLength(20_000))),
  greeting: z.optional(z.string().check(z.maxLength(20_000))),
  googleClientId: z.optional(z.string().check(z.regex(/^[\w.-]{0,200}$/))),
  lowBandwidthOffered: z.optional(z.boolean()),
  /** document 2: 4 is the compatible minimum */
  passwordMinLength: z.optional(wholeNumber("passwordMinLength")),
  sessionMaxHours: z.optional(wholeNumber("sessionMaxHours")),
  lockoutFreeTries: z.optional(wholeNumber("lockoutFreeTries")),
  lockoutMaxPauseMinutes: z.optional(wholeNumber("lockoutMaxPauseMinutes")),
  secondFactor: z.optional(z.enum(FACTOR_RULES)),
  maxExportHours: z.optional(z.nullable(z.number().check(z.positive(), z.maximum(8760)))),
  maxPlayerCount: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(256)))),
  cleanerThreshold: z.optional(z.number().check(z.minimum(10), z.maximum(99))),
  auditDays: z.optional(z.int().check(z.minimum(AUDIT_DAYS.least), z.maximum(AUDIT_DAYS.most))),
  supportUrl: z.optional(httpUrl),
  watermark: z.optional(z.enum(WATERMARKS)),
  watermarkRtsp: z.optional(z.boolean()),
  groups: z.optional(z.strictObject({ orchids: z.strictObject({ show: z.boolean() }) })),
});
export type SettingsPatch = z.input<typeof settingsPatch>;
