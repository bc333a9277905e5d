/**
 * When the aggregator mails somebody: what counts as an incident, whom it concerns, when a digest is due. Pure: whoever
 * calls gives what is seen and the time.
 */
import { MINUTE_MS, localParts, type ZoneOffset } from "./timeline/zone.ts";

export const TRIGGERS = ["camera-unreachable", "server-unreachable", "server-error"] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** An incident is over after so much health: a thing that flaps is told once. */
export const RECOVERED_AFTER_MS = MINUTE_MS;
/** What is over within this time is no incident: a stream that starts anew, one lost answer. */
export const PATIENCE_MS: Readonly<Record<Trigger, number>> = {
  "camera-unreachable": 30_000,
  "server-unreachable": 15_000,
  "server-error": 0,
};
/** What goes wrong together is told together. */
export const GATHER_MS = 5_000;
/** Between two mails of one notification; what comes in between waits. */
export const MAIL_GAP_MS = 60_000;

/** What is seen of a server now. `reachable` null: not looked at yet. */
export interface ServerSight {
  readonly orchidId: string;
  readonly name: string;
  readonly reachable: boolean | null;
  /** why it is not reachable, for people */
  readonly reason: string;
  /** it answers, and says that something is wrong with itself; empty = nothing */
  readonly trouble: string;
  readonly cameras: readonly CameraSight[];
}
export interface CameraSight {
  readonly id: string;
  readonly name: string;
  /** null: nobody can tell */
  readonly running: boolean | null;
  /** why not, for people */
  readonly reason: string;
}

/** What an incident is about. */
export interface Subject {
  readonly trigger: Trigger;
  readonly orchidId: string;
  readonly serverName: string;
  /** null: the server itself */
  readonly camera: { readonly id: string; readonly name: string } | null;
  readonly reason: string;
}
export interface Condition extends Subject {
  readonly state: "bad" | "good" | "unknown";
}

/** `toldMs` null: it may still be a blip. `goodSinceMs`: well again since then, but not for long enough. */
export interface Incident extends Subject {
  readonly sinceMs: number;
  readonly toldMs: number | null;
  readonly goodSinceMs: number | null;
}

export const keyOf = ({ trigger, orchidId, camera }: Subject): string =>
  [trigger, orchidId, ...(camera === null ? [] : [camera.id])].join("/");

/** Every condition of these servers. Of one that does not answer, nothing else is known. */
export function conditionsOf(servers: readonly ServerSight[]): Condition[] {
  return servers.flatMap(({ orchidId, name, reachable, reason, trouble, cameras }) => {
    const about = { orchidId, serverName: name };
    const state = (bad: boolean | null): Condition["state"] =>
      reachable !== true || bad === null ? "unknown" : bad ? "bad" : "good";
    return [
      {
        ...about,
        trigger: "server-unreachable" as const,
        camera: null,
        reason,
        state: reachable === null ? ("unknown" as const) : reachable ? ("good" as const) : ("bad" as const),
      },
      { ...about, trigger: "server-error" as const, camera: null, reason: trouble, state: state(trouble !== "") },
      ...cameras.map((camera) => ({
        ...about,
        trigger: "camera-unreachable" as const,
        camera: { id: camera.id, name: camera.name },
        reason: camera.reason,
        // A server in trouble (license, storage) stops its streams by itself.
        state: state(trouble !== "" || camera.running === null ? null : !camera.running),
      })),
    ];
  });
}

export interface Step {
  /** to be given to the next step */
  readonly open: readonly Incident[];
  /** to be told now */
  readonly began: readonly Incident[];
  /** told once, over now */
  readonly ended: readonly Incident[];
}

/** One look at everything. What is not among the conditions any more (removed) has no incident. */
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
        sinceMs: known?.sinceMs ?? nowMs,
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
    const goodSinceMs = state === "unknown" ? null : (known.goodSinceMs ?? nowMs);
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
 * Whether an incident is told by this rule. A listed server stands for its cameras too; a listed camera cannot be seen
 * when its server fails, so that concerns it as well.
 */
export function concerns(rule: Rule, { trigger, orchidId, camera }: Subject): boolean {
  if (!rule.enabled || !rule.triggers.includes(trigger)) return false;
  if (rule.scope === "all" || rule.orchids.includes(orchidId)) return true;
  return rule.cameras.some((listed) => listed.orchidId === orchidId && (camera === null || listed.id === camera.id));
}

/** When a mail about what waits since `firstMs` may go. `lastMs`: of the mail before it, null = there was none. */
export const mailDueMs = (firstMs: number, lastMs: number | null): number =>
  Math.max(firstMs + GATHER_MS, lastMs === null ? 0 : lastMs + MAIL_GAP_MS);

/** After so many failures in a row, the next try: 1, 2, 4, 8 and then every 15 minutes. */
export const retryAfterMs = (failures: number): number => Math.min(2 ** Math.max(0, failures - 1), 15) * MINUTE_MS;

/** YYYY-MM-DD of the zone. */
export function dayOf(nowMs: number, zone: ZoneOffset): string {
  const { year, month, day } = localParts(nowMs, zone);
  return [String(year).padStart(4, "0"), ...[month, day].map((part) => String(part).padStart(2, "0"))].join("-");
}

/** Whether the clock on the wall has passed HH:MM today. A time that the clock skips counts as passed after the gap. */
export function hasPassed(time: string, nowMs: number, zone: ZoneOffset): boolean {
  const { hour, minute } = localParts(nowMs, zone);
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hour * 60 + minute >= hours * 60 + minutes;
}

/** Once a day, from its time on. `lastDay`: the day of the digest before it. */
export const digestIsDue = (time: string, lastDay: string, nowMs: number, zone: ZoneOffset): boolean =>
  lastDay !== dayOf(nowMs, zone) && hasPassed(time, nowMs, zone);
