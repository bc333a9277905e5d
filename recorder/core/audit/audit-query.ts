/** Entries of the audit as somebody looks for them, newest first. */
import type { AuditEntry, AuditList, AuditQuery } from "#protocol/rest/server/audit.ts";
import type { Store } from "#recorder/store/store.ts";
import type { AuditRow } from "#recorder/store/tables/server-rows.ts";

const NAMES_MAX = 500;
/** entries; some 40 ms of a slow machine */
const READ_AT_ONCE = 20_000;
/** one of ours */
const ID = /^[a-z2-7]{16}$/;

export type AuditFilter = Pick<
  AuditQuery,
  "start" | "stop" | "user" | "action" | "camera" | "result" | "address" | "search"
>;

interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** `before` of the next page; null = this was the last one */
  readonly next: number | null;
}

/** `before`: number of an entry; what is older than it. */
export async function findAudit(
  store: Store,
  filter: AuditFilter,
  { before, count }: { readonly before: number | null; readonly count: number },
): Promise<AuditPage> {
  const head = await store.selectFrom("audit_head").selectAll().executeTakeFirst();
  const lowest = head?.removed_seq ?? 0;
  const rows: AuditRow[] = [];
  let below = Math.min(before ?? Number.MAX_SAFE_INTEGER, (head?.seq ?? 0) + 1);
  // What is rare is looked for piece by piece: the server answers others meanwhile.
  const step = needsReading(filter) ? READ_AT_ONCE : below;
  while (rows.length <= count && below > lowest) {
    const from = Math.max(lowest, below - step);
    rows.push(
      ...(await matching(store, filter)
        .where("seq", "<", below)
        .where("seq", ">=", from)
        .orderBy("seq", "desc")
        .limit(count + 1 - rows.length)
        .execute()),
    );
    below = from;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const shown = rows.slice(0, count);
  const names = await cameraNames(store, shown);
  const targets = await targetNames(store, shown);
  return {
    entries: shown.map((row) => shownEntry(row, names, targets.get(row.target) ?? "")),
    next: rows.length > count ? (shown.at(-1)?.seq ?? null) : null,
  };
}

/** No index finds these. */
const needsReading = ({ search, camera, result, address, start, stop }: AuditFilter): boolean =>
  [search, camera, result, address].some((one) => one !== undefined && one !== "") || (start ?? stop) !== undefined;

function matching(store: Store, filter: AuditFilter) {
  let query = store.selectFrom("audit").selectAll();
  // Entries have whole milliseconds, and PostgreSQL does not compare them with fractions.
  if (filter.start !== undefined && filter.start > 0) query = query.where("when_ms", ">=", Math.ceil(filter.start));
  if (filter.stop !== undefined && filter.stop > 0) query = query.where("when_ms", "<", Math.ceil(filter.stop));
  if (filter.user !== undefined && filter.user !== "") query = query.where("username", "=", filter.user);
  if (filter.action !== undefined && filter.action.length > 0) query = query.where("action", "in", filter.action);
  if (filter.camera !== undefined && filter.camera !== "")
    query = query.where("cameras", "like", `%,${escaped(filter.camera)},%`);
  if (filter.result !== undefined) query = query.where("result", "=", filter.result);
  if (filter.address !== undefined && filter.address !== "") query = query.where("address", "=", filter.address);
  const words = filter.search?.trim().toLowerCase() ?? "";
  if (words === "") return query;
  return query.where((is) =>
    is.or(
      (["username", "action", "target", "address", "detail"] as const).map((name) =>
        is(is.fn<string>("lower", [name]), "like", `%${escaped(words)}%`),
      ),
    ),
  );
}

/** For filters and for whoever checks the chain: who and what there is, and where the beginning was cut. */
export async function auditNames(store: Store): Promise<Pick<AuditList, "users" | "actions" | "removed">> {
  const head = await store.selectFrom("audit_head").selectAll().executeTakeFirst();
  return {
    users: await different(store, "username"),
    actions: await different(store, "action"),
    removed: { seq: head?.removed_seq ?? 0, hash: head?.removed_hash ?? "" },
  };
}

/** From each to the next by the index: a list of very many entries is not read. */
async function different(store: Store, column: "username" | "action"): Promise<string[]> {
  const found: string[] = [];
  let last = "";
  while (found.length < NAMES_MAX) {
    const next = await store
      .selectFrom("audit")
      .select(({ fn }) => fn.min(column).as("name"))
      .where(column, ">", last)
      .executeTakeFirst();
    if (!next?.name) break;
    found.push(next.name);
    last = next.name;
  }
  return found.sort((a, b) => a.localeCompare(b));
}

/** `%` and `_` find anything; a name may hold them, and more finds do no harm. */
const escaped = (text: string): string => text.replaceAll(/[%\\]/g, "_");

const idsOf = ({ cameras }: Pick<AuditRow, "cameras">): string[] => cameras.split(",").filter((id) => id !== "");

/** Those of deleted ones too. */
async function cameraNames(store: Store, rows: readonly AuditRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(idsOf))];
  if (ids.length === 0) return new Map();
  const found = await store.selectFrom("cameras").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Ids differ over all tables. A removed account is still known by what it did. */
async function targetNames(store: Store, rows: readonly AuditRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ target, cameras }) => (cameras === "" && ID.test(target) ? [target] : [])))];
  if (ids.length === 0) return new Map();
  const did = await store
    .selectFrom("audit")
    .select(["user_id as id", "username as name"])
    .distinct()
    .where("user_id", "in", ids)
    .execute();
  const users = await store.selectFrom("users").select(["id", "username as name"]).where("id", "in", ids).execute();
  const named = await Promise.all(
    (
      [
        "stages",
        "fisheye_views",
        "fisheye_patrols",
        "camera_groups",
        "permission_groups",
        "orchids",
        "notifications",
        "smtp_servers",
      ] as const
    ).map((table) => store.selectFrom(table).select(["id", "name"]).where("id", "in", ids).execute()),
  );
  return new Map([...did, ...users, ...named.flat()].map(({ id, name }) => [id, name]));
}

function shownEntry(row: AuditRow, names: ReadonlyMap<string, string>, targetName: string): AuditEntry {
  const detail = JSON.parse(row.detail) as Record<string, unknown>;
  return {
    seq: row.seq,
    when: row.when_ms,
    userId: row.user_id,
    username: row.username,
    action: row.action,
    target: row.target,
    targetName: targetName || nameInRemoval(row, detail),
    address: row.address,
    cameras: idsOf(row).map((id) => ({ id, name: names.get(id) ?? "" })),
    from: row.from_ms,
    to: row.to_ms,
    result: row.result as AuditEntry["result"],
    detail,
    hash: row.hash,
  };
}

/** What is gone has its name there only. */
const nameInRemoval = ({ action }: AuditRow, { name }: Record<string, unknown>): string =>
  action.endsWith("-removed") && typeof name === "string" ? name : "";
