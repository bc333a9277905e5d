/**
 * The query parameters (after the `?`) of the administration's addresses. They come from outside, so they are parsed
 * and validated.
 */
import { AUDIT_KINDS, AUDIT_RESULTS } from "#domain/accounts/audit.ts";
import * as z from "zod/mini";

const id = z.string().check(z.minLength(1), z.maxLength(200));
/** ms since 1970, in the range of a Date */
const timeMs = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(8.64e15));

/** `#/cameras?camera=ID` shows that camera's panel, with one of its dialogs; `?dialog=register` registers cameras. */
export const camerasAddress = z.object({
  camera: z.optional(id),
  dialog: z.optional(z.enum(["register", "name", "recover", "dewarp", "motion", "privacy"])),
});
/** `#/servers?server=ID` edits a server; `?dialog=register` registers one. */
export const serversAddress = z.object({ server: z.optional(id), dialog: z.optional(z.enum(["register"])) });
/** `#/users?user=ID` edits an account; `?dialog=add` adds one. */
export const usersAddress = z.object({ user: z.optional(id), dialog: z.optional(z.enum(["add"])) });
/** `#/permission-groups?group=ID` edits a permission group; `?dialog=add` adds one. */
export const permissionGroupsAddress = z.object({ group: z.optional(id), dialog: z.optional(z.enum(["add"])) });
/** `#/camera-groups?group=ID` shows the cameras of a group. */
export const cameraGroupsAddress = z.object({ group: z.optional(id) });
/** `#/notifications?notification=ID` or `?smtp=ID` edits one; `?dialog=add` or `?dialog=add-smtp` adds one. */
export const notificationsAddress = z.object({
  notification: z.optional(id),
  smtp: z.optional(id),
  dialog: z.optional(z.enum(["add", "add-smtp"])),
});
/** `#/activation?dialog=license` adds or changes the licence. */
export const activationAddress = z.object({ dialog: z.optional(z.enum(["license"])) });
/** `#/version?dialog=update` updates the client. */
export const versionAddress = z.object({ dialog: z.optional(z.enum(["update"])) });
/** `#/system-report?from=MS&to=MS` reports on that time; an address with only one end is ignored. */
export const reportAddress = z
  .object({ from: z.optional(timeMs), to: z.optional(timeMs) })
  .check(z.refine(({ from, to }) => (from === undefined) === (to === undefined)));
/** `#/audit?user=NAME&kind=views&from=MS` shows those entries only. */
export const auditAddress = z.object({
  from: z.optional(timeMs),
  to: z.optional(timeMs),
  user: z.optional(id),
  kind: z.optional(z.enum(AUDIT_KINDS)),
  result: z.optional(z.enum(AUDIT_RESULTS)),
  camera: z.optional(id),
  server: z.optional(id),
  search: z.optional(id),
});
