/** Everything that the aggregator's routes use, made once by `aggregator.ts`. */
import type { CommonServices } from "./services.ts";
import type { Vault } from "#recorder/store/vault.ts";
import type { Accounts } from "#recorder/aggregator/rights/accounts.ts";
import type { FleetRows } from "#recorder/aggregator/fleet/fleet-rows.ts";
import type { ServerProxy } from "#recorder/aggregator/proxy/server-proxy.ts";
import type { ServerRegistration } from "#recorder/aggregator/servers/server-registration.ts";
import type { ServerRegistry } from "#recorder/aggregator/servers/server-registry.ts";
import type { RightsOnServers } from "#recorder/aggregator/servers/server-rights.ts";
import type { StoredPermissionGroups } from "#recorder/aggregator/rights/permission-groups.ts";
import type { ProxiedSockets } from "#recorder/aggregator/proxy/proxied-sockets.ts";
import type { UserNotices } from "#recorder/aggregator/rights/user-notices.ts";
import type { Notifications } from "#recorder/aggregator/mail/notifications.ts";
import type { SmtpServers } from "#recorder/aggregator/mail/smtp-servers.ts";

export interface AggregatorServices extends CommonServices {
  /** encrypts secrets that must be read again: keys of servers, passwords of mail servers */
  readonly vault: Vault;
  readonly accounts: Accounts;
  readonly fleet: FleetRows;
  readonly servers: ServerRegistry;
  readonly serverRights: RightsOnServers;
  readonly serverRegistration: ServerRegistration;
  readonly permissions: StoredPermissionGroups;
  readonly proxy: ServerProxy;
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
