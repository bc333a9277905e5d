/**
 * What happened: events of the report, and the audit of who did what. Old entries are removed automatically. Writing
 * never fails the caller: with a full disk the recorder still starts, records and answers, and entries wait in memory until
 * they can be written.
 */
import { writeFailure } from "#protocol/rest/error.ts";
import { englishText } from "#domain/failures/english.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { readStored } from "./stored-failure.ts";
import type { ServerEvent } from "#protocol/rest/recordings/motion.ts";
import { SettledClock } from "./settled-clock.ts";
import { newId } from "#recorder/store/ids.ts";
import type { Store } from "#recorder/store/store.ts";
import { AuditBursts } from "./audit/audit-bursts.ts";
import type { Sealer } from "./audit/audit-chain.ts";
import { camerasOf, type Detail, rangeOf, resultOf } from "./audit/audit-entry.ts";
import { AuditTrail } from "./audit/audit-trail.ts";
import type { Identity } from "./identity.ts";
import { WaitingWrites } from "./waiting-writes.ts";
import type { Log } from "./log.ts";

const DAY_MS = 86_400_000;
const KEEP_MS = 365 * DAY_MS;
/** one more than anybody is shown: a caller that asks for this many learns whether there were more */
const MAX_EVENTS = 10_001;

type Who = Pick<Identity, "userId" | "username"> | null;

interface AuditParts {
  /** seals the end of the audit's chain; null = nobody does (tests) */
  readonly sealer?: Sealer | null;
  /** days */
  readonly keptDays?: () => Promise<number>;
}

export class Journal {
  /** who did what */
  readonly trail: AuditTrail;
  readonly #bursts = new AuditBursts();
  readonly #late = new Set<Promise<void>>();
  readonly #keptDays: () => Promise<number>;
  readonly #store: Store;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #elapsed: () => number;
  readonly #startedMs: number;
  readonly #writes: WaitingWrites;
  /** the clock by which entries age */
  #clock: SettledClock | null = null;

  /** `elapsed`: ms of a monotonic clock */
  constructor(
    store: Store,
    log: Log,
    now: () => number,
    elapsed: () => number = () => performance.now(),
    { sealer = null, keptDays = () => Promise.resolve(365) }: AuditParts = {},
  ) {
    this.trail = new AuditTrail(store, log, sealer);
    this.#keptDays = keptDays;
    this.#store = store;
    this.#log = log;
    this.#now = now;
    this.#elapsed = elapsed;
    this.#startedMs = now();
    this.#writes = new WaitingWrites({
      onTrouble: (err, waiting) => log.error({ err, waiting }, "the journal could not be written"),
    });
  }

  async event(type: string, told: Failure, about: { streamId?: string; cameraId?: string } = {}): Promise<void> {
    const message = englishText(told);
    this.#log.info({ event: type, ...about }, message);
    const row = {
      id: newId(),
      type,
      message,
      told: JSON.stringify(told),
      when_ms: this.#now(),
      stream_id: about.streamId ?? null,
      camera_id: about.cameraId ?? null,
    };
    await this.#writes.put(() => this.#store.insertInto("server_events").values(row).execute());
  }

  /** Entries of [startMs, stopMs), newest first unless `from` says otherwise; as many as pass `isShown`. */
  async events(range: {
    startMs: number;
    stopMs: number;
    count: number;
    from?: "newest" | "oldest";
    types?: string[];
    isShown?: (event: ServerEvent) => boolean;
  }): Promise<ServerEvent[]> {
    const { isShown = () => true, from = "newest" } = range;
    const most = Math.min(range.count, MAX_EVENTS);
    const atOnce = range.isShown ? MAX_EVENTS : most;
    const shown = new Map<string, ServerEvent>();
    let read: readonly ServerEvent[] = [];
    // However many entries of other cameras come first: they must not push out entries that the user may see.
    do {
      const last = read.at(-1)?.when;
      const rest = last === undefined ? {} : from === "newest" ? { stopMs: last + 1 } : { startMs: last };
      read = await this.#next({ ...range, ...rest, from }, atOnce);
      for (const event of read) if (isShown(event)) shown.set(event.id, event);
      if (read.at(-1)?.when === last) break;
    } while (read.length === atOnce && shown.size < most);
    return [...shown.values()].slice(0, most);
  }

  async #next(
    range: { startMs: number; stopMs: number; from: "newest" | "oldest"; types?: string[] },
    count: number,
  ): Promise<ServerEvent[]> {
    let query = this.#store
      .selectFrom("server_events")
      .selectAll()
      // Entries have whole milliseconds, and PostgreSQL does not compare them with fractions.
      .where("when_ms", ">=", Math.ceil(range.startMs))
      .where("when_ms", "<", Math.ceil(range.stopMs));
    if (range.types) query = query.where("type", "in", range.types);
    const rows = await query
      .orderBy("when_ms", range.from === "newest" ? "desc" : "asc")
      .limit(count)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      type: row.type,
      message: row.message,
      ...toldOf(row.told),
      when: row.when_ms,
      streamId: row.stream_id,
      cameraId: row.camera_id,
    }));
  }

  /**
   * `who` null: nobody had signed in. `target`: ids of streams or cameras with commas between, or another thing's. Of
   * the detail, `start`, `stop` or `time` say which recorded time it is about, and `ok` false that it failed.
   */
  async audit(who: Who, action: string, target: string, address: string, detail: Detail = {}): Promise<void> {
    this.#log.info({ action, target, user: who?.username ?? "", address }, "audit");
    const when_ms = this.#now();
    let cameras = "";
    try {
      cameras = await camerasOf(this.#store, target);
    } catch (error) {
      this.#log.error({ err: error }, "an entry of the audit lacks its cameras");
    }
    await this.trail.append({
      when_ms,
      user_id: who?.userId ?? "",
      username: who?.username ?? "",
      action,
      target,
      address,
      detail: JSON.stringify(detail),
      cameras,
      ...rangeOf(detail),
      result: resultOf(action, detail),
    });
  }

  /** The same for what comes many times in a row: see AuditBursts. `detail.time`: which recorded instant it is about. */
  async auditOften(who: Who, action: string, target: string, address: string, detail: Detail = {}): Promise<void> {
    const { time: timeMs, ...rest } = detail;
    const key = [who?.userId ?? "", action, target, address, JSON.stringify(rest)].join(" ");
    const isFirst = this.#bursts.isFirst(key, typeof timeMs === "number" ? timeMs : 0, (more) => {
      const written = this.audit(who, action, target, address, { ...rest, ...more });
      this.#late.add(written);
      void written.finally(() => this.#late.delete(written));
    });
    if (isFirst) await this.audit(who, action, target, address, detail);
  }

  /** Writes what is still to be written; what waits is tried a last time. */
  async close(): Promise<void> {
    this.#bursts.close();
    await Promise.all(this.#late);
    await this.trail.close();
    await this.#writes.close();
  }

  /**
   * To be called at the start and every day. A clock that is wrong at the start, or was set, removes nothing at once.
   */
  async forgetOld(): Promise<void> {
    const work = async (): Promise<void> => {
      this.#clock ??= new SettledClock(this.#now, this.#elapsed, await this.#newestMs());
      const nowMs = this.#clock.read();
      await this.#store
        .deleteFrom("server_events")
        .where("when_ms", "<", nowMs - KEEP_MS)
        .execute();
      await this.trail.shorten(nowMs - (await this.#keptDays()) * DAY_MS);
    };
    await work().catch((err: unknown) => this.#log.error({ err }, "old entries of the journal could not be removed"));
  }

  /** The newest entry before this run; null = there is none. */
  async #newestMs(): Promise<number | null> {
    const found = await Promise.all(
      (["server_events", "audit"] as const).map((table) =>
        this.#store
          .selectFrom(table)
          .select(({ fn }) => fn.max("when_ms").as("newest"))
          .where("when_ms", "<", this.#startedMs)
          .executeTakeFirst(),
      ),
    );
    return Math.max(0, ...found.map((row) => row?.newest ?? 0)) || null;
  }
}

/** What happened as code and parameters; what an older release wrote has a sentence only. */
function toldOf(stored: string): Pick<ServerEvent, "code" | "params" | "cause"> {
  const told = stored === "" ? null : readStored(stored);
  if (!told?.params) return {};
  const { reason: _message, ...rest } = writeFailure(told, englishText);
  return rest;
}
