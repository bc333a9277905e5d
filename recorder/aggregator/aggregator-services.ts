/** Everything that the aggregator's routes use, made once by `aggregator.ts`. */
import type { CommonServices } from "#recorder/main/services.ts";
import type { Vault } from "#recorder/store/vault.ts";
import type { Accounts } from "./accounts.ts";
import type { Orchids, PermissionGroups } from "./contracts.ts";
import type { Notifications } from "./notifications.ts";
import type { SmtpServers } from "./smtp-servers.ts";

export interface AggregatorServices extends CommonServices {
  /** seals what must be read again: keys of servers, passwords of mail servers */
  readonly vault: Vault;
  readonly accounts: Accounts;
  readonly orchids: Orchids;
  readonly permissions: PermissionGroups;
  readonly smtpServers: SmtpServers;
  readonly notifications: Notifications;
}
