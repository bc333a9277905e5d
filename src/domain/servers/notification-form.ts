/** The forms of notifications and SMTP servers: what is wrong with each field, and the body to send. */
import { plainTyped } from "../plain-typed.ts";
import { type Failure, failure } from "../failures/failure.ts";
import type { PickedCameras } from "../cameras/camera-picking.ts";
import type { Trigger } from "./notifications.ts";

export const SMTP_SECURITIES = ["none", "starttls", "tls"] as const;
type SmtpSecurity = (typeof SMTP_SECURITIES)[number];
/** The usual port of each security mode. */
export const SMTP_PORTS: Readonly<Record<SmtpSecurity, number>> = { none: 25, starttls: 587, tls: 465 };

export interface NotificationEntry extends PickedCameras {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly triggers: readonly Trigger[];
  readonly scope: "all" | "list";
  /** empty: the chosen server was removed */
  readonly smtpServer: string;
  readonly recipients: readonly string[];
  readonly action: "immediate" | "digest";
  /** HH:MM */
  readonly digestTime: string;
}
export interface SmtpServerEntry {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly security: SmtpSecurity;
  readonly username: string;
  readonly hasPassword: boolean;
  readonly from: string;
}

/** `recipients`: one address per line, or separated by commas. */
export type NotificationForm = Omit<NotificationEntry, "id" | "recipients"> & { readonly recipients: string };
/** `password` empty keeps the stored one. */
export type SmtpServerForm = Omit<SmtpServerEntry, "id" | "port" | "hasPassword"> & {
  readonly port: string;
  readonly password: string;
};
type Faults<Form> = { readonly [Field in keyof Form]?: Failure };

export const emptyNotification = (smtpServer: string): NotificationForm => ({
  name: "",
  enabled: true,
  triggers: ["camera-unreachable", "server-unreachable", "server-error"],
  scope: "all",
  orchids: [],
  cameras: [],
  smtpServer,
  recipients: "",
  action: "immediate",
  digestTime: "08:00",
});
export const notificationFormOf = ({ id: _id, recipients, ...rest }: NotificationEntry): NotificationForm => ({
  ...rest,
  recipients: recipients.join("\n"),
});

export const emptySmtpServer: SmtpServerForm = {
  name: "",
  host: "",
  port: String(SMTP_PORTS.starttls),
  security: "starttls",
  username: "",
  password: "",
  from: "",
};
export const smtpFormOf = ({ id: _id, hasPassword: _has, port, ...rest }: SmtpServerEntry): SmtpServerForm => ({
  ...rest,
  port: String(port),
  password: "",
});

export const recipientsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((address) => address.trim())
      .filter((address) => address !== ""),
  ),
];

/** In the form that the server takes. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;
const HOST = /^(\[?[0-9a-fA-F:.]{2,45}\]?|[A-Za-z0-9._-]{1,253})$/;
const RECIPIENTS_MAX = 100;
const isAddress = (text: string): boolean => text.length <= 320 && ADDRESS.test(text);

export function notificationFaults(form: NotificationForm): Faults<NotificationForm> {
  return named({
    name: form.name.trim() === "" ? failure("notification/name-required") : null,
    triggers: form.triggers.length === 0 ? failure("notification/trigger-required") : null,
    cameras:
      form.scope === "list" && form.orchids.length + form.cameras.length === 0
        ? failure("notification/scope-required")
        : null,
    smtpServer: form.smtpServer === "" ? failure("notification/smtp-server-required") : null,
    recipients: recipientsFault(recipientsOf(form.recipients)),
    digestTime:
      form.action === "digest" && !/^([01]\d|2[0-3]):[0-5]\d$/.test(form.digestTime)
        ? failure("notification/digest-time-invalid")
        : null,
  });
}

function recipientsFault(recipients: readonly string[]): Failure | null {
  if (recipients.length === 0) return failure("notification/recipients-required");
  if (recipients.length > RECIPIENTS_MAX) return failure("notification/recipients-too-many");
  const wrong = recipients.find((address) => !isAddress(address));
  return wrong === undefined ? null : failure("notification/address-invalid", { name: wrong });
}

/**
 * `stored`: the edited server. Where its password would go elsewhere it must be entered again, as the server demands.
 */
export function smtpFaults(form: SmtpServerForm, stored: SmtpServerEntry | null): Faults<SmtpServerForm> {
  const typedPort = plainTyped(form.port);
  const port = Number(typedPort);
  const isPort = /^\d{1,5}$/.test(typedPort) && port >= 1 && port <= 65_535;
  const from = form.from.trim();
  const leadsElsewhere =
    stored !== null &&
    (stored.host !== form.host.trim() ||
      String(stored.port) !== typedPort ||
      stored.security !== form.security ||
      stored.username !== form.username.trim());
  return named({
    name: form.name.trim() === "" ? failure("smtp-server/name-required") : null,
    host: HOST.test(form.host.trim()) ? null : failure("smtp-server/host-invalid"),
    port: isPort ? null : failure("smtp-server/port-invalid"),
    from:
      from === ""
        ? failure("smtp-server/from-required")
        : isAddress(from)
          ? null
          : failure("notification/address-invalid", { name: from }),
    password:
      stored?.hasPassword && leadsElsewhere && form.username.trim() !== "" && form.password === ""
        ? failure("smtp-server/password-required")
        : null,
  });
}

/** Null where the field is valid. */
export const testRecipientFault = (to: string): Failure | null =>
  isAddress(to.trim())
    ? null
    : to.trim() === ""
      ? failure("notification/recipients-required")
      : failure("notification/address-invalid", { name: to });

export const savedNotification = (form: NotificationForm): Omit<NotificationEntry, "id"> => ({
  name: form.name.trim(),
  enabled: form.enabled,
  triggers: form.triggers,
  scope: form.scope,
  orchids: form.scope === "all" ? [] : form.orchids,
  cameras: form.scope === "all" ? [] : form.cameras.map(({ orchidId, id }) => ({ orchidId, id })),
  smtpServer: form.smtpServer,
  recipients: recipientsOf(form.recipients),
  action: form.action,
  digestTime: form.digestTime,
});

export const savedSmtpServer = (form: SmtpServerForm) => ({
  name: form.name.trim(),
  host: form.host.trim(),
  port: Number(plainTyped(form.port)),
  security: form.security,
  username: form.username.trim(),
  // Without an account there is no password to keep.
  password: form.username.trim() === "" ? "" : form.password === "" ? null : form.password,
  from: form.from.trim(),
});

const named = <Form>(faults: { readonly [Field in keyof Form]?: Failure | null }): Faults<Form> =>
  Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== null)) as Faults<Form>;

/** Names of the notifications that have no SMTP server after one is removed. */
export const namesOfUsers = (smtpServerId: string, notifications: readonly NotificationEntry[]): readonly string[] =>
  notifications.filter(({ smtpServer }) => smtpServer === smtpServerId).map(({ name }) => name);
