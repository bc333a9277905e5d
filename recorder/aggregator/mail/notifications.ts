/** What administrators want to be told by mail, and whom. Who watches and sends is `notifier.ts`. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type * as z from "zod/mini";
import { Mutex, type AnyMutex } from "#base/mutex.ts";
import {
  type Notification,
  notification,
  type notificationCreate,
  type notificationPatch,
} from "#protocol/rest/server/notification.ts";
import { administrators } from "#recorder/core/audience.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import { newId } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import type { NotificationRow } from "#recorder/store/tables/aggregator-rows.ts";
import type { RegisteredServers } from "../servers/contracts.ts";

const MAX_NOTIFICATIONS = 200;
const UNKNOWN = refuse("notification/unknown");

interface NotificationDeps {
  readonly store: Store;
  readonly hub: EventHub;
  readonly servers: Pick<RegisteredServers, "get">;
  readonly now: () => number;
}
type Choices = Pick<z.output<typeof notificationPatch>, "orchids" | "cameras" | "smtpServer">;

export class Notifications {
  readonly #deps: NotificationDeps;
  /** Changes run one after the other, so that a row is as it was read. */
  readonly #mutex: AnyMutex;

  constructor(deps: NotificationDeps, mutex: AnyMutex = new Mutex()) {
    this.#mutex = mutex;
    this.#deps = deps;
  }

  async list(): Promise<Notification[]> {
    return (await this.rows()).map((row) => this.show(row));
  }

  async get(id: string): Promise<Result<Notification, Failure>> {
    const row = await this.#row(id);
    return row ? ok(this.show(row)) : UNKNOWN;
  }

  /** Failures: notification/too-many, orchid/unknown, smtp-server/unknown. */
  create(ask: z.output<typeof notificationCreate>): Promise<Result<Notification, Failure>> {
    return this.#mutex.run(() => this.#create(ask));
  }

  /** Failures: notification/unknown, orchid/unknown, smtp-server/unknown. */
  patch(id: string, ask: z.output<typeof notificationPatch>): Promise<Result<Notification, Failure>> {
    return this.#mutex.run(() => this.#patch(id, ask));
  }

  /** Failure: notification/unknown. */
  remove(id: string): Promise<Result<null, Failure>> {
    return this.#mutex.run(() => this.#remove(id));
  }

  async #create(ask: z.output<typeof notificationCreate>): Promise<Result<Notification, Failure>> {
    const { store, hub, now } = this.#deps;
    if ((await this.rows()).length >= MAX_NOTIFICATIONS) return refuse("notification/too-many");
    const stranger = await this.#stranger(ask);
    if (stranger) return stranger;
    const row: NotificationRow = {
      id: newId(),
      name: ask.name,
      enabled: ask.enabled ? 1 : 0,
      triggers: listOf(ask.triggers),
      scope: ask.scope,
      orchids: listOf(ask.orchids),
      cameras: JSON.stringify(ask.cameras),
      smtp_server_id: ask.smtpServer,
      recipients: listOf(ask.recipients),
      action: ask.action,
      digest_time: ask.digestTime,
      digest_sent_ms: now(),
      sending_until_ms: 0,
      mailed_ms: 0,
      created_ms: now(),
    };
    await store.insertInto("notifications").values(row).execute();
    hub.publish("notification-added", "notifications", row.id, administrators);
    return ok(this.show(row));
  }

  async #patch(id: string, ask: z.output<typeof notificationPatch>): Promise<Result<Notification, Failure>> {
    const { store, hub, now } = this.#deps;
    const row = await this.#row(id);
    if (!row) return UNKNOWN;
    const stranger = await this.#stranger(ask);
    if (stranger) return stranger;
    // Writes only the changed columns: meanwhile its mail server may be removed and its digest sent.
    const change: Partial<NotificationRow> = {
      name: ask.name ?? row.name,
      enabled: ask.enabled === undefined ? row.enabled : ask.enabled ? 1 : 0,
      triggers: ask.triggers ? listOf(ask.triggers) : row.triggers,
      scope: ask.scope ?? row.scope,
      orchids: ask.orchids ? listOf(ask.orchids) : row.orchids,
      cameras: ask.cameras ? JSON.stringify(ask.cameras) : row.cameras,
      ...(ask.smtpServer === undefined ? {} : { smtp_server_id: ask.smtpServer }),
      recipients: ask.recipients ? listOf(ask.recipients) : row.recipients,
      action: ask.action ?? row.action,
      digest_time: ask.digestTime ?? row.digest_time,
    };
    // A notification that is switched on, or changed to another action, starts anew: nobody wants mails about old
    // incidents.
    const isAnew = change.enabled !== row.enabled || change.action !== row.action;
    if (isAnew) change.digest_sent_ms = now();
    await store.updateTable("notifications").set(change).where("id", "=", id).execute();
    if (isAnew) await store.deleteFrom("notification_events").where("notification_id", "=", id).execute();
    hub.publish("notification-modified", "notifications", id, administrators);
    return ok(this.show({ ...row, ...change }));
  }

  async #remove(id: string): Promise<Result<null, Failure>> {
    const { store, hub } = this.#deps;
    if (!(await this.#row(id))) return UNKNOWN;
    await store.deleteFrom("notification_events").where("notification_id", "=", id).execute();
    await store.deleteFrom("notifications").where("id", "=", id).execute();
    hub.publish("notification-removed", "notifications", id, administrators);
    return ok(null);
  }

  /** By name. */
  rows(): Promise<NotificationRow[]> {
    return this.#deps.store.selectFrom("notifications").selectAll().orderBy("name").orderBy("id").execute();
  }

  /** Servers that are not registered any more are left out. */
  show(row: NotificationRow): Notification {
    const { servers } = this.#deps;
    const all = notification.parse({
      id: row.id,
      href: `/service/notifications/${row.id}`,
      name: row.name,
      enabled: row.enabled === 1,
      triggers: JSON.parse(row.triggers),
      scope: row.scope,
      orchids: JSON.parse(row.orchids),
      cameras: JSON.parse(row.cameras),
      smtpServer: row.smtp_server_id ?? "",
      recipients: JSON.parse(row.recipients),
      action: row.action,
      digestTime: row.digest_time,
    });
    return {
      ...all,
      orchids: all.orchids.filter((id) => servers.get(id) !== undefined),
      cameras: all.cameras.filter(({ orchidId }) => servers.get(orchidId) !== undefined),
    };
  }

  #row(id: string): Promise<NotificationRow | undefined> {
    return this.#deps.store.selectFrom("notifications").selectAll().where("id", "=", id).executeTakeFirst();
  }

  /** The cameras of a server may not be known now; the list of servers always is. */
  async #stranger({ orchids = [], cameras = [], smtpServer }: Choices): Promise<ReturnType<typeof refuse> | null> {
    const servers = [...orchids, ...cameras.map(({ orchidId }) => orchidId)];
    const unknown = servers.find((id) => this.#deps.servers.get(id) === undefined);
    if (unknown !== undefined)
      return refuse("orchid/unknown", { cause: failure("orchid/none-named", { name: unknown }) });
    if (smtpServer === undefined) return null;
    const found = await this.#deps.store
      .selectFrom("smtp_servers")
      .select("id")
      .where("id", "=", smtpServer)
      .executeTakeFirst();
    return found ? null : refuse("smtp-server/unknown");
  }
}

const listOf = (members: readonly string[]): string => JSON.stringify([...new Set(members)]);
