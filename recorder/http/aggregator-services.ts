/** Everything that the aggregator's routes use, made once by `aggregator.ts`. */
import type { CommonServices } from "./services.ts";
import type { Vault } from "#recorder/store/vault.ts";
import type { Accounts } from "#recorder/aggregator/rights/accounts.ts";
import type { OrchidProxy } from "#recorder/aggregator/proxy/orchid-proxy.ts";
import type { OrchidRegistration } from "#recorder/aggregator/servers/orchid-registration.ts";
import type { OrchidRegistry } from "#recorder/aggregator/servers/orchid-registry.ts";
import type { OrchidRights } from "#recorder/aggregator/servers/orchid-rights.ts";
import type { StoredPermissionGroups } from "#recorder/aggregator/rights/permission-groups.ts";
import type { ProxiedSockets } from "#recorder/aggregator/proxy/proxied-sockets.ts";
import type { UserNotices } from "#recorder/aggregator/rights/user-notices.ts";
import type { Notifications } from "#recorder/aggregator/mail/notifications.ts";
import type { SmtpServers } from "#recorder/aggregator/mail/smtp-servers.ts";

export interface AggregatorServices extends CommonServices {
  /** encrypts secrets that must be read again: keys of servers, passwords of mail servers */
  readonly vault: Vault;
  readonly accounts: Accounts;
  readonly orchids: OrchidRegistry;
  readonly orchidRights: OrchidRights;
  readonly orchidRegistration: OrchidRegistration;
  readonly permissions: StoredPermissionGroups;
  readonly proxy: OrchidProxy;
  readonly proxied: ProxiedSockets;
  readonly userNews: UserNotices;
  readonly smtpServers: SmtpServers;
  readonly notifications: Notifications;
}

/** What a route of the aggregator takes. */
export type AggregatorUses<Names extends keyof AggregatorServices> = Pick<
  AggregatorServices,
  Names | "cameras" | "config"
>;
