/** Notifications and SMTP servers of the aggregator. Every failure is the text to show. */
import type { Result } from "#base/result.ts";
import {
  type NotificationEntry,
  type NotificationForm,
  savedNotification,
  savedSmtpServer,
  type SmtpServerEntry,
  type SmtpServerForm,
} from "#domain/notification-form.ts";
import { notification, notificationList } from "#protocol/rest/notification.ts";
import { smtpServer, smtpServerList, smtpTestAnswer } from "#protocol/rest/smtp-server.ts";
import type { HttpClient } from "#transport/http.ts";
import { answeredWith } from "./answered.ts";

/** What the mail server said to a test mail. */
export interface MailTested {
  readonly success: boolean;
  readonly message: string;
}

export interface NotificationActions {
  readonly list: (signal?: AbortSignal) => Promise<Result<readonly NotificationEntry[], string>>;
  /** Adds a notification, or with an id changes it. */
  readonly save: (id: string | null, form: NotificationForm) => Promise<Result<NotificationEntry, string>>;
  readonly enable: (id: string, enabled: boolean) => Promise<Result<NotificationEntry, string>>;
  readonly remove: (id: string) => Promise<Result<null, string>>;
  readonly servers: (signal?: AbortSignal) => Promise<Result<readonly SmtpServerEntry[], string>>;
  readonly saveServer: (id: string | null, form: SmtpServerForm) => Promise<Result<SmtpServerEntry, string>>;
  readonly removeServer: (id: string) => Promise<Result<null, string>>;
  /** Sends a mail with what is typed; with an id an empty password is the stored one. */
  readonly test: (id: string | null, form: SmtpServerForm, to: string) => Promise<Result<MailTested, string>>;
}

/** The mail server has half a minute to answer. */
const TEST_TIMEOUT_MS = 45_000;
const LIST = "/service/notifications";
const SERVERS = "/service/smtp-servers";
const one = (list: string, id: string): string => `${list}/${encodeURIComponent(id)}`;
const whole = <T>(body: T): T => body;
const saving = (list: string, id: string | null) =>
  id === null ? { method: "POST" as const, path: list } : { method: "PATCH" as const, path: one(list, id) };

export const createNotificationActions = (http: HttpClient): NotificationActions => ({
  list: async (signal) =>
    answeredWith(
      await http.json({ path: LIST, ...(signal ? { signal } : {}) }, notificationList),
      ({ notifications }) => notifications,
    ),
  save: async (id, form) =>
    answeredWith(await http.json({ ...saving(LIST, id), body: savedNotification(form) }, notification), whole),
  enable: async (id, enabled) =>
    answeredWith(await http.json({ ...saving(LIST, id), body: { enabled } }, notification), whole),
  remove: async (id) => answeredWith(await http.done({ method: "DELETE", path: one(LIST, id) }), whole),
  servers: async (signal) =>
    answeredWith(
      await http.json({ path: SERVERS, ...(signal ? { signal } : {}) }, smtpServerList),
      ({ smtpServers }) => smtpServers,
    ),
  saveServer: async (id, form) =>
    answeredWith(await http.json({ ...saving(SERVERS, id), body: savedSmtpServer(form) }, smtpServer), whole),
  removeServer: async (id) => answeredWith(await http.done({ method: "DELETE", path: one(SERVERS, id) }), whole),
  test: async (id, form, to) => {
    const { name, ...settings } = savedSmtpServer(form);
    const body = { ...settings, ...(name === "" ? {} : { name }), ...(id === null ? {} : { id }), to: to.trim() };
    const call = { method: "POST" as const, path: `${SERVERS}/test`, body, timeoutMs: TEST_TIMEOUT_MS };
    return answeredWith(await http.json(call, smtpTestAnswer), whole);
  },
});
