/** Notifications and SMTP servers of the aggregator. */
import { type Failure, foreignFailure } from "#domain/failures/failure.ts";
import type { Result } from "#base/result.ts";
import { changedFields } from "#domain/changed-fields.ts";
import {
  type NotificationEntry,
  type NotificationForm,
  notificationFormOf,
  savedNotification,
  savedSmtpServer,
  smtpFormOf,
  type SmtpServerEntry,
  type SmtpServerForm,
} from "#domain/servers/notification-form.ts";
import { notification, notificationList } from "#protocol/rest/server/notification.ts";
import { smtpServer, smtpServerList, smtpTestAnswer } from "#protocol/rest/server/smtp-server.ts";
import type { HttpClient } from "#transport/http.ts";
import { answeredWith } from "../answered.ts";
import { reportedFailure } from "../reported-failure.ts";

/** The mail server's answer to a test mail. */
export interface MailTested {
  readonly success: boolean;
  readonly said: Failure;
}

export interface NotificationActions {
  readonly list: (signal?: AbortSignal) => Promise<Result<readonly NotificationEntry[], Failure>>;
  /** Adds a notification (`before` null), or sends the fields that the form has changed. */
  readonly save: (
    before: NotificationEntry | null,
    form: NotificationForm,
  ) => Promise<Result<NotificationEntry, Failure>>;
  readonly enable: (id: string, enabled: boolean) => Promise<Result<NotificationEntry, Failure>>;
  readonly remove: (id: string) => Promise<Result<null, Failure>>;
  readonly servers: (signal?: AbortSignal) => Promise<Result<readonly SmtpServerEntry[], Failure>>;
  readonly saveServer: (
    before: SmtpServerEntry | null,
    form: SmtpServerForm,
  ) => Promise<Result<SmtpServerEntry, Failure>>;
  readonly removeServer: (id: string) => Promise<Result<null, Failure>>;
  /** Sends a mail with the typed settings; with an id, an empty password stands for the stored one. */
  readonly test: (id: string | null, form: SmtpServerForm, to: string) => Promise<Result<MailTested, Failure>>;
}

/** The mail server has 30 s to answer. */
const TEST_TIMEOUT_MS = 45_000;
const LIST = "/service/notifications";
const SERVERS = "/service/smtp-servers";
const one = (list: string, id: string): string => `${list}/${encodeURIComponent(id)}`;
const whole = <T>(body: T): T => body;
const changing = (list: string, id: string, body: object) => ({ method: "PATCH" as const, path: one(list, id), body });

export const createNotificationActions = (http: HttpClient): NotificationActions => ({
  list: async (signal) =>
    answeredWith(
      await http.json({ path: LIST, ...(signal ? { signal } : {}) }, notificationList),
      ({ notifications }) => notifications,
    ),
  save: async (before, form) => {
    const body = savedNotification(form);
    const call =
      before === null
        ? { method: "POST" as const, path: LIST, body }
        : changing(LIST, before.id, changedFields(savedNotification(notificationFormOf(before)), body));
    return answeredWith(await http.json(call, notification), whole);
  },
  enable: async (id, enabled) => answeredWith(await http.json(changing(LIST, id, { enabled }), notification), whole),
  remove: async (id) => answeredWith(await http.done({ method: "DELETE", path: one(LIST, id) }), whole),
  servers: async (signal) =>
    answeredWith(
      await http.json({ path: SERVERS, ...(signal ? { signal } : {}) }, smtpServerList),
      ({ smtpServers }) => smtpServers,
    ),
  saveServer: async (before, form) => {
    const body = savedSmtpServer(form);
    const call =
      before === null
        ? { method: "POST" as const, path: SERVERS, body }
        : changing(SERVERS, before.id, { password: null, ...changedFields(savedSmtpServer(smtpFormOf(before)), body) });
    return answeredWith(await http.json(call, smtpServer), whole);
  },
  removeServer: async (id) => answeredWith(await http.done({ method: "DELETE", path: one(SERVERS, id) }), whole),
  test: async (id, form, to) => {
    const { name, ...settings } = savedSmtpServer(form);
    const body = { ...settings, ...(name === "" ? {} : { name }), ...(id === null ? {} : { id }), to: to.trim() };
    const call = { method: "POST" as const, path: `${SERVERS}/test`, body, timeoutMs: TEST_TIMEOUT_MS };
    return answeredWith(await http.json(call, smtpTestAnswer), (answer) => ({
      success: answer.success,
      said: reportedFailure(answer.told, answer.message) ?? foreignFailure("", ""),
    }));
  },
});
