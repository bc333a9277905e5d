/**
 * When the aggregator sends mails: what counts as an incident, whom it concerns, when a digest is due. Pure: the caller
 * gives the observations and the time.
 */
import type { Failure } from "../failures/failure.ts";
import { localParts, MINUTE_MS, partsToUtc, type ZoneOffset } from "../timeline/zone.ts";

export const TRIGGERS = ["camera-unreachable", "server-unreachable", "server-error"] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** An incident is over after this much time without trouble: a server that flaps is reported once. */
const RECOVERED_AFTER_MS = MINUTE_MS;
/**
 * Trouble that ends within this time is no incident: one lost answer. The watch itself knows how long a camera may be
 * away.
 */
const PATIENCE_MS: Readonly<Record<Trigger, number>> = {
  "camera-unreachable": 0,
  "server-unreachable": 15_000,
  "server-error": 0,
};
/** Incidents that begin within this time are reported together. */
const GATHER_MS = 5_000;
/** Time between two mails of one notification; incidents in between wait. */
const MAIL_GAP_MS = 60_000;

/** The subject of an incident. */
export interface Subject {
  readonly trigger: Trigger;
  readonly orchidId: string;
  /** null: the server itself */
  readonly cameraId: string | null;
  /** one line for people */
  readonly told: Failure;
}
/** `unknown`: the state cannot be known, e.g. for the cameras of a server that does not answer. */
export interface Condition extends Subject {
  readonly state: "bad" | "good" | "unknown";
}
export type Conditions = ReadonlyMap<string, Condition>;

/** `toldMs` null: it may still be a blip. `goodSinceMs`: well again since then, but not yet for the required time. */
export interface Incident extends Subject {
  readonly sinceMs: number;
  readonly toldMs: number | null;
  readonly goodSinceMs: number | null;
}

export const keyOf = ({ trigger, orchidId, cameraId }: Subject): string =>
  [trigger, orchidId, ...(cameraId === null ? [] : [cameraId])].join("/");

/** The reports of the watch over the servers; `-back` ends the incident of the other code. */
export interface Trouble {
  readonly kind: Trigger | "camera-back" | "server-back";
  readonly orchidId: string;
  readonly cameraId: string | null;
  readonly told: Failure;
}

const begunBy = { "camera-back": "camera-unreachable", "server-back": "server-unreachable" } as const;

/** The subject of a trouble. */
export const subjectOf = ({ kind, orchidId, cameraId, told }: Trouble): Subject => ({
  trigger: kind === "camera-back" || kind === "server-back" ? begunBy[kind] : kind,
  orchidId,
  cameraId,
  told,
});

export function heard(conditions: Conditions, trouble: Trouble): Conditions {
  const isBack = trouble.kind === "camera-back" || trouble.kind === "server-back";
  const condition = { ...subjectOf(trouble), state: isBack ? "good" : "bad" } as const;
  return new Map([...conditions, [keyOf(condition), condition]]);
}

/** The conditions that a step looks at: of a server that does not answer, nothing else is known. */
export function visible(conditions: Conditions): Condition[] {
  const away = new Set(
    [...conditions.values()].flatMap(({ trigger, orchidId, state }) =>
      trigger === "server-unreachable" && state === "bad" ? [orchidId] : [],
    ),
  );
  return [...conditions.values()].map((condition) =>
    condition.trigger !== "server-unreachable" && away.has(condition.orchidId)
      ? { ...condition, state: "unknown" as const }
      : condition,
  );
}

/** After a step: an error of a server is reported, and over when none follows; it has no end of its own. */
export const settled = (conditions: Conditions): Conditions =>
  new Map(
    [...conditions].map(([key, condition]) => [
      key,
      condition.trigger === "server-error" ? { ...condition, state: "good" as const } : condition,
    ]),
  );

interface Step {
  /** to be given to the next step */
  readonly open: readonly Incident[];
  /** to be reported now */
  readonly began: readonly Incident[];
  /** reported once, over now */
  readonly ended: readonly Incident[];
}

/** The clock was set back after the time was noted, so that time lies in the future: then it counts as now. */
const noted = (ms: number, nowMs: number): number => Math.min(ms, nowMs);

/** One look at everything. A thing that is missing among the conditions (removed) has no incident. */
export function step(open: readonly Incident[], conditions: readonly Condition[], nowMs: number): Step {
  const before = new Map(open.map((incident) => [keyOf(incident), incident]));
  const after: Incident[] = [];
  const began: Incident[] = [];
  const ended: Incident[] = [];
  for (const { state, ...subject } of conditions) {
    const key = keyOf(subject);
    const known = before.get(key);
    before.delete(key);
    if (state === "bad") {
      const incident = {
        ...subject,
        sinceMs: noted(known?.sinceMs ?? nowMs, nowMs),
        toldMs: known?.toldMs ?? null,
        goodSinceMs: null,
      };
      const isNews = incident.toldMs === null && nowMs - incident.sinceMs >= PATIENCE_MS[subject.trigger];
      const told = isNews ? { ...incident, toldMs: nowMs } : incident;
      after.push(told);
      if (isNews) began.push(told);
      continue;
    }
    if (known === undefined || known.toldMs === null) continue;
    const goodSinceMs = state === "unknown" ? null : noted(known.goodSinceMs ?? nowMs, nowMs);
    if (goodSinceMs !== null && nowMs - goodSinceMs >= RECOVERED_AFTER_MS) ended.push({ ...known, goodSinceMs });
    else after.push({ ...known, goodSinceMs });
  }
  for (const gone of before.values()) if (gone.toldMs !== null) ended.push({ ...gone, goodSinceMs: nowMs });
  return { open: after, began, ended };
}

export interface Rule {
  readonly enabled: boolean;
  readonly triggers: readonly Trigger[];
  readonly scope: "all" | "list";
  readonly orchids: readonly string[];
  readonly cameras: readonly { readonly orchidId: string; readonly id: string }[];
}

/**
 * Whether a rule reports an incident. A listed server includes its cameras; a listed camera cannot be seen when its
 * server fails, so the server's failure concerns it as well.
 */
export function concerns(rule: Rule, { trigger, orchidId, cameraId }: Subject): boolean {
  if (!rule.enabled || !rule.triggers.includes(trigger)) return false;
  if (rule.scope === "all" || rule.orchids.includes(orchidId)) return true;
  return rule.cameras.some((listed) => listed.orchidId === orchidId && (cameraId === null || listed.id === cameraId));
}

/**
 * When a mail about incidents that wait since `firstMs` may be sent. `lastMs`: time of the mail before it, null = there
 * was none.
 */
export const mailDueMs = (firstMs: number, lastMs: number | null): number =>
  Math.max(firstMs + GATHER_MS, lastMs === null ? 0 : lastMs + MAIL_GAP_MS);

/** The next try after this many failures in a row: after 1, 2, 4, 8 and then every 15 minutes. */
export const retryAfterMs = (failures: number): number => Math.min(2 ** Math.max(0, failures - 1), 15) * MINUTE_MS;

/**
 * The last time at which the wall clock showed HH:MM, at or before now. When the clock skips from 2 to 3, 02:30 becomes
 * 03:30; of a time that comes twice the first counts. A digest is due when the one before it is older.
 */
export function lastDigestTime(time: string, nowMs: number, zone: ZoneOffset): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const today = localParts(nowMs, zone);
  const at = (days: number): number =>
    partsToUtc({ ...today, day: today.day + days, hour, minute, second: 0, ms: 0 }, zone);
  return at(0) <= nowMs ? at(0) : at(-1);
}
