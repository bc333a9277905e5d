/**
 * The fleet: all cameras of all servers that somebody sees, how they are ordered, searched and paged. A recorder asks its own list in
 * memory by these rules; an aggregator's database answers the same.
 */
import { foldText } from "../panel.ts";

/** The longest text that is searched or ordered by: an index takes no longer ones, and a name comes from a stranger. */
const ORDERED_BY_MAX = 100;
const FOUND_BY_MAX = 400;

export interface FleetEntry {
  readonly orchidId: string;
  readonly id: string;
  readonly sortKey: string;
  readonly foundBy: string;
  readonly state: string;
}

/** Where a page ended. */
export type FleetPlace = readonly [sortKey: string, orchidId: string, id: string];

export interface FleetWord {
  /** in the form of `foldText` */
  readonly text: string;
  /** the servers whose own names contain it: it finds all their cameras */
  readonly orchidIds: readonly string[];
}

export interface FleetFilter {
  /** each of them must be found */
  readonly words: readonly FleetWord[];
  /** only of this server */
  readonly orchidId: string | null;
  /** only these, by `fleetKey` */
  readonly among: readonly string[] | null;
  /** only those in this state; the cameras of servers that are `away` are in none that is known */
  readonly state: { readonly is: string; readonly away: readonly string[] } | null;
}

export const fleetKey = ({ orchidId, id }: Pick<FleetEntry, "orchidId" | "id">): string => `${orchidId}/${id}`;

// A database's text has no null characters.
const folded = (text: string): string => foldText(text.replaceAll("\0", " "));

/** A name as text that sorts as people count: camera 9 before camera 10. */
export const fleetOrder = (name: string): string =>
  folded(name.slice(0, ORDERED_BY_MAX))
    .replaceAll(/\d+/g, (digits) => {
      const number = digits.replace(/^0+(?=\d)/, "");
      return String(number.length).padStart(3, "0") + number;
    })
    .slice(0, ORDERED_BY_MAX);

/** What a camera is found by, a line each, so that no word is found across two of them. */
export const fleetText = (camera: {
  readonly name: string;
  readonly maker?: string | undefined;
  readonly model?: string | undefined;
}): string =>
  [camera.name, camera.maker ?? "", camera.model ?? ""]
    .map((text) => folded(text.slice(0, FOUND_BY_MAX)))
    .filter((text) => text !== "")
    .join("\n")
    .slice(0, FOUND_BY_MAX);

/** The words of a search: each line of it is one, with the spaces in it. `servers`: those whose names count. */
export function fleetWords(
  text: string,
  servers: readonly { readonly id: string; readonly name: string }[],
): readonly FleetWord[] {
  const named = servers.map(({ id, name }) => ({ id, name: folded(name) }));
  return text
    .split("\n")
    .map(folded)
    .filter((word) => word !== "")
    .map((word) => ({ text: word, orchidIds: named.flatMap(({ id, name }) => (name.includes(word) ? [id] : [])) }));
}

/** A page of `limit` of the entries that pass, and how many pass of each server; `next`: where this page ended, null = nothing is left. */
export function fleetPage<Entry extends FleetEntry>(
  entries: readonly Entry[],
  filter: FleetFilter,
  { after, limit }: { readonly after: FleetPlace | null; readonly limit: number },
): { readonly page: readonly Entry[]; readonly next: FleetPlace | null; readonly counts: ReadonlyMap<string, number> } {
  const among = filter.among && new Set(filter.among);
  const passing = entries.filter((entry) => passes(entry, filter, among));
  const counts = new Map<string, number>();
  for (const { orchidId } of passing) counts.set(orchidId, (counts.get(orchidId) ?? 0) + 1);
  const rest = passing
    .filter((entry) => after === null || compared(placeOf(entry), after) > 0)
    .sort((a, b) => compared(placeOf(a), placeOf(b)));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return { page, next: last && rest.length > limit ? placeOf(last) : null, counts };
}

const placeOf = ({ sortKey, orchidId, id }: Omit<FleetEntry, "foundBy" | "state">): FleetPlace => [
  sortKey,
  orchidId,
  id,
];

function passes(
  entry: FleetEntry,
  { words, orchidId, state }: FleetFilter,
  among: ReadonlySet<string> | null,
): boolean {
  if (orchidId !== null && entry.orchidId !== orchidId) return false;
  if (among && !among.has(fleetKey(entry))) return false;
  if (state && (state.away.includes(entry.orchidId) ? "unknown" : entry.state) !== state.is) return false;
  return words.every((word) => entry.foundBy.includes(word.text) || word.orchidIds.includes(entry.orchidId));
}

function compared(a: FleetPlace, b: FleetPlace): number {
  for (const [at, text] of a.entries()) {
    const other = b[at] ?? "";
    if (text !== other) return text < other ? -1 : 1;
  }
  return 0;
}
