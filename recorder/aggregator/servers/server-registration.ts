/** How servers are registered, moved, renamed and removed: what is agreed with a recorder, and kept of it. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";
import type { AnyMutex } from "#base/mutex.ts";
import type { OrchidCreate, OrchidPatch } from "#protocol/rest/server/orchid.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import { ServerClient } from "./asking/server-client.ts";
import type { ServerRegistry } from "./server-registry.ts";
import type { ServerRows } from "./server-rows.ts";
import { NOTHING_KNOWN } from "./server-state.ts";
import { endTrust, makeTrust, type Parent, type Trust } from "./server-trust.ts";
import type { TokenMinter } from "./asking/token-minter.ts";
import { type ServerRecord, OWN, type WatchedServer } from "./watched-server.ts";

const MAX_SERVERS = 1000;
const UNKNOWN = refuse("orchid/unknown");
const EXISTS = refuse("orchid/exists");
const BUSY = refuse("orchid/busy");
const BAD_URI = refuse("orchid/bad-uri");

interface RegistrationParts {
  readonly registry: ServerRegistry;
  readonly rows: ServerRows;
  readonly renames: AnyMutex;
  readonly minter: TokenMinter;
  readonly policy: AddressPolicy;
  readonly now: () => number;
  /** this aggregator's name, which recorders will show as their parent's */
  readonly parent: Omit<Parent, "uri">;
}

interface Place {
  readonly uri: string;
  readonly username: string;
  readonly password: string;
  readonly replace?: boolean | undefined;
  /** this aggregator's address, which the recorder will show */
  readonly parentUri: string;
  /** the server that must answer there; null = one that is not registered yet */
  readonly expected: string | null;
}

export class ServerRegistration {
  readonly #parts: RegistrationParts;
  /** ids of servers with which an agreement is under way */
  readonly #busy = new Set<string>();
  /**
   * Changes run one after the other, so that two people who change a server's name and address undo nothing of each
   * other.
   */
  readonly #renames: AnyMutex;

  constructor(parts: RegistrationParts) {
    this.#parts = parts;
    this.#renames = parts.renames;
  }

  /** `parentUri`: see Place. Failures: those of makeTrust, orchid/bad-uri, orchid/exists, orchid/busy, orchid/too-many. */
  async add(ask: OrchidCreate, parentUri: string): Promise<Result<WatchedServer, Failure>> {
    const { registry, rows, now } = this.#parts;
    const uri = plainUri(ask.uri);
    if (uri === null) return BAD_URI;
    if (registry.watched().length >= MAX_SERVERS) return refuse("orchid/too-many");
    if (this.#isTaken(uri, null)) return EXISTS;
    return this.#agree({ ...ask, uri, parentUri, expected: null }, async (trust, certificate) => {
      const { orchidId: id, key } = trust;
      const { name = trust.name, directUri = "" } = ask;
      const record = { id, name, uri, directUri, key, certificate, createdMs: now() };
      await rows.insert(record);
      return registry.adopt(record, NOTHING_KNOWN);
    });
  }

  /** With a name and password it is registered anew, which another address needs. Failures: orchid/unknown, as `add`. */
  async patch(id: string, ask: OrchidPatch, parentUri: string): Promise<Result<WatchedServer, Failure>> {
    const { registry, rows } = this.#parts;
    const known = registry.watchedById(id);
    if (!known) return UNKNOWN;
    const { record } = known;
    const uri = ask.uri === undefined ? record.uri : plainUri(ask.uri);
    if (uri === null) return BAD_URI;
    const { username, password, replace } = ask;
    if (username === undefined && password === undefined && uri === record.uri) {
      // Otherwise the old key could overwrite the one that is being agreed on.
      if (this.#busy.has(id)) return BUSY;
      return this.#renames.run(() => this.#rename(id, ask));
    }
    if (username === undefined || password === undefined) return refuse("orchid/password-required");
    if (this.#isTaken(uri, id)) return EXISTS;
    return this.#agree({ uri, username, password, replace, parentUri, expected: id }, async ({ key }, certificate) => {
      // The agreement took time: what somebody else changed meanwhile stays.
      const now = registry.watchedById(id)?.record ?? record;
      const changed = { ...now, ...namesOf(now, ask), uri, key, certificate };
      await rows.update(changed);
      return registry.adopt(changed, known.state);
    });
  }

  async #rename(id: string, ask: OrchidPatch): Promise<Result<WatchedServer, Failure>> {
    const { registry, rows } = this.#parts;
    const known = registry.watchedById(id);
    if (!known) return UNKNOWN;
    const names = namesOf(known.record, ask);
    await rows.update({ ...known.record, ...names });
    registry.rename(known, names);
    return ok(known);
  }

  /** `force`: without telling it. Failures: orchid/unknown, orchid/busy, orchid/detach-failed. */
  async remove(id: string, force: boolean): Promise<Result<null, Failure>> {
    const { registry, rows } = this.#parts;
    const server = registry.watchedById(id);
    if (!server) return UNKNOWN;
    if (this.#busy.has(id)) return BUSY;
    this.#busy.add(id);
    try {
      const told = force ? ok(null) : await server.detach();
      if (!told.ok) return told;
      await rows.remove(id);
      await registry.drop(id);
      return ok(null);
    } finally {
      this.#busy.delete(id);
    }
  }

  async #agree(
    { uri, username, password, replace = false, parentUri, expected }: Place,
    keep: (trust: Trust, certificate: string | null) => Promise<WatchedServer>,
  ): Promise<Result<WatchedServer, Failure>> {
    const { registry, minter, policy, now } = this.#parts;
    const client = new ServerClient({ uri, certificate: null, policy });
    const parent = { ...this.#parts.parent, uri: parentUri };
    let claimed = "";
    const mayTrust = (orchidId: string): Result<null, Failure> => {
      if (expected !== null && orchidId !== expected) return refuse("orchid/other-server");
      if (expected !== null && !registry.watchedById(expected)) return UNKNOWN;
      if (expected === null && registry.watchedById(orchidId)) return EXISTS;
      if (this.#busy.has(orchidId)) return BUSY;
      this.#busy.add(orchidId);
      claimed = orchidId;
      return ok(null);
    };
    try {
      const trust = await makeTrust(client, { username, password, replace, parent, now, minter, mayTrust });
      if (!trust.ok) return trust;
      try {
        return ok(await keep(trust.value, client.agent.certificate));
      } catch (error) {
        // Nobody has the key any more, so the recorder must not accept it.
        await endTrust(client, await minter.mint(trust.value, OWN));
        throw error;
      }
    } finally {
      this.#busy.delete(claimed);
      client.close();
    }
  }

  #isTaken(uri: string, exceptId: string | null): boolean {
    return this.#parts.registry.watched().some(({ id, record }) => id !== exceptId && record.uri === uri);
  }
}

const namesOf = (record: ServerRecord, ask: OrchidPatch): Pick<ServerRecord, "name" | "directUri"> => ({
  name: ask.name ?? record.name,
  directUri: ask.directUri ?? record.directUri,
});

/** The address without a trailing slash; null when it is not an address. */
function plainUri(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, origin, pathname, username, password } = new URL(text);
  if (!/^https?:$/.test(protocol) || username !== "" || password !== "") return null;
  return origin + pathname.replace(/\/+$/, "");
}
