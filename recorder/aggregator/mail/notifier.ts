/**
 * Watches what the registry reports about the servers and mails it as the notifications say. Incidents that wait for
 * their mail lie in the database, so that neither a restart nor a mail server that is away loses them.
 */
import { readFailure } from "#protocol/rest/error.ts";
import { isKnown } from "#domain/failures/known.ts";
import { englishText } from "#domain/failures/english.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import * as z from "zod/mini";
import {
  concerns,
  type Condition,
  type Conditions,
  heard,
  type Incident,
  keyOf,
  settled,
  step,
  type Subject,
  subjectOf,
  TRIGGERS,
  visible,
} from "#domain/servers/notifications.ts";
import type { Log } from "#recorder/core/log.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import { SettledClock } from "#recorder/core/settled-clock.ts";
import { newId } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import type { NotificationEventRow } from "#recorder/store/tables/aggregator-rows.ts";
import type { RegisteredServers, ServerTrouble, Started } from "../servers/contracts.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Notifications } from "./notifications.ts";

const TICK_MS = 2_000;
/**
 * An incident older than this is not mailed any more. A clock that is set ahead by mistake must not drop all of them at
 * once.
 */
const KEEP_MS = 7 * 86_400_000;
/** What the watch reports this soon after a start may repeat what it reported before a crash. */
const SAME_AFTER_START_MS = 300_000;
const ROWS_AT_ONCE = 500;
const STORED = "notification-incidents";

export interface NotifierDeps {
  readonly store: Store;
  readonly settings: SettingsStore;
  readonly servers: RegisteredServers;
  readonly notifications: Notifications;
  readonly deliveries: Deliveries;
  readonly log: Log;
  readonly now: () => number;
  /** ms of a monotonic clock */
  readonly elapsed?: () => number;
}

export class Notifier implements Started {
  readonly #deps: NotifierDeps;
  #conditions: Conditions = new Map();
  #open: readonly Incident[] = [];
  /** keys of incidents of an earlier run that this run has not reported yet: the watch reports changes only */
  #restored = new Set<string>();
  /** incidents that the watch has reported anew: what was known of them from the earlier run had ended before */
  readonly #anew = new Set<string>();
  #startedMs = 0;
  /** the clock by which waiting incidents age */
  #clock: SettledClock | null = null;
  #stored = "[]";
  #stops: (() => void)[] = [];
  #ticking: Promise<void> | null = null;

  constructor(deps: NotifierDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    const { servers, settings, now, elapsed = () => performance.now() } = this.#deps;
    this.#startedMs = now();
    this.#clock = new SettledClock(now, elapsed, await this.#newestMs());
    this.#stored = (await settings.internal(STORED)) ?? "[]";
    this.#open = readIncidents(this.#stored).flatMap((one) => this.#goneOn(one));
    this.#restored = new Set(this.#open.map(keyOf));
    this.#conditions = new Map(this.#open.map((incident) => [keyOf(incident), restored(incident)]));
    const timer = setInterval(() => void this.tick(), TICK_MS);
    this.#stops = [
      servers.onTrouble((trouble) => this.#hear(trouble)),
      servers.onChange(({ kind }) => {
        if (kind === "removed" || kind === "cameras") this.#forgetGone();
      }),
      () => clearInterval(timer),
    ];
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    await this.#ticking;
    await this.#deps.deliveries.stop();
  }

  /**
   * Checks all notifications and sends the mails that are due. The notifier calls it itself; one check runs at a time.
   */
  tick(): Promise<void> {
    this.#ticking ??= this.#look()
      .catch((error: unknown) => this.#deps.log.error({ err: error }, "the notifications could not be looked after"))
      .finally(() => {
        this.#ticking = null;
      });
    return this.#ticking;
  }

  /**
   * An incident of an earlier run. If it was not mailed then, its waiting time starts anew, unless the registry knows
   * better: the
   * registry would not report the end of something whose beginning it never saw.
   */
  #goneOn(one: Incident): Incident[] {
    if (one.toldMs !== null) return [one];
    const isAway = this.#deps.servers.get(one.orchidId)?.isAvailable === false;
    return isAway ? [{ ...one, sinceMs: this.#deps.now() }] : [];
  }

  #hear(trouble: ServerTrouble): void {
    this.#conditions = heard(this.#conditions, trouble);
    const key = keyOf(subjectOf(trouble));
    const isLate = this.#deps.now() - this.#startedMs >= SAME_AFTER_START_MS;
    if (this.#restored.delete(key) && isLate && trouble.kind.endsWith("-unreachable")) this.#anew.add(key);
  }

  async #look(): Promise<void> {
    const { store, notifications, deliveries, now } = this.#deps;
    const nowMs = now();
    const all = (await notifications.rows()).map((row) => ({ row, rule: notifications.show(row) }));
    const { open, began, ended } = step(
      this.#open.filter((incident) => !this.#anew.delete(keyOf(incident))),
      visible(this.#conditions),
      nowMs,
    );
    this.#conditions = settled(this.#conditions);
    const waiting = all.flatMap(({ rule }) => [
      ...began.filter((one) => concerns(rule, one)).map((one) => this.#row(rule.id, one, one.trigger, one.sinceMs)),
      // A server or camera that was removed has not recovered.
      ...ended
        .filter((one) => one.trigger !== "server-error" && this.#isThere(one) && concerns(rule, one))
        .map((one) => this.#row(rule.id, one, backOf(one), one.goodSinceMs ?? nowMs)),
    ]);
    for (let at = 0; at < waiting.length; at += ROWS_AT_ONCE)
      await store
        .insertInto("notification_events")
        .values(waiting.slice(at, at + ROWS_AT_ONCE))
        .execute();
    // Only after it was written: what could not be written must be news at the next check too.
    this.#open = open;
    await this.#store();
    await store
      .deleteFrom("notification_events")
      .where("when_ms", "<", (this.#clock?.read() ?? nowMs) - KEEP_MS)
      .execute();
    const told = this.#open.filter(({ toldMs }) => toldMs !== null);
    for (const { row, rule } of all) {
      const still = told.filter((one) => concerns(rule, one));
      const lines = still.map((one) => ({ kind: one.trigger, told: this.#told(one), whenMs: one.sinceMs }));
      await deliveries.consider(row, rule, lines);
    }
  }

  /** The next due time of what waits; null = nothing waits. */
  async #newestMs(): Promise<number | null> {
    const row = await this.#deps.store
      .selectFrom("notification_events")
      .select(({ fn }) => fn.max("when_ms").as("newest"))
      .executeTakeFirst();
    return row?.newest ?? null;
  }

  /** Entries about cameras and servers that are gone. */
  #forgetGone(): void {
    this.#conditions = new Map([...this.#conditions].filter(([, condition]) => this.#isThere(condition)));
  }

  #isThere({ orchidId, cameraId }: Subject): boolean {
    const server = this.#deps.servers.get(orchidId);
    return server !== undefined && (cameraId === null || server.cameras.some(({ id }) => id === cameraId));
  }

  #row(notificationId: string, about: Subject, kind: string, whenMs: number): NotificationEventRow {
    const told = this.#told(about);
    return {
      id: newId(),
      notification_id: notificationId,
      kind,
      orchid_id: about.orchidId,
      camera_id: about.cameraId,
      message: englishText(told),
      told: JSON.stringify(told),
      when_ms: whenMs,
    };
  }

  /** What the watch says, with the names that camera and server have now. */
  #told({ orchidId, cameraId, told }: Subject): Failure {
    const server = this.#deps.servers.get(orchidId);
    const camera = cameraId === null ? undefined : server?.cameras.find(({ id }) => id === cameraId);
    const names = { ...(server ? { name: server.name } : {}), ...(camera ? { camera: camera.name } : {}) };
    const known = Object.entries(names).filter(([name]) => told.params?.[name] !== undefined);
    return { ...told, ...(told.params ? { params: { ...told.params, ...Object.fromEntries(known) } } : {}) };
  }

  async #store(): Promise<void> {
    const text = JSON.stringify(this.#open);
    if (text === this.#stored) return;
    await this.#deps.settings.setInternal(STORED, text);
    this.#stored = text;
  }
}

const backOf = ({ trigger }: Subject): string => (trigger === "camera-unreachable" ? "camera-back" : "server-back");

/** An error of a server has no end of its own. */
const restored = (incident: Incident): Condition => ({
  ...incident,
  state: incident.goodSinceMs === null && incident.trigger !== "server-error" ? "bad" : "good",
});

const incidents = z.array(
  z.object({
    trigger: z.enum(TRIGGERS),
    orchidId: z.string(),
    cameraId: z.nullable(z.string()),
    told: z.pipe(
      z.unknown(),
      z.transform((stored): Failure => readFailure(stored, isKnown) ?? failure("network/no-response")),
    ),
    sinceMs: z.number(),
    toldMs: z.nullable(z.number()),
    goodSinceMs: z.nullable(z.number()),
  }),
);

function readIncidents(text: string): Incident[] {
  try {
    return incidents.parse(JSON.parse(text));
  } catch {
    // Written by another version: what is wrong is reported anew.
    return [];
  }
}
