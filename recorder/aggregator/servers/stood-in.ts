/** Servers whose cameras another one records and shows while they are away: it is asked in their place, with the rights on their cameras. */
import type { OnCamera, Scope } from "#domain/accounts/access.ts";
import type { RegisteredServer } from "./contracts.ts";
import type { ServerState } from "./server-state.ts";

interface Known {
  readonly facts: RegisteredServer;
  readonly state: Pick<ServerState, "isAvailable" | "standby">;
}

/** Both say that they are of one group, by a name that nobody else can know. */
function standsInFor({ standby }: Known["state"], { standby: other }: Known["state"]): boolean {
  return standby !== null && other !== null && standby.group === other.group && standby.standsInFor.includes(other.id);
}

/** The server to ask in place of one that is away; null = it is there, or nobody stands in for it. */
export const standInOf = <T extends Known>(one: T, all: readonly T[]): T | null =>
  one.state.isAvailable
    ? null
    : (all.find((other) => other !== one && other.state.isAvailable && standsInFor(other.state, one.state)) ?? null);

/** The servers in place of which this one answers. */
export const stoodInBy = <T extends Known>(one: T, all: readonly T[]): readonly T[] =>
  one.state.standby?.standsInFor.length ? all.filter((other) => standInOf(other, all) === one) : [];

/** Events of its streams are those of the streams of whom it stands in for. Which cameras there are, the owner says alone. */
export const isToldOfStoodIn = (type: string): boolean => /^(motion-|marks-|recordings-|stream-status$)/.test(type);

/**
 * What a user may do there: on its own cameras, and on those that it records for others as on theirs. It goes by the newest token of a user, so that
 * every token for it says all of this.
 */
export function scopeWithStoodIn<T extends Known>(
  one: T,
  all: readonly T[],
  scopeOn: (orchidId: string) => Scope,
): Scope {
  const own = scopeOn(one.facts.id);
  const others = all.filter((other) => other !== one && standsInFor(one.state, other.state));
  if (others.length === 0) return own;
  const borrowed = others.flatMap(({ facts }): OnCamera[] => {
    const { baseScope, cameraScopes } = scopeOn(facts.id);
    const named = new Map(cameraScopes.map((on) => [on.id, on]));
    return facts.cameras.map(({ id }) => named.get(id) ?? { id, scope: baseScope });
  });
  return { ...own, cameraScopes: [...own.cameraScopes, ...borrowed] };
}
