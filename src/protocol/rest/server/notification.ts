/** /service/notifications of the aggregator: mails about incidents. Administrators only. */
import * as z from "zod/mini";
import { wireBoolean, wireId } from "#protocol/scalars.ts";
import { pathId } from "../list.ts";
import { orchidCameraId, orchidCameraIdWrite } from "./orchid.ts";
import { emailAddress } from "./smtp-server.ts";
import { writtenName } from "../name.ts";

const notificationTrigger = z.enum(["camera-unreachable", "server-unreachable", "server-error"]);

/** at once, or one mail a day that is sent also when it has nothing to report */
const notificationAction = z.enum(["immediate", "digest"]);

export const notification = z.object({
  id: wireId,
  href: z.optional(z.string()),
  /** also the subject of its mails */
  name: z.string(),
  enabled: z._default(wireBoolean, true),
  triggers: z._default(z.array(notificationTrigger), []),
  /** `list`: these servers with their cameras, and these cameras */
  scope: z._default(z.enum(["all", "list"]), "all"),
  orchids: z._default(z.array(wireId), []),
  cameras: z._default(z.array(orchidCameraId), []),
  /** id; empty = the chosen one was removed, no mail is sent */
  smtpServer: z._default(z.string(), ""),
  recipients: z._default(z.array(z.string()), []),
  action: z._default(notificationAction, "immediate"),
  /** HH:MM of the aggregator's zone, for `digest` */
  digestTime: z._default(z.string(), "08:00"),
});
export type Notification = z.infer<typeof notification>;

export const notificationList = z.object({ href: z.optional(z.string()), notifications: z.array(notification) });

const fields = {
  // The subject of a mail: one line.
  name: writtenName,
  triggers: z.array(notificationTrigger).check(z.minLength(1), z.maxLength(3)),
  scope: z.enum(["all", "list"]),
  orchids: z.array(pathId).check(z.maxLength(1000)),
  cameras: z.array(orchidCameraIdWrite).check(z.maxLength(5000)),
  smtpServer: pathId,
  recipients: z.array(emailAddress).check(z.minLength(1), z.maxLength(100)),
  digestTime: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "HH:MM")),
};

/** POST /service/notifications */
export const notificationCreate = z.strictObject({
  name: fields.name,
  enabled: z._default(z.boolean(), true),
  triggers: fields.triggers,
  scope: z._default(fields.scope, "all"),
  orchids: z._default(fields.orchids, []),
  cameras: z._default(fields.cameras, []),
  smtpServer: fields.smtpServer,
  recipients: fields.recipients,
  action: z._default(notificationAction, "immediate"),
  digestTime: z._default(fields.digestTime, "08:00"),
});

/** PATCH /service/notifications/{id}: a given member replaces the old one. */
export const notificationPatch = z.strictObject({
  name: z.optional(fields.name),
  enabled: z.optional(z.boolean()),
  triggers: z.optional(fields.triggers),
  scope: z.optional(fields.scope),
  orchids: z.optional(fields.orchids),
  cameras: z.optional(fields.cameras),
  smtpServer: z.optional(fields.smtpServer),
  recipients: z.optional(fields.recipients),
  action: z.optional(notificationAction),
  digestTime: z.optional(fields.digestTime),
});
