import { plainTyped } from "../plain-typed.ts";
/** What the audit holds: the kinds in which somebody looks for an action, and how the words of a filter become a query. [ours] */
export const AUDIT_RESULTS = ["ok", "refused", "failed"] as const;
export type AuditResult = (typeof AUDIT_RESULTS)[number];

/** Every action that the server writes, by kind. */
const kinds = {
  views: ["view-webrtc", "view-low-bandwidth", "view-rtsp", "view-picture", "view-unmasked"],
  exports: ["export", "export-downloaded", "export-unmasked", "log-exported", "support-bundle", "audit-exported"],
  signIns: [
    "sign-in",
    "sign-out",
    "sign-in-refused",
    "session-ended",
    "signed-out-there",
    "sessions-ended",
    "password-reset",
    "password-changed",
    "password-change-refused",
    "second-factor-added",
    "second-factor-removed",
    "second-factor-reset",
    "passkey-added",
    "passkey-renamed",
    "passkey-removed",
    "passkey-copied",
    "app-password-added",
    "app-password-removed",
  ],
  refusals: ["refused", "sign-in-refused"],
  evidence: ["lock", "unlock", "bookmark-added", "bookmark-changed", "bookmark-removed"],
  cameras: [
    "camera-added",
    "camera-modified",
    "camera-removed",
    "stream-added",
    "stream-modified",
    "stream-removed",
    "stream-restarted",
    "mask-set",
    "mask-removed",
    "privacy-masks-set",
    "privacy-masks-removed",
    "move-ptz",
    "ptz-preset-added",
    "ptz-preset-removed",
    "ptz-taken-over",
    "ptz-tour-modified",
    "ptz-tour-begun",
    "ptz-tour-ended",
  ],
  accounts: [
    "user-added",
    "user-modified",
    "user-removed",
    "permission-group-added",
    "permission-group-changed",
    "permission-group-removed",
    "issuer-trusted",
    "issuer-removed",
    "company-sign-in-modified",
    "company-sign-in-removed",
    "company-sign-in-tested",
    "directory-sign-in-modified",
    "directory-sign-in-removed",
    "directory-sign-in-tested",
  ],
  layout: [
    "stage-added",
    "stage-modified",
    "stage-removed",
    "view-added",
    "view-modified",
    "view-removed",
    "patrol-added",
    "patrol-modified",
    "patrol-removed",
    "camera-group-added",
    "camera-group-modified",
    "camera-group-removed",
  ],
  system: [
    "settings-modified",
    "volume-added",
    "volume-modified",
    "volume-removed",
    "volume-forgotten",
    "bucket-modified",
    "bucket-removed",
    "bucket-restored",
    "bucket-released",
    "recordings-checked",
    "standby-adopted",
    "thinning-modified",
    "thinning-removed",
    "license-installed",
    "license-removed",
    "license-activated",
    "client-updated",
    "client-restored",
    "server-added",
    "server-modified",
    "server-removed",
    "notification-added",
    "notification-modified",
    "notification-removed",
    "smtp-server-added",
    "smtp-server-modified",
    "smtp-server-removed",
    "smtp-server-tested",
    "backup-written",
    "backup-restored",
    "database-replaced",
    "audit-lost",
    "audit-head-lost",
  ],
} as const;

export const AUDIT_KINDS = [
  "views",
  "exports",
  "signIns",
  "refusals",
  "evidence",
  "cameras",
  "accounts",
  "layout",
  "system",
] as const satisfies readonly (keyof typeof kinds)[];
type AuditKind = (typeof AUDIT_KINDS)[number];
export type AuditAction = (typeof kinds)[AuditKind][number];

export const AUDIT_ACTIONS: readonly AuditAction[] = [...new Set(Object.values(kinds).flat())];
const known: ReadonlySet<string> = new Set(AUDIT_ACTIONS);
/** A later server may write others: their name is shown. */
export const isAuditAction = (action: string): action is AuditAction => known.has(action);

/** As somebody sets it; absent = all. Times are server ms. */
export interface AuditFilter {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly user?: string | undefined;
  readonly kind?: AuditKind | undefined;
  readonly result?: AuditResult | undefined;
  readonly camera?: string | undefined;
  /** of an aggregator: one of its servers, "own" = itself */
  readonly server?: string | undefined;
  readonly search?: string | undefined;
}

/** The query of the audit and of its export. */
export function auditQueryOf(filter: AuditFilter): Record<string, string | number> {
  const { from, to, user, kind, result, camera, server, search } = filter;
  return {
    ...(from === undefined ? {} : { start: Math.round(from) }),
    ...(to === undefined ? {} : { stop: Math.round(to) }),
    ...(user === undefined ? {} : { user }),
    ...(kind === undefined ? {} : { action: kinds[kind].join(",") }),
    ...(result === undefined ? {} : { result }),
    ...(camera === undefined ? {} : { camera }),
    ...(server === undefined ? {} : { server }),
    ...(search === undefined || search.trim() === "" ? {} : { search: search.trim() }),
  };
}

/** What an entry says beside its own columns, as names and values; numbers and texts only. */
export function auditDetails(detail: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  return Object.entries(detail).flatMap(([name, value]) => {
    const text = SHOWN_ELSEWHERE.has(name) ? "" : textOf(value);
    return text === "" ? [] : [[name, text] as const];
  });
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  return value === null || value === undefined ? "" : JSON.stringify(value);
}
const SHOWN_ELSEWHERE = new Set(["start", "stop", "time", "ok", "from", "to"]);

export const AUDIT_DAYS = { least: 7, most: 3650 } as const;
/** Days as typed; null = not a whole number in the limits. */
export function auditDaysOf(text: string): number | null {
  const typed = plainTyped(text);
  const days = /^\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN;
  return days >= AUDIT_DAYS.least && days <= AUDIT_DAYS.most ? days : null;
}
