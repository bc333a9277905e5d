/**
 * Watches what the registry reports about the servers and mails it as the notifications say. Incidents that wait for
 * their mail lie in the database, so that neither a restart nor a mail server that is away loses them. Of several nodes
 * that share the database all listen, and one acts.
 */
import { englishText } from "#domain/failures/english.ts";
import type { Failure } from "#domain/failures/failure.ts";
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
  visible,
} from "#domain/servers/notifications.ts";
import type { Log } from "#recorder/core/log.ts";
import { SettledClock } from "#recorder/core/settled-clock.ts";
import { newId } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import type { NotificationEventRow } from "#recorder/store/tables/aggregator-rows.ts";
import type { RegisteredServers, ServerTrouble, Started } from "../servers/contracts.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Notifications } from "./notifications.ts";
import { StoredIncidents } from "./stored-incidents.ts";

const TICK_MS = 2_000;
/** An incident older than this is not mailed any more. A clock that is set ahead by mistake must not drop all at once. */
const KEEP_MS = 7 * 86_400_000;
/** What the watch reports this soon after a start may repeat what it reported before a crash. */
const SAME_AFTER_START_MS = 300_000;

export interface NotifierDeps {
  readonly store: Store;
  readonly servers: RegisteredServers;
  readonly notifications: Notifications;
  readonly deliveries: Deliveries;
  readonly log: Log;
  readonly now: () => number;
  /** ms of a monotonic clock */
  readonly elapsed?: () => number;
  /** whether this node is the one that acts, at the time of the question; absent = always */
  readonly mayAct?: () => boolean;
}

export class Notifier implements Started {
  readonly #deps: NotifierDeps;
  readonly #incidents: StoredIncidents;
  /** it acts, and what it knows of incidents is as stored */
  #isActing = false;
  /** when the watch last said something of a key */
  readonly #heardMs = new Map<string, number>();
  #conditions: Conditions = new Map();
  #open: readonly Incident[] = [];
  /** keys of incidents of an earlier run that this run has not reported yet: the watch reports changes only */
  #restored = new Set<string>();
  /** incidents that the watch has reported anew: what was known of them from the earlier run had ended before */
  readonly #anew = new Set<string>();
  #startedMs = 0;
  /** the clock by which waiting incidents age */
  #clock: SettledClock | null = null;
  #stops: (() => void)[] = [];
  #ticking: Promise<void> | null = null;

  constructor(deps: NotifierDeps) {
    this.#deps = deps;
    this.#incidents = new StoredIncidents(deps.store);
  }

  async start(): Promise<void> {
    const { servers, now, elapsed = () => performance.now() } = this.#deps;
    this.#clock = new SettledClock(now, elapsed, await this.#newestMs());
    await this.#learn();
    this.#isActing = this.#mayAct();
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

  #mayAct(): boolean {
    return this.#deps.mayAct?.() ?? true;
  }

  /** Goes on from what the node that acted before has stored. What this node has heard since then counts more. */
  async #learn(): Promise<void> {
    const stored = await this.#incidents.read();
    this.#startedMs = this.#deps.now();
    this.#open = stored.flatMap((one) => this.#goneOn(one));
    const unheard = this.#open.filter((one) => !this.#hasNewer(one));
    this.#restored = new Set(unheard.map(keyOf));
    this.#conditions = new Map([...this.#conditions, ...unheard.map((one) => [keyOf(one), restored(one)] as const)]);
    this.#anew.clear();
  }

  #hasNewer(one: Incident): boolean {
    return (this.#heardMs.get(keyOf(one)) ?? Number.NEGATIVE_INFINITY) >= (one.goodSinceMs ?? one.sinceMs);
  }

  /** Another node acts: an error that it has told is no news, and has no end of its own. */
  async #standBy(): Promise<void> {
    this.#isActing = false;
    this.#anew.clear();
    const told = new Set((await this.#incidents.look()).filter(({ toldMs }) => toldMs !== null).map(keyOf));
    this.#settle(new Map([...this.#conditions].filter(([key]) => told.has(key))));
  }

  /** Settles the conditions of `seen` about which nothing was heard since. */
  #settle(seen: Conditions): void {
    const calm = settled(seen);
    this.#conditions = new Map(
      [...this.#conditions].map(([key, one]) => [key, (seen.get(key) === one && calm.get(key)) || one]),
    );
  }

  /**
   * If it was not mailed by who acted before, its waiting time starts anew, unless the registry knows better: it would not
   * report the end of something whose beginning it never saw.
   */
  #goneOn(one: Incident): Incident[] {
    if (one.toldMs !== null || this.#conditions.get(keyOf(one))?.state === "bad") return [one];
    const isAway = this.#deps.servers.get(one.orchidId)?.isAvailable === false;
    return isAway ? [{ ...one, sinceMs: this.#deps.now() }] : [];
  }

  #hear(trouble: ServerTrouble): void {
    this.#conditions = heard(this.#conditions, trouble);
    const key = keyOf(subjectOf(trouble));
    this.#heardMs.set(key, this.#deps.now());
    const isLate = this.#deps.now() - this.#startedMs >= SAME_AFTER_START_MS;
    if (this.#restored.delete(key) && isLate && trouble.kind.endsWith("-unreachable")) this.#anew.add(key);
  }

  async #look(): Promise<void> {
    const { store, notifications, deliveries, now } = this.#deps;
    if (!this.#mayAct()) return this.#standBy();
    if (!this.#isActing) await this.#learn();
    this.#isActing = true;
    const nowMs = now();
    const all = (await notifications.rows()).map((row) => ({ row, rule: notifications.show(row) }));
    const [seen, anew] = [this.#conditions, [...this.#anew]];
    const { open, began, ended } = step(
      this.#open.filter((incident) => !anew.includes(keyOf(incident))),
      visible(seen),
      nowMs,
    );
    const waiting = all.flatMap(({ rule }) => [
      ...began.filter((one) => concerns(rule, one)).map((one) => this.#row(rule.id, one, one.trigger, one.sinceMs)),
      // A server or camera that was removed has not recovered.
      ...ended
        .filter((one) => one.trigger !== "server-error" && this.#isThere(one) && concerns(rule, one))
        .map((one) => this.#row(rule.id, one, backOf(one), one.goodSinceMs ?? nowMs)),
    ]);
    // Another node has acted meanwhile: it is learned from before the next look.
    this.#isActing = await this.#incidents.write(open, waiting);
    if (!this.#isActing) return;
    // Only after it was written: what could not be written must be news at the next check too.
    this.#open = open;
    this.#settle(seen);
    for (const key of anew) this.#anew.delete(key);
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
    for (const [key, condition] of this.#conditions) if (!this.#isThere(condition)) this.#heardMs.delete(key);
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
}

const backOf = ({ trigger }: Subject): string => (trigger === "camera-unreachable" ? "camera-back" : "server-back");

/** An error of a server has no end of its own. */
const restored = (incident: Incident): Condition => ({
  ...incident,
  state: incident.goodSinceMs === null && incident.trigger !== "server-error" ? "bad" : "good",
});
