/**
 * Everything the aggregator mails with, made together: mail servers, notifications, and the notifier that watches and
 * sends.
 */
import { Deliveries, type DeliveryDeps } from "./deliveries.ts";
import { mailSpeech } from "./mail-speech.ts";
import { Mailer } from "./mailer.ts";
import { Notifications } from "./notifications.ts";
import { Notifier, type NotifierDeps } from "./notifier.ts";
import { type SmtpServerDeps, SmtpServers } from "./smtp-servers.ts";
import type { Nodes } from "#recorder/nodes/nodes.ts";
import type { Config } from "#recorder/config/config-shape.ts";

type Needs = Pick<NotifierDeps, "store" | "servers" | "log" | "now"> &
  Pick<DeliveryDeps, "journal"> &
  Pick<SmtpServerDeps, "vault" | "hub"> & {
    readonly config: Pick<Config, "name" | "servers" | "mail">;
    readonly nodes: Pick<Nodes, "bus" | "mutex" | "holds">;
  };

interface Mails {
  readonly smtpServers: SmtpServers;
  readonly notifications: Notifications;
  /** to be started and stopped */
  readonly notifier: Notifier;
}

/** `config.servers` also limits where mail servers may be. Digests follow the time zone of this machine. */
export function makeMails(needs: Needs): Mails {
  const { config } = needs;
  const mailer = new Mailer(config.servers);
  const speech = mailSpeech(config.mail.language);
  const { nodes } = needs;
  const smtpServers = new SmtpServers({ ...needs, mailer, name: config.name, speech }, nodes.mutex("mails"), nodes.bus);
  const notifications = new Notifications(needs, nodes.mutex("mails"));
  const head = { sender: config.name, zone: Intl.DateTimeFormat().resolvedOptions().timeZone, speech };
  const deliveries = new Deliveries({ ...needs, smtpServers, mailer, head });
  const mayAct = (): boolean => nodes.holds("mails");
  return { smtpServers, notifications, notifier: new Notifier({ ...needs, notifications, deliveries, mayAct }) };
}
