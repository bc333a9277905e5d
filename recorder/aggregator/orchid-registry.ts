/** The servers of the aggregator: registered, changed and removed here; watched, and told of what happens to them. */
import { Emitter } from "#base/emitter.ts";
import type { Camera } from "#protocol/rest/camera.ts";
import type { EventMessage } from "#protocol/rest/event-message.ts";
import type { OrchidCreate, OrchidPatch } from "#protocol/rest/orchid.ts";
import type { AddressPolicy } from "#recorder/ingest/address-policy.ts";
import { type Answer, done, refuse } from "#recorder/main/answer.ts";
import { inBackground } from "#recorder/main/background.ts";
import type { EventHub } from "#recorder/main/event-hub.ts";
import type { Identity } from "#recorder/main/identity.ts";
import type { Log } from "#recorder/main/log.ts";
import type { OrchidAccess, OrchidChange, OrchidFacts, Orchids, OrchidTrouble, Started } from "./contracts.ts";
import { type OrchidAnswer, type OrchidAsk, OrchidClient } from "./orchid-client.ts";
import { relayEvent, seesOrchid } from "./orchid-events.ts";
import { OrchidIndex } from "./orchid-index.ts";
import type { OrchidRights } from "./orchid-rights.ts";
import type { OrchidRows } from "./orchid-rows.ts";
import { cameraChanges, isModified, NOTHING_KNOWN, type OrchidState } from "./orchid-state.ts";
import { OrchidTroubles } from "./orchid-troubles.ts";
import { endTrust, makeTrust, type Parent, type Trust } from "./orchid-trust.ts";
import { TokenMinter } from "./token-minter.ts";
import { ORCHID_PACE, type OrchidPace, type OrchidRecord, OWN, WatchedOrchid } from "./watched-orchid.ts";

const MAX_ORCHIDS = 1000;
const UNKNOWN = refuse("orchid/unknown", "There is no such server.");
const EXISTS = refuse("orchid/exists", "This server is registered already.");
const BUSY = refuse("orchid/busy", "This server is being registered or removed just now.");

export interface RegistryParts {
  readonly rows: OrchidRows;
  readonly rights: OrchidRights;
  readonly hub: EventHub;
  readonly log: Log;
  readonly now: () => number;
  readonly policy: AddressPolicy;
  /** of the aggregator, as recorders will name their parent */
  readonly parent: Omit<Parent, "uri">;
  readonly pace?: OrchidPace;
}

interface Events {
  change: OrchidChange;
  trouble: OrchidTrouble;
}

export class OrchidRegistry implements Orchids, OrchidAccess, Started {
  readonly #parts: RegistryParts;
  readonly #minter: TokenMinter;
  readonly #watched = new Map<string, WatchedOrchid>();
  readonly #troubles = new Map<string, OrchidTroubles>();
  readonly #busy = new Set<string>();
  readonly #index = new OrchidIndex(() => [...this.#watched.values()].map(({ facts }) => facts));
  readonly #events = new Emitter<Events>();

  constructor(parts: RegistryParts) {
    this.#parts = parts;
    this.#minter = new TokenMinter(parts.now);
  }

  /** What was known before the last stop; asks nobody. */
  async load(): Promise<void> {
    for (const { record, state } of await this.#parts.rows.all()) this.#watch(record, state);
  }

  async start(): Promise<void> {
    for (const orchid of this.#watched.values()) orchid.start();
  }

  async stop(): Promise<void> {
    const all = [...this.#watched.values()];
    await Promise.all(all.map((orchid) => orchid.stop()));
    await Promise.all(all.map(({ id, state }) => this.#parts.rows.remember(id, state)));
    this.#events.clear();
  }

  list(): readonly OrchidFacts[] {
    return [...this.#watched.values()].map(({ facts }) => facts);
  }
  get(id: string): OrchidFacts | undefined {
    return this.#watched.get(id)?.facts;
  }
  cameraOwner(cameraId: string): string | null {
    return this.#index.cameraOwner(cameraId);
  }
  streamOwner(streamId: string): { readonly orchidId: string; readonly cameraId: string } | null {
    return this.#index.streamOwner(streamId);
  }
  onChange(listener: (change: OrchidChange) => void): () => void {
    return this.#events.on("change", listener);
  }
  onTrouble(listener: (trouble: OrchidTrouble) => void): () => void {
    return this.#events.on("trouble", listener);
  }

  /** All that is known, by the time of their registration. */
  watched(): readonly WatchedOrchid[] {
    return [...this.#watched.values()];
  }
  watchedById(id: string): WatchedOrchid | undefined {
    return this.#watched.get(id);
  }

  reach(id: string): Pick<OrchidClient, "url" | "agent"> | undefined {
    return this.#watched.get(id)?.client;
  }

  async tokenFor(id: string, who: Pick<Identity, "userId" | "username" | "role">): Promise<string | null> {
    const orchid = this.#watched.get(id);
    const { userId, username, role } = who;
    const scope = this.#parts.rights.scopeOn(who, id);
    return orchid ? orchid.token({ id: userId, username, role, scope }).catch(() => null) : null;
  }

  userOfToken(id: string, token: string): Promise<string | null> {
    const orchid = this.#watched.get(id);
    if (!orchid) return Promise.resolve(null);
    const { record, state } = orchid;
    return this.#minter.read(token, { orchidId: id, key: record.key, clockOffsetMs: state.clockOffsetMs });
  }

  async request<T>(
    id: string,
    who: Pick<Identity, "userId" | "username" | "role">,
    ask: OrchidAsk<T>,
  ): Promise<OrchidAnswer<T>> {
    const orchid = this.#watched.get(id);
    const token = await this.tokenFor(id, who);
    if (!orchid || token === null) return { ...UNKNOWN, status: 404 };
    return orchid.client.json({ ...ask, authorization: `Bearer ${token}` });
  }

  /** `parentUri`: where this aggregator is, as the recorder will say it. Failure codes: those of makeTrust, orchid/exists. */
  async add(ask: OrchidCreate, parentUri: string): Promise<Answer<WatchedOrchid>> {
    const uri = plainUri(ask.uri);
    if (uri === null) return refuse("orchid/bad-uri", "The address cannot be read.");
    if (this.#watched.size >= MAX_ORCHIDS) return refuse("orchid/too-many", "There are too many servers already.");
    if (this.watched().some(({ record }) => record.uri === uri)) return EXISTS;
    return this.#register(uri, ask, parentUri, null, async ({ orchidId, name, key }, certificate) => {
      const { directUri = "" } = ask;
      const createdMs = this.#parts.now();
      const record = { id: orchidId, name: ask.name ?? name, uri, directUri, key, certificate, createdMs };
      await this.#parts.rows.insert(record);
      const orchid = this.#watch(record, NOTHING_KNOWN);
      orchid.start();
      await orchid.refresh();
      this.#tell(orchid.id, "added");
      return orchid;
    });
  }

  /** With a name and password it is registered anew, which another address needs. Failures: orchid/unknown, as `add`. */
  async patch(id: string, ask: OrchidPatch, parentUri: string): Promise<Answer<WatchedOrchid>> {
    const known = this.#watched.get(id);
    if (!known) return UNKNOWN;
    const names = { name: ask.name ?? known.record.name, directUri: ask.directUri ?? known.record.directUri };
    const uri = ask.uri === undefined ? known.record.uri : plainUri(ask.uri);
    if (uri === null) return refuse("orchid/bad-uri", "The address cannot be read.");
    const { username, password } = ask;
    if (username === undefined || password === undefined) {
      if (uri !== known.record.uri || username !== undefined || password !== undefined)
        return refuse("orchid/password-required", "Enter name and password of an administrator of this server.");
      await this.#parts.rows.update({ ...known.record, ...names });
      known.rename(names);
      this.#tell(id, "modified");
      return done(known);
    }
    if (this.watched().some((other) => other !== known && other.record.uri === uri)) return EXISTS;
    const credentials = { username, password, replace: ask.replace };
    return this.#register(uri, credentials, parentUri, id, async ({ key }, certificate) => {
      const record = { ...known.record, ...names, uri, key, certificate };
      await this.#parts.rows.update(record);
      this.#minter.forget(id);
      await known.stop();
      const orchid = this.#watch(record, known.state);
      orchid.start();
      await orchid.refresh();
      this.#tell(orchid.id, "modified");
      return orchid;
    });
  }

  /** `force`: without telling it. Failures: orchid/unknown, orchid/busy, orchid/detach-failed. */
  async remove(id: string, force: boolean): Promise<Answer<null>> {
    const orchid = this.#watched.get(id);
    if (!orchid) return UNKNOWN;
    if (this.#busy.has(id)) return BUSY;
    this.#busy.add(id);
    try {
      if (!force) {
        const told = await orchid.detach();
        if (!told.ok) return told;
      }
      await this.#parts.rows.remove(id);
      await orchid.stop();
      // Told while it is known who could see it.
      this.#parts.hub.relay(serverMessage(id, "removed"), seesOrchid(this, id));
      this.#watched.delete(id);
      this.#index.forget();
      this.#troubles.delete(id);
      this.#minter.forget(id);
      this.#events.emit("change", { kind: "removed", orchidId: id });
      return done(null);
    } finally {
      this.#busy.delete(id);
    }
  }

  async #register(
    uri: string,
    ask: { readonly username: string; readonly password: string; readonly replace?: boolean | undefined },
    parentUri: string,
    only: string | null,
    keep: (trust: Trust, certificate: string | null) => Promise<WatchedOrchid>,
  ): Promise<Answer<WatchedOrchid>> {
    const client = new OrchidClient({ uri, certificate: null, policy: this.#parts.policy });
    let claimed = "";
    const mayTrust = (orchidId: string): Answer<null> => {
      if (only !== null && orchidId !== only)
        return refuse("orchid/other-server", "Another server is at this address.");
      if (only === null && this.#watched.has(orchidId)) return EXISTS;
      if (this.#busy.has(orchidId)) return BUSY;
      this.#busy.add(orchidId);
      claimed = orchidId;
      return done(null);
    };
    try {
      const { username, password, replace = false } = ask;
      const parent = { ...this.#parts.parent, uri: parentUri };
      const { now } = this.#parts;
      const minter = this.#minter;
      const trust = await makeTrust(client, { username, password, replace, parent, now, minter, mayTrust });
      this.#minter.forget(claimed);
      if (!trust.ok) return trust;
      try {
        return done(await keep(trust.value, client.agent.certificate));
      } catch (error) {
        // Nobody has the key any more: the recorder must not believe in it.
        const { orchidId, key, clockOffsetMs } = trust.value;
        await endTrust(client, await this.#minter.mint({ orchidId, key, clockOffsetMs }, OWN));
        throw error;
      }
    } finally {
      this.#busy.delete(claimed);
      client.close();
    }
  }

  #watch(record: OrchidRecord, state: OrchidState): WatchedOrchid {
    const { policy, now, pace = ORCHID_PACE } = this.#parts;
    const orchid: WatchedOrchid = new WatchedOrchid(record, state, {
      minter: this.#minter,
      policy,
      now,
      pace,
      isOthers: (one, id) => this.#isOthers(one, id),
      onState: (who, before, after) => this.#changed(who, before, after),
      onMessage: ({ id }, message) => relayEvent(this.#parts.hub, this, id, message),
    });
    this.#watched.set(record.id, orchid);
    this.#index.forget();
    this.#troubles.set(record.id, new OrchidTroubles(record.id, () => orchid.record.name, state));
    return orchid;
  }

  #isOthers({ id, streams }: Camera, orchidId: string): boolean {
    const owners = [this.cameraOwner(id), ...streams.map((one) => this.streamOwner(one.id)?.orchidId ?? null)];
    return owners.some((owner) => owner !== null && owner !== orchidId);
  }

  #changed(orchid: WatchedOrchid, before: OrchidState, after: OrchidState): void {
    const { id } = orchid;
    const changes = cameraChanges(before.cameras, after.cameras);
    const isOther = isModified(before, after);
    if (changes.areOthers) {
      this.#index.forget();
      this.#events.emit("change", { kind: "cameras", orchidId: id });
    }
    if (isOther) this.#tell(id, "modified");
    for (const trouble of this.#troubles.get(id)?.next(before, after) ?? []) this.#events.emit("trouble", trouble);
    if (isOther || changes.areOthers || changes.modified.length > 0)
      inBackground(this.#parts.log, "keeping what is known of a server", this.#parts.rows.remember(id, after));
  }

  #tell(orchidId: string, kind: "added" | "modified"): void {
    this.#events.emit("change", { kind, orchidId });
    this.#parts.hub.relay(serverMessage(orchidId, kind), seesOrchid(this, orchidId));
  }
}

const serverMessage = (id: string, kind: "added" | "modified" | "removed"): EventMessage => ({
  type: `server-${kind}`,
  resource: "servers",
  id,
  orchidId: id,
});

/** Without a slash at its end; null when it is none. */
function plainUri(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, origin, pathname, username, password } = new URL(text);
  if (!/^https?:$/.test(protocol) || username !== "" || password !== "") return null;
  return origin + pathname.replace(/\/+$/, "");
}
