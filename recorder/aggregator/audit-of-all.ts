/**
 * The audits of the aggregator and of its servers as one list, newest first. Each audit is a chain with numbers of its
 * own, so a page ends at one number in each of them. A server that cannot be asked is named, and its entries are missing.
 */
import { type Failure, failure } from "#domain/failures/failure.ts";
import { type AuditEntry, auditList } from "#protocol/rest/server/audit.ts";
import type { AuditPosition } from "#protocol/rest/server/audit-of-all.ts";
import { type AuditFilter, auditNames, findAudit } from "#recorder/core/audit/audit-query.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { Store } from "#recorder/store/store.ts";
import type { RegisteredServer, RegisteredServers, ServerAccess } from "#recorder/aggregator/servers/contracts.ts";

/** Largest answer of a server that is read: a page of 1000 entries with long details is smaller. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Servers are asked at the same time, and each holds its answer in memory here. */
const AT_ONCE = 16;
/** The aggregator's own audit, in a position. */
const OWN = "own";

export interface AuditOfAllParts {
  readonly store: Store;
  readonly servers: Pick<RegisteredServers, "list" | "cameraOwner"> & Pick<ServerAccess, "request">;
}
/** `server`: id of a server, or "own". */
export type FilterOfAll = AuditFilter & { readonly server?: string | undefined };
interface EntryOfAll extends AuditEntry {
  /** null: of the aggregator itself */
  readonly server: { readonly id: string; readonly name: string } | null;
}
export interface NotAsked {
  readonly id: string;
  readonly name: string;
  readonly failure: Failure;
}
interface PageOfAll {
  readonly entries: readonly EntryOfAll[];
  /** null: there is nothing older */
  readonly next: AuditPosition | null;
  readonly notAsked: readonly NotAsked[];
  readonly users: readonly string[];
  readonly actions: readonly string[];
}

interface Source {
  readonly id: string;
  readonly server: { readonly id: string; readonly name: string } | null;
  readonly entries: readonly AuditEntry[];
  /** older entries than these exist */
  readonly hasMore: boolean;
  readonly users: readonly string[];
  readonly actions: readonly string[];
}

export async function auditOfAll(
  { store, servers }: AuditOfAllParts,
  who: Identity,
  filter: FilterOfAll,
  page: { readonly before: AuditPosition | null; readonly count: number },
): Promise<PageOfAll> {
  const { server, ...asked } = filter;
  const owner = asked.camera ? servers.cameraOwner(asked.camera) : null;
  const isWanted = (id: string): boolean => (server ?? owner ?? id) === id && (owner ?? id) === id;
  const range = (id: string) => rangeOf(asked, page.before, id);

  const own = async (): Promise<Source> => {
    const { before, filter: its } = range(OWN);
    const found = await findAudit(store, its, { before, count: page.count });
    const names = await auditNames(store);
    return { id: OWN, server: null, entries: found.entries, hasMore: found.next !== null, ...names };
  };
  const there = async (one: RegisteredServer): Promise<Source | NotAsked> => {
    const { id, name } = one;
    if (!one.isAvailable) return { id, name, failure: one.failure ?? failure("network/no-response") };
    const { before, filter: its } = range(id);
    const answer = await servers.request(id, who, {
      path: `/service/audit?${queryOf(its, before, page.count)}`,
      answer: auditList,
      maxBytes: MOST_BYTES,
    });
    if (!answer.ok) return { id, name, failure: answer.error };
    const { entries, next, users, actions } = answer.value;
    const chained = downwards(entries, before);
    const isWhole = chained.length === entries.length;
    return { id, server: { id, name }, entries: chained, hasMore: next !== null && isWhole, users, actions };
  };

  const jobs: (() => Promise<Source | NotAsked>)[] = [
    ...(isWanted(OWN) ? [own] : []),
    ...servers
      .list()
      .filter(({ id }) => isWanted(id))
      .map((one) => () => there(one)),
  ];
  const answers = await severalAtOnce(jobs);
  const sources = answers.filter((one): one is Source => "entries" in one);
  const notAsked = answers.filter((one): one is NotAsked => "failure" in one);
  const { entries, next } = merged(sources, page);
  const different = (of: (source: Source) => readonly string[]): string[] =>
    [...new Set(sources.flatMap(of))].sort((a, b) => a.localeCompare(b));
  return { entries, next, notAsked, users: different(({ users }) => users), actions: different((one) => one.actions) };
}

/** What of one audit belongs to the page. One that was not asked for the pages before begins where they ended. */
function rangeOf(
  filter: AuditFilter,
  before: AuditPosition | null,
  id: string,
): { readonly before: number | null; readonly filter: AuditFilter } {
  const seq = before?.seqs[id];
  if (seq !== undefined) return { before: seq, filter };
  if (before === null) return { before: null, filter };
  const stop = Math.min(filter.stop || Number.MAX_SAFE_INTEGER, before.when + 1);
  return { before: null, filter: { ...filter, stop } };
}

function queryOf(filter: AuditFilter, before: number | null, count: number): string {
  const { action, ...rest } = filter;
  const given: Record<string, string | number | undefined> = {
    ...rest,
    action: action?.join(","),
    before: before ?? undefined,
    count,
  };
  return new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  ).toString();
}

/** A server that answers with the same entries for ever would make a list without end. */
function downwards(entries: readonly AuditEntry[], before: number | null): readonly AuditEntry[] {
  const end = entries.findIndex(({ seq }, at) => seq >= (entries[at - 1]?.seq ?? before ?? Number.POSITIVE_INFINITY));
  return end < 0 ? entries : entries.slice(0, end);
}

/** From the newest heads on. Each audit keeps its own order, also where its clock was set back. */
function merged(
  sources: readonly Source[],
  { before, count }: { readonly before: AuditPosition | null; readonly count: number },
): Pick<PageOfAll, "entries" | "next"> {
  const taken = new Map<Source, number>(sources.map((source) => [source, 0]));
  const head = (source: Source): AuditEntry | undefined => source.entries[taken.get(source) ?? 0];
  const entries: EntryOfAll[] = [];
  while (entries.length < count) {
    const newest = sources.reduce<Source | null>(
      (best, one) => ((head(one)?.when ?? -1) > ((best && head(best)?.when) ?? -1) ? one : best),
      null,
    );
    const entry = newest && head(newest);
    if (!newest || !entry) break;
    entries.push({ ...entry, server: newest.server });
    taken.set(newest, (taken.get(newest) ?? 0) + 1);
  }
  const isLeft = sources.some((source) => source.hasMore || head(source) !== undefined);
  const last = entries.at(-1);
  if (!isLeft || !last) return { entries, next: null };
  const seqs = { ...before?.seqs };
  for (const source of sources) seqs[source.id] = boundOf(source, taken.get(source) ?? 0, before?.seqs[source.id]);
  return { entries, next: { when: last.when, seqs } };
}

/** The number below which the next page looks; 0: nothing is left there. */
function boundOf({ entries, hasMore }: Source, taken: number, before: number | undefined): number {
  const following = entries[taken];
  if (following) return following.seq + 1;
  return hasMore ? (entries.at(-1)?.seq ?? before ?? 0) : 0;
}

async function severalAtOnce<T>(jobs: readonly (() => Promise<T>)[]): Promise<T[]> {
  const done: T[] = [];
  const left = [...jobs.entries()];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) done[next[0]] = await next[1]();
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, jobs.length) }, worker));
  return done;
}
