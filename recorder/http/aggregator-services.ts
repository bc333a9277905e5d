/** Everything that the aggregator's routes use, made once by `aggregator.ts`. */
import type { CommonServices } from "#recorder/main/services.ts";
import type { Vault } from "#recorder/store/vault.ts";
import type { Accounts } from "./accounts.ts";
import type { OrchidProxy } from "./orchid-proxy.ts";
import type { OrchidRegistration } from "./orchid-registration.ts";
import type { OrchidRegistry } from "./orchid-registry.ts";
import type { OrchidRights } from "./orchid-rights.ts";
import type { StoredPermissionGroups } from "./permission-groups.ts";
import type { ProxiedSockets } from "./proxied-sockets.ts";
import type { UserNews } from "./user-news.ts";
import type { Notifications } from "./notifications.ts";
import type { SmtpServers } from "./smtp-servers.ts";

export interface AggregatorServices extends CommonServices {
  /** seals what must be read again: keys of servers, passwords of mail servers */
  readonly vault: Vault;
  readonly accounts: Accounts;
  readonly orchids: OrchidRegistry;
  readonly orchidRights: OrchidRights;
  readonly orchidRegistration: OrchidRegistration;
  readonly permissions: StoredPermissionGroups;
  readonly proxy: OrchidProxy;
  readonly proxied: ProxiedSockets;
  readonly userNews: UserNews;
  readonly smtpServers: SmtpServers;
  readonly notifications: Notifications;
}
